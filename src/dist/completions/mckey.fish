# SPDX-License-Identifier: BSD-2-Clause
# fish completion for mckey and mckey-smoke.

# Where the kernel lists interfaces and RDMA devices.
set -q __mckey_sys; or set -g __mckey_sys /sys/class

function __mckey_devices
    for port in $__mckey_sys/infiniband/*/ports/*
        set -l parts (string split / $port)
        printf '%s\n' $parts[-3] $parts[-3]:$parts[-1]
    end
end

function __mckey_interfaces
    for interface in $__mckey_sys/net/*
        string replace -r '.*/' '' $interface
    end
end

function __mckey_addresses
    ip -o -4 addr show 2>/dev/null | string replace -rf '.* inet ([0-9.]+).*' '$1'
end

for command in mckey mckey-java mckey-smoke
    complete -c $command -f
    complete -c $command -x -s m -d 'IP multicast group to join'
    complete -c $command -x -s M -d 'MGID to join'
    complete -c $command -x -s b -a '(__mckey_addresses)' -d 'Local address'
    complete -c $command -x -s c -d 'Queue pairs that join (default: 1)'
    complete -c $command -x -s C -d 'Messages on each connection (default: 10)'
    complete -c $command -x -s S -d 'Bytes in each message (default: 100)'
    complete -c $command -x -s p -a '0x111\t"UDP" 0x2\t"IPoIB"' -d 'RDMA port space (default: 0x111)'
    complete -c $command -s o -d 'Join for sending only'
    complete -c $command -s l -d 'Keep messages off this host'
    complete -c $command -x -l transport -a 'verbs udp' -d 'What carries the messages (default: verbs)'
    complete -c $command -x -l ttl -d 'IP time to live, udp only (default: 64)'
    complete -c $command -x -l tos -d 'IP type of service'
    complete -c $command -x -l settle -d 'Seconds between joining and transferring (default: 3)'
    complete -c $command -x -l interface -a '(__mckey_interfaces)' -d 'Local interface, in place of -b'
    complete -c $command -x -l device -a '(__mckey_devices)' -d 'RDMA device, in place of -b'
    complete -c $command -x -l timeout -d 'Seconds until the verdict, at the latest'
    complete -c $command -x -l rate -d 'Messages a second on each connection'
    complete -c $command -x -l duration -d 'Seconds to transfer'
    complete -c $command -l stats -d 'Figures by connection and source on stderr'
    # The file goes behind an equals sign only, so the option may stand alone.
    complete -c $command -l json -d 'Figures as a JSON document'
    complete -c $command -x -l interval -d 'Seconds between lines with figures'
    complete -c $command -l progress -d 'Show the state on stderr'
    complete -c $command -s h -l help -d 'Print the options'
    complete -c $command -s V -l version -d 'Print the version'
end
# mckey-smoke refuses these.
for command in mckey mckey-java
    complete -c $command -s s -d 'Send'
    complete -c $command -x -l allow-loss -d 'Percent that a receiver may miss (default: 0)'
    complete -c $command -l check -d 'Look at what a run would need'
    complete -c $command -n 'string match -q -- "--json=*" (commandline -ct)' \
        -a '--json=(__fish_complete_path (string replace -- --json= "" (commandline -ct)))'
end
