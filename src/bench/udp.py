#!/usr/bin/env python3
"""Datagrams per second and loss over UDP multicast: ours against iperf 2, sockperf and plain C loops.

All send datagrams of the same length on the wire, in turn, to a receiver of their own kind, over loopback and across a
veth pair, in network namespaces of their own. Where there are two processors, the receiver has one for itself.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import kit

RUNS = kit.turns(3)
GROUP = "239.9.9.9"
SIZES = {64: 36_000_000, 1024: 12_000_000}  # ours sends so many
AROUND = 28  # BTH, DETH, immediate and ICRC: what RoCE adds to a payload
SECONDS = 1
PREFIX = f"mckey-bench-{os.getpid()}-"


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Path:
    """A way from a sender to a receiver: namespaces, and an address in each."""

    def __init__(self, name, sender, receiver):
        self.name = name
        self.sender, self.receiver = sender, receiver

    def run(self, end, processor, words):
        namespace, _ = end
        pinned = ["taskset", "-c", str(processor)] if os.cpu_count() > 1 else []
        return kit.Run(["ip", "netns", "exec", PREFIX + namespace, *pinned, *words])

    def send(self, *words):
        return self.run(self.sender, 0, words)

    def receive(self, *words):
        return self.run(self.receiver, 1, words)


def make_paths():
    for name in ("lo", "a", "b"):
        ip("netns", "add", PREFIX + name)
        ip("-n", PREFIX + name, "link", "set", "lo", "up")
    ip("-n", PREFIX + "lo", "route", "add", "224.0.0.0/4", "dev", "lo")
    ip("-n", PREFIX + "a", "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", PREFIX + "b")
    for name, address in (("a", "10.7.0.1/24"), ("b", "10.7.0.2/24")):
        ip("-n", PREFIX + name, "addr", "add", address, "dev", "eth0")
        ip("-n", PREFIX + name, "link", "set", "eth0", "up")
        ip("-n", PREFIX + name, "route", "add", "224.0.0.0/4", "dev", "eth0")
    local = ("lo", "127.0.0.1")
    return [Path("loopback", local, local), Path("veth", ("a", "10.7.0.1"), ("b", "10.7.0.2"))]


def drop_paths():
    for name in ("lo", "a", "b"):
        subprocess.run(["ip", "netns", "del", PREFIX + name], stderr=subprocess.DEVNULL, check=False)


def ours(path, size, folder):
    count = SIZES[size]
    file = os.path.join(folder, "sent")

    def words(end):
        return [
            kit.MCKEY, "--transport", "udp", "-m", GROUP, "-b", end[1], "-S", str(size), "-C", str(count),
            "--settle", "0",
        ]  # fmt: skip

    # It only counts, as the others' receivers do; with --stats and the like it would also measure.
    receiver = path.receive(*words(path.receiver)).await_text("joined")
    path.send(*words(path.sender), "-s", f"--json={file}").wait().expect("return status 0")
    time.sleep(0.5)
    if receiver.ended():
        received = count
        receiver.wait().expect("return status 0")
    else:
        receiver.stop(signal.SIGUSR1).await_text(r"received \d+ of")
        received = int(re.search(r"received (\d+) of", receiver.output()).group(1))
        receiver.stop().wait().expect("return status 130")
    sent = json.load(open(file))["connections"][0]["sent"]
    return sent["completed"] / (sent["spanNs"] / 1e9), 1 - received / count


def loop(mode, seconds=SECONDS):
    """A C loop; the limit runs as long as ours, since a busy machine lets a short run have more than its share."""
    sink = "gro" if mode == "segment" else "sink"

    def run(path, size, folder):
        flood = os.path.join(folder, "flood")
        wire = str(size + AROUND)
        receiver = path.receive(flood, sink, GROUP, path.receiver[1], wire, "0.5").await_text("ready")
        sender = path.send(flood, mode, GROUP, path.sender[1], wire, str(seconds)).wait()
        sent, nanos = map(int, sender.text.split())
        return sent / nanos * 1e9, 1 - int(receiver.wait().text.split()[-1]) / sent

    return run


def iperf(path, size, folder):
    wire = str(size + AROUND)
    receiver = path.receive("iperf", "-s", "-u", "-B", GROUP, "-l", wire, "-w", "4M", "-e").await_text("Receiving|window|size")
    time.sleep(0.2)
    sender = path.send("iperf", "-c", GROUP, "-u", "-b", "100g", "-l", wire, "-t", str(SECONDS), "-w", "4M", "-B", path.sender[1])
    text = sender.wait().text
    time.sleep(0.7)
    found = re.search(r"Sent (\d+) datagrams", text)
    span = re.search(r"0\.0+-\s*([\d.]+) sec", text)
    report = re.findall(r"(\d+)/\s*(\d+) \([\d.e+-]+%\)", receiver.stop().wait().text)
    if not found or not span or not report:
        sys.exit(f"iperf:\n{text}\n{receiver.text}")
    sent = int(found.group(1))
    lost, total = map(int, report[-1])
    return sent / float(span.group(1)), max(0.0, 1 - (total - lost) / sent)


def sockperf(path, size, folder):
    wire = str(size + AROUND)
    common = ["-i", GROUP, "-p", "11111"]
    receiver = path.receive(
        "sockperf", "server", *common, "--mc-rx-if", path.receiver[1], "--buffer-size", str(4 << 20)
    ).await_text("listen on|Warmup")
    time.sleep(0.2)
    sender = path.send(
        "sockperf", "throughput", *common, "--mc-tx-if", path.sender[1], "-m", wire, "-t", str(SECONDS),
        "--buffer-size", str(4 << 20),
    ).wait()  # fmt: skip
    time.sleep(0.3)
    text = receiver.stop().wait().text
    rate = re.search(r"Message Rate is (\d+) \[msg/sec\]", sender.text)
    sent = re.search(r"Total of (\d+) messages sent", sender.text)
    taken = re.search(r"Total (?:of )?(\d+) messages received", text)
    if not rate:
        sys.exit(f"sockperf:\n{sender.text}\n{text}")
    loss = max(0.0, 1 - int(taken.group(1)) / int(sent.group(1))) if taken and sent else float("nan")
    return int(rate.group(1)), loss


CASES = {
    "ours": ours,
    "C, UDP_SEGMENT": loop("segment", 7),
    "C, sendmmsg": loop("sendmmsg"),
    "C, sendto": loop("sendto"),
    "iperf 2": iperf,
    "sockperf": sockperf,
}
GOALS = {"iperf 2": 1.25, "sockperf": 1.5}


def rows(name, size, figures):
    """The rows of one path and size; the ratio is ours to the row's, within a turn."""
    best = max((c for c in CASES if c.startswith("C,")), key=lambda c: kit.median(rate for rate, _ in figures[c]))
    for case in CASES:
        pairs = list(zip(figures["ours"], figures[case]))
        goal = "0.85" if case == best else GOALS.get(case, "")
        loss = kit.median(loss for _, (_, loss) in pairs)
        told = loss == loss
        yield (
            name,
            size,
            case + (", the best loop" if case == best else ""),
            f"{kit.median(rate for _, (rate, _) in pairs) / 1000:,.0f}",
            f"{kit.median(arrived(other) for _, other in pairs) / 1000:,.0f}" if told else "not told",
            f"{loss:.2%}" if told else "not told",
            "" if case == "ours" else kit.spread(our / other for (our, _), (other, _) in pairs),
            "" if case == "ours" or not told else kit.spread(arrived(our) / arrived(other) for our, other in pairs),
            goal,
        )


