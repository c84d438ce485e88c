#!/usr/bin/env python3
"""Messages over soft-RoCE between two guests of the lab: time, system calls and processor time, ours against stock.

Each program gets a preloaded library (native/stamps.c) that tells the clock and the process's own processor time where
the transfer begins and ends; starting a JVM is thereby left out. The guests' clocks count instructions instead of time,
so that other work on the machine does not change what is measured. System calls are counted by the guest's kernel
(tracefs, raw_syscalls) in runs of their own. What a sender costs is measured with our receiver at the other end, and
what a receiver costs with our sender.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.abspath("src/lab"))

import kit  # noqa: E402
from labkit import network  # noqa: E402
from labkit.guest import pair  # noqa: E402

RUNS = kit.turns(3)
SIZES = (64, 1024)
COUNTS = (1000, 16000)
PAIRS = (("ours", "ours"), ("stock", "ours"), ("ours", "stock"))  # sender, receiver
PATIENCE = 300  # seconds for one run
BOOTED = 4 * 3600  # seconds, within which the guests have to be done with everything
CLOCK = ("-icount", "shift=3")  # 8 ns an instruction, about as fast as the emulation is
TRACE = "/sys/kernel/tracing"
CALLS = {0: "read", 1: "write", 7: "poll", 10: "mprotect", 16: "ioctl", 202: "futex", 271: "ppoll"}
CLOCK_GETTIME = 228  # the stamps' own
TRACING = f"""
mountpoint -q {TRACE} || mount -t tracefs tracefs {TRACE}
cd {TRACE}; echo 0 >tracing_on; echo mono >trace_clock; echo 32768 >buffer_size_kb; echo 1 >options/event-fork
echo 1 >events/raw_syscalls/sys_enter/enable
"""


class Side:
    """What one process told: its stamps and, where they were counted, the system calls from begin to end."""

    def __init__(self, job, trace):
        found = re.findall(r"^stamp (\w+) (\d+) (\d+)$", job.err, re.M)
        self.at = {what: (int(clock), int(cpu)) for what, clock, cpu in found}
        if "end" not in self.at:
            sys.exit(f"lab: {job.name} tells no end of a transfer:\n{job.out}{job.err}")
        begin, end = (self.at[what][0] / 1e9 for what in ("begin", "end"))
        self.calls = Counter()
        for clock, number in re.findall(r" (\d+\.\d+): sys_enter: NR (\d+) ", trace):
            if begin <= float(clock) <= end and int(number) != CLOCK_GETTIME:
                self.calls[CALLS.get(int(number), "others")] += 1

    def nanos(self, begin, end):
        return self.at[end][0] - self.at[begin][0]

    def cpu(self, begin, end):
        return self.at[end][1] - self.at[begin][1]

    def out(self):
        """Until the last message has left the device: ours waits for that, and of stock it is seen."""
        return self.nanos("begin", "out" if "out" in self.at else "end")

    def idle(self):
        """The share of a processor that waiting for the first message took."""
        return self.cpu("begin", "first") / self.nanos("begin", "first")


class Bench:
    """Two guests, and transfers from the first to the second."""

    def __init__(self, folder, preload, guests):
        self.folder, self.preload, self.guests, self.number = folder, preload, guests, 0

    def run(self, sender, receiver, size, count, traced=False):
        """Returns the sides of sender and receiver."""
        self.number += 1
        group = f"239.7.{self.number // 250}.{1 + self.number % 250}"
        a, b = self.guests
        if traced:
            for guest in self.guests:
                guest.sh(f"cd {TRACE}; echo 0 >tracing_on; echo >trace")
        args = ["-m", group, "-S", str(size), "-C", str(count)]
        label = f"{sender}-{receiver}-{size}-{count}"
        receiving = b.start(self.command(receiver, traced, "-b", "10.7.0.2", *args), PATIENCE, label + "-R")
        receiving.wait_for("receiving data transfers")
        time.sleep(0.5)  # in which it does nothing but wait
        sending = a.start(self.command(sender, traced, "-b", "10.7.0.1", *args, "-s"), PATIENCE, label + "-S")
        for job in (sending, receiving):
            status = job.wait()
            if status != 0:
                sys.exit(f"lab: {job.name} ended with {status}:\n{job.out}{job.err}")
        return [Side(job, self.trace(job) if traced else "") for job in (sending, receiving)]

    def command(self, kind, traced, *args):
        words = ["mckey"] if kind == "stock" else [kit.MCKEY, "--settle", "0"]
        environment = [f"LD_PRELOAD={self.preload}"]
        if "JAVA_HOME" in os.environ:
            environment.append(f"JAVA_HOME={os.environ['JAVA_HOME']}")
        follow = f"echo $$ >{TRACE}/set_event_pid; echo 1 >{TRACE}/tracing_on; " if traced else ""
        return f"{follow}exec env {' '.join([*environment, *words, *args])}"

    def trace(self, job):
        file = f"{job.name}.trace"
        job.guest.sh(f"echo 0 >{TRACE}/tracing_on; cat {TRACE}/trace >/sh/{file}")
        return (self.folder / file).read_text()


def prepare():
    """Builds both sides on the host. -> where the lab is, a folder that the guests share, the library for stamps"""
    if not kit.stock():
        sys.exit("lab: the C program is not installed (Debian: rdmacm-utils)")
    lab_dir = Path(os.environ.get("LAB_DIR", "target/lab")).resolve()
    subprocess.run(["src/lab/prepare"], env=dict(os.environ, LAB_DIR=str(lab_dir)), check=True)
    subprocess.run([kit.MCKEY, "--version"], stdout=subprocess.DEVNULL, check=True)
    folder = lab_dir / "runs" / "bench"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    preload = folder / "stamps.so"
    source = "src/bench/native/stamps.c"
    subprocess.run(["gcc", "-O2", "-Wall", "-shared", "-fPIC", "-o", preload, source, "-ldl", "-libverbs"], check=True)
    return lab_dir, folder, preload


def measure(bench):
    """-> {(size, count): ([{pair: sides}] of all turns, {pair: sides with their system calls})}

    System calls are counted with the shortest messages only: their number does not depend on the size.
    """
    cases = [(size, count) for size in SIZES for count in COUNTS]
    timed = {case: [] for case in cases}
    for _ in range(RUNS):
        for case in cases:
            timed[case].append({ends: bench.run(*ends, *case) for ends in PAIRS})
    for guest in bench.guests:
        guest.sh(TRACING)
    counted = {count: {ends: bench.run(*ends, SIZES[0], count, traced=True) for ends in PAIRS} for count in COUNTS}
    return {case: (timed[case], counted[case[1]]) for case in cases}


def ratio(turns, figure, stock, side):
    """Ours to stock's, whose pair is given, within each turn."""
    return kit.spread(figure(turn["ours", "ours"][side]) / figure(turn[stock][side]) for turn in turns)


