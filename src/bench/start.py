#!/usr/bin/env python3
"""Start-up: processor time, wall time and peak memory of whole runs, against a bare JVM program and stock mckey.

All commands run in turn, so that a change of the machine's speed meets them all; each ratio is the median of the
ratios within one turn.
"""

import os
import shutil
import subprocess
import tempfile

import kit

RUNS = kit.turns(15)
NO_DEVICE = ["-m", "239.1.1.1", "-b", "127.0.0.1"]
JOIN = ["-m", "239.1.1.1", "-b", "10.7.0.1"]


def hello(folder):
    """Compiles the bare program for the JDK that the checkout's launcher takes, and returns its command line."""
    environment = dict(os.environ, MCKEY_SHOW_JDK="1")
    jdk = subprocess.run([kit.CHECKOUT], env=environment, capture_output=True, text=True, check=True).stdout.strip()
    source = os.path.join(folder, "Hello.java")
    with open(source, "w") as file:
        file.write('class Hello { public static void main(String[] args) { System.out.println("Hello"); } }\n')
    subprocess.run([jdk + "/bin/javac", "-d", folder, source], check=True)
    return [jdk + "/bin/java", "-cp", folder, "Hello"]


def commands(folder):
    """Each command: name, goal, words, environment, what its output must have."""
    fabric = {"LD_LIBRARY_PATH": kit.STANDINS, "MCKEY_STANDIN": "fabric=roce;peer=10"}
    refusing = dict(fabric, MCKEY_STANDIN="fabric=roce;fail=rdma_create_event_channel:1:ENODEV")
    now = ["--settle", "0"]
    udp = [kit.MCKEY, "--transport", "udp", *NO_DEVICE, *now, "-s"]
    found = [
        ("bare JVM program", "", hello(folder), {}, "Hello"),
        ("`--help`", "2.0", [kit.MCKEY, "--help"], {}, "exit status"),
        ('up to "no device"', "2.0", [kit.MCKEY, *NO_DEVICE], refusing, "No RDMA devices"),
        ("receive 10, stand-ins", "2.5; 45 MiB", [kit.MCKEY, *JOIN, *now], fabric, "return status 0"),
        ("send 10, stand-ins", "2.5; 45 MiB", [kit.MCKEY, *JOIN, *now, "-s"], fabric, "return status 0"),
        ("send 10, udp", "45 MiB", udp, {}, "return status 0"),
    ]
    if kit.stock():
        found.append(('C program, up to "no device"', "", [kit.stock(), *NO_DEVICE], refusing, "No RDMA devices"))
    return found


def main():
    kit.build()
    folder = tempfile.mkdtemp()
    try:
        measured = commands(folder)
        runs = {name: [] for name, *_ in measured}
        for _ in range(RUNS + 1):
            for name, _, words, environment, expected in measured:
                runs[name].append(kit.Run(words, **environment).wait().expect(expected))
        rows = []
        for name, goal, *_ in measured:
            # The first turn warms the file cache.
            pairs = list(zip(runs[name], runs["bare JVM program"]))[1:]
            rows.append(
                (
                    name,
                    f"{kit.median(run.cpu for run, _ in pairs) * 1000:.0f}",
                    f"{kit.median(run.cpu / bare.cpu for run, bare in pairs):.2f}",
                    f"{kit.median(run.wall / bare.wall for run, bare in pairs):.2f}",
                    f"{kit.median(run.peak for run, _ in pairs):.1f}",
                    goal,
                )
            )
        kit.publish(
            "start",
            f'`RUNS={RUNS} src/bench/run start`: medians of {RUNS} turns; "x" is the ratio to the bare program in the '
            f"same turn. {kit.machine()}.",
            kit.table(("run", "CPU ms", "x CPU", "x wall", "peak MiB", "goal"), rows),
        )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
