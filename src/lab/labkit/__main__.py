"""The lab's command line: runs parts and prints the table of cases."""
import argparse
import importlib
import shutil
import signal
import subprocess
import sys
import time
import os
from pathlib import Path

from labkit import guest
from labkit.mckey import PROJECT, Programs
from labkit.report import Report

PARTS = ["transcripts", "interop", "wire", "failures"]


class Lab:
    """What a part gets: where to work, what to run, where to report."""

    def __init__(self, part, lab_dir, programs, report, full):
        self.part, self.dir, self.programs, self.full = part, lab_dir, programs, full
        self._report = report
        self.share = lab_dir / "runs" / part
        shutil.rmtree(self.share, ignore_errors=True)
        self.share.mkdir(parents=True)

    def case(self, name, problems):
        self._report.case(self.part, name, problems)

    def skip(self, name, reason):
        self._report.skip(self.part, name, reason)


def main():
    options = arguments()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    lab_dir = Path(os.environ["LAB_DIR"]).resolve()
    programs = Programs(lab_dir)
    build(programs)
    report = Report(sys.stdout)
    for name in options.part or PARTS:
        run_part(name, Lab(name, lab_dir, programs, report, options.full), report, options.keep)
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


def run_part(name, lab, report, keep):
    part = importlib.import_module("parts." + name)
    report.plan(name, part.plan(lab))
    began, reason = time.monotonic(), "no result"
    try:
        part.run(lab)
    except Exception as e:
        reason = f"no result: {type(e).__name__}: {e}"
    report.close(name, reason)
    print(f"{name:<12} took {time.monotonic() - began:.0f} s", flush=True)
    if not report.failed(name) and not keep:
        shutil.rmtree(lab.share)


sys.exit(main())