def arrived(figures):
    """Datagrams per second that came to the receiver; a sender that waits for it loses none."""
    rate, loss = figures
    return max(rate * (1 - loss), 1)


def main():
    if os.geteuid() != 0:
        sys.exit("udp: network namespaces need root")
    missing = [name for name in ("iperf", "sockperf") if not shutil.which(name)]
    if missing:
        sys.exit(f"udp: install {' and '.join(missing)} (Debian packages of the same names)")
    kit.build()
    folder = tempfile.mkdtemp()
    try:
        kit.compile_c("flood", folder)
        paths = make_paths()
        figures = {(path, size): {case: [] for case in CASES} for path in paths for size in SIZES}
        for _ in range(RUNS):
            for (path, size), cases in figures.items():
                for case, run in CASES.items():
                    cases[case].append(run(path, size, folder))
        lines = [row for (path, size), cases in figures.items() for row in rows(path.name, size, cases)]
        kit.publish(
            "udp",
            f"`RUNS={RUNS} src/bench/run udp`: medians of {RUNS} turns, with the range of the ratios, which are ours to "
            f"the row's. A message of 64 bytes is a datagram of {64 + AROUND}, and all send that. {kit.machine()}.",
            kit.table(("path", "message", "sender, and a receiver of its kind", "thousand/s sent", "arrived", "lost", "ratio sent", "ratio arrived", "goal"), lines),
        )
    finally:
        drop_paths()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
