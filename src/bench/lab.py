#!/usr/bin/env python3
"""Messages over soft-RoCE between two guests of the lab: time, system calls and processor time, ours against stock.

Each program gets a preloaded library (native/stamps.c) that tells the clock and the process's own processor time where
the transfer begins and ends; starting a JVM is thereby left out. System calls are counted by the guest's kernel
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

LAB = os.path.abspath("src/lab")
sys.path.insert(0, LAB)
sys.dont_write_bytecode = True

import kit  # noqa: E402
from labkit import network  # noqa: E402
from labkit.guest import pair  # noqa: E402

RUNS = kit.turns(3)
SIZES = (64, 1024)
COUNTS = (1000, 16000)
PATIENCE = 300
LIMIT = 4 * 3600
PAIRS = (("ours", "ours"), ("stock", "ours"), ("ours", "stock"))  # sender, receiver
TRACE = "/sys/kernel/tracing"
CALLS = {0: "read", 1: "write", 7: "poll", 16: "ioctl", 35: "nanosleep", 202: "futex", 230: "clock_nanosleep", 271: "ppoll"}


class Side:
    """What one process told: stamps, and where it was counted the system calls between them."""

    def __init__(self, job, trace=""):
        found = re.findall(r"^stamp (\w+) (\d+) (\d+)$", job.err, re.M)
        self.at = {what: (int(clock), int(cpu)) for what, clock, cpu in found}
        if "end" not in self.at:
            raise SystemExit(f"{job.name}: no end of a transfer in:\n{job.out}{job.err}")
        self.calls = self._calls(trace)

    def nanos(self, start, end, which=0):
        return self.at[end][which] - self.at[start][which]

    def cpu(self, start, end):
        return self.nanos(start, end, 1)

    def _calls(self, trace):
        begin, end = (self.at[what][0] / 1e9 for what in ("begin", "end"))
        calls = Counter()
        for clock, number in re.findall(r" (\d+\.\d+): sys_enter: NR (\d+) ", trace):
            if begin <= float(clock) <= end:
                calls[CALLS.get(int(number), f"number {number}")] += 1
        return calls


class Bench:
    def __init__(self, folder, preload, guests):
        self.folder, self.preload, self.guests, self.number = folder, preload, guests, 0

    def command(self, kind, number, group, size, count, *words, traced=False):
        program = kit.MCKEY if kind == "ours" else "mckey"
        settle = ["--settle", "0"] if kind == "ours" else []
        line = [program, *settle, "-m", group, "-b", f"10.7.0.{number}", "-S", str(size), "-C", str(count), *words]
        follow = f"echo $$ >{TRACE}/set_event_pid; echo 1 >{TRACE}/tracing_on; " if traced else ""
        java = f"JAVA_HOME={os.environ['JAVA_HOME']} " if "JAVA_HOME" in os.environ else ""
        return f"{follow}exec env {java}LD_PRELOAD={self.preload} {' '.join(line)}"

    def run(self, sender, receiver, size, count, traced=False):
        """One transfer from guest A to guest B. -> the sides of sender and receiver"""
        self.number += 1
        group = f"239.7.{self.number // 250}.{1 + self.number % 250}"
        if traced:
            for guest in self.guests:
                guest.sh(f"cd {TRACE}; echo 0 >tracing_on; echo >trace")
        a, b = self.guests
        label = f"{sender}-{receiver}-{size}-{count}"
        receiving = b.start(self.command(receiver, 2, group, size, count, traced=traced), PATIENCE, label + "-R")
        receiving.wait_for("receiving data transfers")
        time.sleep(0.3)  # until the receiver is where it waits
        sending = a.start(self.command(sender, 1, group, size, count, "-s", traced=traced), PATIENCE, label + "-S")
        for job in (sending, receiving):
            if job.wait() != 0:
                raise SystemExit(f"{job.name} ended with {job.wait()}:\n{job.out}{job.err}")
        return [Side(job, self.trace(guest, job) if traced else "") for guest, job in ((a, sending), (b, receiving))]

    def trace(self, guest, job):
        guest.sh(f"echo 0 >{TRACE}/tracing_on; cp {TRACE}/trace /sh/{job.name}.trace")
        return (self.folder / f"{job.name}.trace").read_text()
