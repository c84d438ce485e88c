# SPDX-License-Identifier: BSD-2-Clause
# bash completion for mckey and mckey-smoke. Where an option has a default, that is what its value completes to.

# Where the kernel lists interfaces and RDMA devices.
_mckey_sys=/sys/class

# Prints DEVICE and DEVICE:PORT for each RDMA device.
_mckey_devices() {
  local device port
  for device in "$_mckey_sys"/infiniband/*; do
    [[ ! -e $device ]] || printf '%s\n' "${device##*/}"
    for port in "$device"/ports/*; do
      [[ ! -e $port ]] || printf '%s\n' "${device##*/}:${port##*/}"
    done
  done
}

_mckey_interfaces() {
  local interface
  for interface in "$_mckey_sys"/net/*; do
    [[ ! -e $interface ]] || printf '%s\n' "${interface##*/}"
  done
}

_mckey_addresses() {
  ip -o -4 addr show 2>/dev/null | sed -n 's|.* inet \([0-9.]*\).*|\1|p'
}

# Sets COMPREPLY to the words in $2 that begin with $1; bash parts a word at a colon, and keeps what stands before it.
_mckey_words() {
  local word
  COMPREPLY=()
  for word in $(compgen -W "$2" -- "$1"); do
    [[ $1 != *:* || $COMP_WORDBREAKS != *:* ]] || word=${word#"${1%:*}:"}
    COMPREPLY+=("$word")
  done
}

# Prints the options of a command; mckey-smoke refuses some.
_mckey_options() {
  printf '%s\n' -m -M -b -c -C -S -p -o -l \
    --transport --ttl --tos --settle --interface --device \
    --timeout --rate --duration --stats --json --interval --progress \
    -h --help -V --version
  [[ $1 == *-smoke ]] || printf '%s\n' -s --allow-loss --check
}

_mckey() {
  # Not bash's own words: it parts them at colons and equals signs.
  local line=${COMP_LINE:0:COMP_POINT} word before option
  word=${line##*[[:blank:]]}
  before=${line%"$word"}
  before=${before%"${before##*[![:blank:]]}"}
  option=${before##*[[:blank:]]}
  case $word in
    --*=*) option=${word%%=*} word=${word#*=} ;;
  esac
  # The last of a cluster takes the value: -sb.
  [[ $option != -[!-]* ]] || option=-${option: -1}
  case $option in
    -m | -M | --tos | --timeout | --rate | --duration | --interval) COMPREPLY=() ;;
    -b) _mckey_words "$word" "$(_mckey_addresses)" ;;
    -c) _mckey_words "$word" 1 ;;
    -C) _mckey_words "$word" 10 ;;
    -S) _mckey_words "$word" 100 ;;
    -p) _mckey_words "$word" '0x111 0x2' ;;
    --transport) _mckey_words "$word" 'verbs udp' ;;
    --ttl) _mckey_words "$word" 64 ;;
    --settle) _mckey_words "$word" 3 ;;
    --allow-loss) _mckey_words "$word" 0 ;;
    --interface) _mckey_words "$word" "$(_mckey_interfaces)" ;;
    --device) _mckey_words "$word" "$(_mckey_devices)" ;;
    *)
      if [[ $1 != *-smoke && $line == *[[:blank:]]--json=* && $3 == @(--json|=) ]]; then
        # Only behind an equals sign; the file's name as bash reads it, with blanks and quotes.
        local file=$2
        [[ $file != '=' ]] || file=
        mapfile -t COMPREPLY < <(compgen -f -- "$file")
        compopt -o filenames 2>/dev/null
      elif [[ $word == -* ]]; then
        _mckey_words "$word" "$(_mckey_options "$1")"
      fi ;;
  esac
}

complete -F _mckey mckey mckey-java mckey-smoke
