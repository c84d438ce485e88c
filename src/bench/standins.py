#!/usr/bin/env python3
"""Posting and polling, the fabric taken away: processor time per message on stand-ins that do next to nothing.

The stand-ins count the process's processor time from the first post until the completion queue is destroyed. The
difference of two runs of different length is what a message costs once the program runs. Ours carries a header of 44
bytes in messages of that length and more, which stock's do not have; shorter ones go without.
"""

import re
import tempfile

import kit

RUNS = kit.turns(7)

# Queues that take the shorter counts whole, as stock needs them; ours then uses them again and again.
FABRIC = "fabric=roce;mode=noop;max_cqe=4200000;max_qp_wr=2100000"
COUNTS = {"stock": (200_000, 2_000_000), "ours": (20_000_000, 60_000_000)}
CASES = {
    "send, 100 bytes": ["-s"],
    "send, 40 bytes (no header)": ["-s", "-S", "40"],
    "receive, 100 bytes": [],
}


def nanos(program, words, count):
    """Returns the processor time of one run in nanoseconds."""
    environment = {"LD_LIBRARY_PATH": kit.STANDINS, "MCKEY_STANDIN": FABRIC}
    line = ["-m", "239.1.1.1", "-b", "10.7.0.1", "-C", str(count), *words]
    if program == "ours":
        line = [kit.MCKEY, "--settle", "0", *line]
    else:
        line = [kit.stock(), *line]
        environment["LD_PRELOAD"] = kit.STANDINS + "/nosleep.so"
    with tempfile.NamedTemporaryFile() as log:
        kit.Run(line, MCKEY_STANDIN_LOG=log.name, **environment).wait().expect("return status 0")
        return int(re.search(rb"count noop.cpu_ns (\d+)", log.read()).group(1))


def per_message(program, words):
    few, many = COUNTS[program]
    return (nanos(program, words, many) - nanos(program, words, few)) / (many - few)


def main():
    if not kit.stock():
        raise SystemExit("standins: the C program is not installed (Debian: rdmacm-utils)")
    kit.build()
    figures = {name: [] for name in CASES}
    for _ in range(RUNS):
        for name, words in CASES.items():
            figures[name].append((per_message("ours", words), per_message("stock", words)))
    rows = []
    for name, pairs in figures.items():
        ours, theirs = (kit.median(pair[i] for pair in pairs) for i in range(2))
        rows.append((name, f"{ours:.1f}", f"{theirs:.1f}", kit.spread(a / b for a, b in pairs), "1.0"))
    first = kit.median(nanos("ours", ["-s"], 2_000_000) / 2_000_000 for _ in range(3))
    kit.publish(
        "standins",
        f"`RUNS={RUNS} src/bench/run standins`: medians of {RUNS} turns, with the range of the ratio. {kit.machine()}. "
        f"Compiling included, the first two million messages cost ours {first:.0f} ns each.",
        kit.table(("posted and polled", "ours, CPU ns", "stock", "ratio", "goal"), rows),
    )


if __name__ == "__main__":
    main()
