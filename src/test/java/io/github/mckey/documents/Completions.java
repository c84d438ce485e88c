package io.github.mckey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The three completion files, each asked through its own shell. */
final class Completions {
  private static final Path FILES = Path.of("src/dist/completions").toAbsolutePath();
  private static final Pattern DEFAULT = Pattern.compile("\\(default: (.*?)\\)");
  private static final Pattern ZSH_SPEC =
      Pattern.compile("(?:\\([^)]*\\))?(-[a-zA-Z]|--[a-z-]+)(?:\\+|=|=-)?\\[(.*?)](.*)");

  /** Calls the function as bash does: it parts words at blanks, colons and equals signs. */
  private static final String BASH =
      """
      source "$0/mckey.bash"
      _mckey_sys=$PWD
      _mckey_addresses() { echo 192.0.2.7; }
      COMP_LINE=$1 COMP_POINT=${#1}
      COMP_WORDS=($(sed 's/[:=]/ & /g' <<<"$1"))
      word='' previous=${COMP_WORDS[-1]}
      [[ $1 == *' ' ]] || { word=${COMP_WORDS[-1]} previous=${COMP_WORDS[-2]}; }
      [[ $(complete -p "${COMP_WORDS[0]}") == *' _mckey '* ]] || echo "not registered" >&2
      _mckey "${COMP_WORDS[0]}" "$word" "$previous"
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  private static final String FISH =
      """
      set -g __mckey_sys $PWD
      source $argv[1]/mckey.fish
      function __mckey_addresses; echo 192.0.2.7; end
      complete -C $argv[2]
      """;

  /** Prints what _arguments would be given, or what a function would offer. */
  private static final String ZSH =
      """
      _mckey_sys=$PWD service=$1
      _arguments() { [[ -n $shown ]] || print -rl -- "$@" }
      compadd() { print -rl -- ${(P)@[-1]} }
      [[ $2 != _* ]] || shown=no
      source "$0/_mckey"
      [[ $2 != _* ]] || $2
      """;

  private final Path folder;

  /**
   * Asks the shells in a folder.
   *
   * @param folder the working folder, which also stands for /sys/class
   */
  Completions(Path folder) {
    this.folder = folder;
  }

  /** Returns what bash offers at the end of a line. */
  List<String> bash(String line) throws Exception {
    return ask(List.of("bash", "--norc", "-c", BASH, FILES.toString(), line));
  }

  /** Returns what fish offers at the end of a line, with a description behind a tab. */
  List<String> fish(String line) throws Exception {
    return ask(List.of("fish", "--no-config", "-c", FISH, FILES.toString(), line));
  }

  /** Returns the specifications of a command's options, as zsh's _arguments gets them. */
  List<String> zsh(String command) throws Exception {
    return ask(List.of("zsh", "-f", "-c", ZSH, FILES.toString(), command));
  }

  /** Returns what a function offers to zsh. */
  List<String> zshFunction(String function) throws Exception {
    return ask(List.of("zsh", "-f", "-c", ZSH, FILES.toString(), "mckey", function));
  }

  private List<String> ask(List<String> words) throws IOException, InterruptedException {
    Command.assumeInstalled(words.getFirst());
    Command command = Command.run(folder, Map.of(), words);
    assertThat(command.stderr()).isEmpty();
    List<String> lines = new ArrayList<>(command.stdout().lines().toList());
    lines.removeIf(String::isEmpty);
    return lines;
  }

  /** Returns the options with their defaults: in bash, what a value completes to first. */
  Map<String, String> bashDefaults(String command) throws Exception {
    Map<String, String> defaults = new TreeMap<>();
    for (String option : bash(command + " -")) {
      List<String> values = bash(command + " " + option + " ");
      boolean fromSystem = values.contains("192.0.2.7") || isFromFolder(values);
      defaults.put(option, values.isEmpty() || fromSystem ? "" : values.getFirst());
    }
    return defaults;
  }

  private boolean isFromFolder(List<String> values) {
    return !values.isEmpty()
        && (Files.exists(folder.resolve("net").resolve(values.getFirst()))
            || Files.exists(folder.resolve("infiniband").resolve(values.getFirst())));
  }

  /** Returns the options with the defaults that their descriptions name. */
  Map<String, String> fishDefaults(String command) throws Exception {
    Map<String, String> defaults = new TreeMap<>();
    for (String offer : fish(command + " -")) {
      String[] parts = offer.split("\t", -1);
      defaults.put(parts[0], defaultIn(parts[1]));
    }
    return defaults;
  }

  /** Returns the options with the defaults that their descriptions name. */
  Map<String, String> zshDefaults(String command) throws Exception {
    Map<String, String> defaults = new TreeMap<>();
    for (String line : zsh(command)) {
      if (line.equals("-s") || line.equals("-S")) {
        // Of _arguments itself: clusters, and "--" ends the options.
        continue;
      }
      Matcher spec = ZSH_SPEC.matcher(line);
      assertThat(spec.matches()).as(line).isTrue();
      defaults.put(spec.group(1), defaultIn(spec.group(2)));
    }
    return defaults;
  }

  private static String defaultIn(String text) {
    Matcher matcher = DEFAULT.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
