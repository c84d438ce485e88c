"""What the sections of the benchmark share: measured runs, ratios within a turn, and tables that go to the terminal and
into docs/performance.md, between the comments that name the section."""

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

CHECKOUT = os.path.abspath("bin/mckey")
MCKEY = os.path.abspath(os.environ.get("MCKEY", CHECKOUT))  # or a launcher elsewhere, as of an unpacked distribution
DOCUMENT = "docs/performance.md"
STANDINS = os.path.abspath("target/standins")


def turns(default):
    """RUNS in the environment sets how often everything is measured."""
    return int(os.environ.get("RUNS", default))


def stock():
    """Returns the C program, or None."""
    return shutil.which("mckey", path="/usr/bin:/usr/local/bin")


def build():
    """Builds this program and the stand-ins."""
    subprocess.run(["src/test/native/standin/build", STANDINS], check=True)
    subprocess.run([MCKEY, "--version"], stdout=subprocess.DEVNULL, check=True)


def compile_c(source, folder):
    """Compiles one of the C programs beside this file; returns its path."""
    program = os.path.join(folder, source)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native", source + ".c")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-o", program, source], check=True)
    return program


class Run:
    """A process, and after `wait` what it wrote, how it ended and what it took."""

    def __init__(self, words, **environment):
        self.words = words
        self.file = tempfile.TemporaryFile()
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            words,
            env=dict(os.environ, **environment),
            stdin=subprocess.DEVNULL,
            stdout=self.file,
            stderr=subprocess.STDOUT,
        )

    def shown(self):
        return " ".join(self.words).replace(os.getcwd() + "/", "")

    def output(self):
        return os.pread(self.file.fileno(), 1 << 24, 0).decode(errors="replace")

    def wait(self, limit=300):
        """Waits for the end, and kills what is not over after so many seconds."""
        end = time.monotonic() + limit
        pid = 0
        while pid == 0:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid == 0:
                if time.monotonic() > end:
                    os.kill(self.process.pid, signal.SIGKILL)
                time.sleep(0.002)
        self.wall = time.perf_counter() - self.start
        self.status = os.waitstatus_to_exitcode(status)
        self.process.returncode = self.status
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss / 1024
        self.text = self.output()
        self.file.close()
        return self

    def expect(self, text):
        """Ends the benchmark where the finished run's output lacks a text: its figures would mean nothing."""
        if text not in self.text:
            sys.exit(f"{self.shown()}: status {self.status}, '{text}' is missing in:\n{self.text[-2000:]}")
        return self

    def await_text(self, pattern, limit=60):
        """Waits until the output of the running process matches."""
        end = time.monotonic() + limit
        while not re.search(pattern, self.output()):
            if self.ended() or time.monotonic() > end:
                sys.exit(f"{self.shown()}: '{pattern}' does not come:\n{self.output()[-2000:]}")
            time.sleep(0.02)
        return self

    def ended(self):
        """Whether the process has ended; what it took is still there for `wait`."""
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def stop(self, number=signal.SIGINT):
        """Sends a signal, unless the process has ended."""
        try:
            os.kill(self.process.pid, number)
        except ProcessLookupError:
            pass
        return self


def median(values):
    return statistics.median(list(values))


def spread(values):
    """A median with the lowest and the highest value."""
    values = list(values)
    return f"{median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def table(header, rows):
    """A table in Markdown."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def machine():
    """In a few words, where the figures come from."""
    model = "unknown processor"
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} processors ({model}), Linux {os.uname().release.split('-')[0]}, load {load:.1f} at the end"


def publish(section, *parts):
    """Prints a section's figures, and puts them in the place of the former ones in docs/performance.md."""
    text = "\n\n".join(parts)
    print(text + "\n", flush=True)
    with open(DOCUMENT) as file:
        document = file.read()
    begin, end = f"<!-- figures: {section} -->", f"<!-- end: {section} -->"
    if begin not in document or end not in document:
        sys.exit(f"{DOCUMENT} has no place for {section}: '{begin}' and '{end}'")
    before, rest = document.split(begin, 1)
    after = rest.split(end, 1)[1]
    with open(DOCUMENT, "w") as file:
        file.write(f"{before}{begin}\n{text}\n{end}{after}")