def micros(turns, figure, ends, side, count):
    return f"{kit.median(figure(turn[ends][side]) for turn in turns) / count / 1000:.1f}"


def calls(counted, ends, side, count):
    return f"{sum(counted[ends][side].calls.values()) / count:.4f}"


def sending(figures):
    stock = ("stock", "ours")
    for (size, count), (turns, counted) in figures.items():
        yield (
            f"{count:,} x {size}",
            micros(turns, lambda side: side.nanos("begin", "end"), ("ours", "ours"), 0, count),
            micros(turns, lambda side: side.nanos("begin", "end"), stock, 0, count),
            ratio(turns, lambda side: side.nanos("begin", "end"), stock, 0),
            ratio(turns, lambda side: side.out(), stock, 0),
            ratio(turns, lambda side: side.cpu("begin", "end"), stock, 0),
            calls(counted, ("ours", "ours"), 0, count),
            calls(counted, stock, 0, count),
        )


def receiving(figures):
    stock = ("ours", "stock")
    for (size, count), (turns, counted) in figures.items():
        yield (
            f"{count:,} x {size}",
            micros(turns, lambda side: side.nanos("first", "end"), ("ours", "ours"), 1, count),
            micros(turns, lambda side: side.nanos("first", "end"), stock, 1, count),
            ratio(turns, lambda side: side.nanos("first", "end"), stock, 1),
            ratio(turns, lambda side: side.cpu("first", "end"), stock, 1),
            calls(counted, ("ours", "ours"), 1, count),
            calls(counted, stock, 1, count),
            " / ".join(f"{kit.median(turn[ends][1].idle() for turn in turns):.1%}" for ends in (("ours", "ours"), stock)),
        )


def kinds(figures):
    """Which calls ours makes in the longest run of the shortest messages."""
    counted = figures[SIZES[0], COUNTS[-1]][1]["ours", "ours"]
    texts = [", ".join(f"{name} {n}" for name, n in side.calls.most_common()) for side in counted]
    return f"Ours' system calls for {COUNTS[-1]:,} x {SIZES[0]}: sending {texts[0]}; receiving {texts[1]}."


def main():
    lab_dir, folder, preload = prepare()
    guests = pair(lab_dir, folder, BOOTED, capture=False, clock=CLOCK)
    try:
        for number, guest in enumerate(guests, 1):
            guest.await_boot()
            guest.sh(network.wire(number) + network.wait_carrier(), label="network")
        figures = measure(Bench(folder, preload, guests))
    finally:
        for guest in guests:
            guest.stop()
    kit.publish(
        "lab",
        f"`RUNS={RUNS} src/bench/run lab`: medians of {RUNS} turns, with the range of the ratio, which is ours to stock's. "
        "µs are the guest's, whose clock gives 8 ns to an instruction.",
        "Sending (goals: time 0.5, system calls 0.1):",
        kit.table(
            ("messages", "ours, µs each", "stock", "time", "until all are out", "CPU", "system calls each", "stock"),
            sending(figures),
        ),
        "Receiving, from the first message (goals: time 1.0, CPU below 1.0):",
        kit.table(
            ("messages", "ours, µs each", "stock", "time", "CPU", "system calls each", "stock", "waiting, of a processor"),
            receiving(figures),
        ),
        kinds(figures),
    )
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
