"""The lab's command line: runs parts and prints the table of cases."""
import argparse
import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from labkit import guest, pool
from labkit.mckey import PROJECT, Programs
from labkit.report import Report

PARTS = ["transcripts", "wire", "failures", "interop", "udp", "dist"]
CORES = 2  # how many guests run at a time; each has one processor


class Lab:
    """What a part gets: where to work, what to run, where to report."""

    def __init__(self, part, lab_dir, programs, report, options):
        self.part, self.dir, self.programs, self.full = part, lab_dir, programs, options.full
        self.only = re.compile(options.only) if options.only else None
        self._report = report
        self.share = lab_dir / "runs" / part
        shutil.rmtree(self.share, ignore_errors=True)
        self.share.mkdir(parents=True)

    def wanted(self, name):
        return not self.only or self.only.search(name)

    def run_tasks(self, tasks, width):
        """Runs the tasks of the cases that are wanted; a task that raises has failed its cases."""
        pool.run([t for t in tasks if any(self.wanted(n) for n in t.names)], width,
                 lambda name, reason: self.case(name, [reason]))

    def case(self, name, problems):
        if self.wanted(name):
            self._report.case(self.part, name, problems)

    def skip(self, name, reason):
        if self.wanted(name):
            self._report.skip(self.part, name, reason)


class Slots:
    """So many guests may run; parts take what they need in the order in which they come."""

    def __init__(self, number):
        self._free, self._change = number, threading.Condition()

    def take(self, number):
        with self._change:
            self._change.wait_for(lambda: self._free >= number)
            self._free -= number

    def give(self, number):
        with self._change:
            self._free += number
            self._change.notify_all()


def main():
    options = arguments()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    lab_dir = Path(os.environ["LAB_DIR"]).resolve()
    programs = Programs(lab_dir)
    build(programs)
    report = Report(sys.stdout)
    run_parts([n for n in PARTS if n in options.part or not options.part], lab_dir, programs, report, options)
    if report.failed():
        print(f"logs and captures of what failed: {lab_dir}/runs")
    print(report.summary(), flush=True)
    return 1 if report.failed() else 0


def interrupted(number, _frame):
    guest.kill_all()
    sys.exit(128 + number)


def arguments():
    parser = argparse.ArgumentParser(prog="src/lab/run", description="Runs mckey in guests with soft-RoCE.")
    parser.add_argument("--full", action="store_true", help="the full product of values in interop (hours)")
    parser.add_argument("--keep", action="store_true", help="keep logs and captures of what passed, too")
    parser.add_argument("--only", metavar="REGEX", help="only the cases whose names match (for work on one of them)")
    parser.add_argument("part", nargs="*", metavar="PART", help="one or more of: " + ", ".join(PARTS))
    options = parser.parse_args()
    unknown = set(options.part) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return options


def build(programs):
    """Lets the launcher build here, on the host: in a guest it would have to do so under emulation."""
    if programs.is_stock("ours"):
        return
    launcher = programs.path("ours")
    done = subprocess.run([launcher, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          cwd=PROJECT, timeout=900)
    if done.returncode:
        raise SystemExit(f"lab: {launcher} --version ended with {done.returncode}: {done.stdout.strip()}")


def run_parts(names, lab_dir, programs, report, options):
    parts = [(importlib.import_module("parts." + n), Lab(n, lab_dir, programs, report, options)) for n in names]
    for part, lab in parts:
        report.plan(lab.part, [n for n in part.plan(lab) if lab.wanted(n)])
    slots = Slots(CORES)
    with ThreadPoolExecutor(len(parts)) as threads:
        for part, lab in parts:
            slots.take(part.GUESTS)
            threads.submit(run_part, part, lab, report, options.keep).add_done_callback(
                lambda _, n=part.GUESTS: slots.give(n))
    for name in names:
        report.close(name, "no result: its part did not end")


def run_part(part, lab, report, keep):
    name, began, reason = lab.part, time.monotonic(), "no result"
    try:
        part.run(lab)
    except Exception as e:
        reason = f"no result: {type(e).__name__}: {e}"
    report.close(name, reason)
    print(f"{name:<12} took {time.monotonic() - began:.0f} s", flush=True)
    if not report.failed(name) and not keep:
        shutil.rmtree(lab.share)


sys.exit(main())
