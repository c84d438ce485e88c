#!/usr/bin/env python3
"""How time and memory grow with -C, -c and --rate: whole runs, on udp over loopback and on the stand-ins."""

import json
import os
import tempfile
import time

import kit

RUNS = kit.turns(3)
UDP = [kit.MCKEY, "--transport", "udp", "-m", "239.9.9.9", "-b", "127.0.0.1", "--settle", "0"]
VERBS = [kit.MCKEY, "-m", "239.1.1.1", "-b", "10.7.0.1", "--settle", "0"]
FABRIC = {
    "LD_LIBRARY_PATH": kit.STANDINS,
    "MCKEY_STANDIN": "fabric=roce;mode=noop",
}
COUNTS = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
PACED = 100_000  # so many messages a second at most, where none are to be lost
CONNECTIONS = [1, 10, 100, 1000]
RATES = [1_000, 10_000, 100_000, 1_000_000]


def pair(count, *words, sending=()):
    """Runs a receiver and a sender over loopback; returns both, and the share that was lost."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "received")
        receiver = kit.Run([*UDP, "-C", str(count), *words, f"--json={file}"]).await_text("receiving")
        sender = kit.Run([*UDP, "-C", str(count), *words, *sending, "-s"]).wait().expect("return status 0")
        end = time.monotonic() + 1
        while not receiver.ended() and time.monotonic() < end:
            time.sleep(0.02)
        receiver.stop().wait()
        if receiver.status not in (0, 130):
            raise SystemExit(f"{receiver.shown()}: status {receiver.status}:\n{receiver.text}")
        with open(file) as document:
            connections = json.load(document)["connections"]
    total = sum(connection["received"]["received"] for connection in connections)
    # With several connections each hears the messages of all.
    return sender, receiver, max(0, 1 - total / (count * len(connections)))


def figures(runs):
    """Seconds of processor time and MiB: medians of the same run, made several times."""
    return f"{kit.median(run.cpu for run in runs):.2f}", f"{kit.median(run.peak for run in runs):.1f}"


def udp_row(name, count, *words, sending=()):
    pairs = [pair(count, *words, sending=sending) for _ in range(RUNS)]
    sent, received, lost = zip(*pairs)
    return (name, *figures(sent), *figures(received), f"{kit.median(lost):.2%}")


def by_count():
    for count in COUNTS:
        verbs = [
            figures([kit.Run([*VERBS, "-C", str(count), *side], **FABRIC).wait().expect("return status 0") for _ in range(RUNS)])
            for side in (["-s"], [])
        ]
        # Ten million at that rate would take minutes.
        rate = ["--rate", str(PACED)] if count <= 1_000_000 else []
        _, *over_udp = udp_row("", count, sending=rate)
        yield (f"{count:,}", *verbs[0], *verbs[1], *over_udp)


def main():
    kit.build()
    udp = ("send s", "MiB", "receive s", "MiB", "lost")
    stand_ins = ("stand-ins: send s", "MiB", "receive s", "MiB", "udp: send s", "MiB", "receive s", "MiB", "lost")
    kit.publish(
        "growth",
        f"`RUNS={RUNS} src/bench/run growth`: medians of {RUNS} runs; seconds of processor time, peak memory. "
        f"{kit.machine()}.",
        f"By the number of messages, 100 bytes each; over udp at {PACED:,} a second up to a million, then as fast as "
        "they go:",
        kit.table(("-C", *stand_ins), by_count()),
        "By the number of connections, 10 messages each:",
        kit.table(("-c", *udp), (udp_row(c, 10, "-c", str(c)) for c in CONNECTIONS)),
        "By the rate, two seconds long:",
        kit.table(("--rate", *udp), (udp_row(f"{r:,}", 2 * r, sending=["--rate", str(r)]) for r in RATES)),
    )


if __name__ == "__main__":
    main()
