#!/usr/bin/env python3
"""Start-up: processor time, wall time and peak memory of whole runs, against a bare JVM program and stock mckey.

All commands run in turn, so that a change of the machine's speed meets them all; each ratio is the median of the
ratios within one turn. RUNS in the environment sets the number of turns (default 15), MCKEY names the launcher to
measure (default bin/mckey), such as one of an unpacked distribution.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = int(os.environ.get("RUNS", "15"))
CHECKOUT = os.path.abspath("bin/mckey")
MCKEY = os.path.abspath(os.environ.get("MCKEY", CHECKOUT))
NO_DEVICE = ["-m", "239.1.1.1", "-b", "127.0.0.1"]
JOIN = ["-m", "239.1.1.1", "-b", "10.7.0.1"]


class Command:
    """One command line in its environment, and what its runs took."""

    def __init__(self, name, words, **environment):
        self.name = name
        self.words = words
        self.environment = dict(os.environ, **environment)
        self.runs = []

    def shown(self):
        folder = os.getcwd() + "/"
        return " ".join(self.words).replace(folder, "")

    def run(self):
        """Returns seconds of processor time, seconds of wall time, and the peak in MiB."""
        start = time.perf_counter()
        process = subprocess.Popen(
            self.words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        return output, process.returncode, (usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)

    def measure(self, expected):
        output, status, figures = self.run()
        if expected not in output:
            sys.exit(f"{self.shown()}: status {status}, '{expected}' is missing in:\n{output}")
        self.runs.append(figures)


def hello(folder):
    """Compiles the bare program for the JDK that the checkout's launcher takes, and returns its command line."""
    jdk = subprocess.run([CHECKOUT], env=dict(os.environ, MCKEY_SHOW_JDK="1"), capture_output=True, text=True, check=True)
    jdk = jdk.stdout.strip()
    source = os.path.join(folder, "Hello.java")
    with open(source, "w") as file:
        file.write('class Hello { public static void main(String[] args) { System.out.println("Hello"); } }\n')
    subprocess.run([jdk + "/bin/javac", "-d", folder, source], check=True)
    return [jdk + "/bin/java", "-cp", folder, "Hello"]


def median(values):
    return statistics.median(list(values))


def main():
    folder = tempfile.mkdtemp()
    try:
        standins = os.path.abspath("target/standins")
        subprocess.run(["src/test/native/standin/build", standins], check=True)
        subprocess.run([MCKEY, "--version"], stdout=subprocess.DEVNULL, check=True)
        fabric = {
            "LD_LIBRARY_PATH": standins,
            "MCKEY_STANDIN": "fabric=roce;peer=10",
        }
        refusing = dict(fabric, MCKEY_STANDIN="fabric=roce;fail=rdma_create_event_channel:1:ENODEV")
        now = ["--settle", "0"]
        base = Command("bare JVM program", hello(folder))
        commands = [
            (base, "Hello"),
            (Command("help", [MCKEY, "--help"]), "exit status"),
            (Command("no device", [MCKEY, *NO_DEVICE], **refusing), "No RDMA devices"),
            (Command("receive 10, stand-ins", [MCKEY, *JOIN, *now], **fabric), "return status 0"),
            (Command("send 10, stand-ins", [MCKEY, *JOIN, *now, "-s"], **fabric), "return status 0"),
            (
                Command("send 10, udp", [MCKEY, "--transport", "udp", *NO_DEVICE, *now, "-s"]),
                "return status 0",
            ),
        ]
        stock = shutil.which("mckey", path="/usr/bin:/usr/local/bin")
        if stock:
            commands.append((Command("stock, no device", [stock, *NO_DEVICE], **refusing), "No RDMA devices"))
        for turn in range(RUNS + 1):
            for command, expected in commands:
                command.measure(expected)
        print(f"start: {RUNS} turns, medians; x is the ratio to the bare JVM program in the same turn\n")
        print("| run | CPU ms | wall ms | x CPU | x wall | peak MiB |")
        print("|---|---|---|---|---|---|")
        for command, _ in commands:
            # The first turn warms the file cache.
            pairs = list(zip(command.runs, base.runs))[1:]
            cpu, wall, peak = (median(run[i] for run, _ in pairs) for i in range(3))
            ratios = [median(run[i] / other[i] for run, other in pairs) for i in range(2)]
            print(
                f"| {command.name} | {cpu * 1000:.0f} | {wall * 1000:.0f} | {ratios[0]:.2f} | {ratios[1]:.2f} "
                f"| {peak:.1f} |"
            )
        print()
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
