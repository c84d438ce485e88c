"""Ours over UDP sockets in one guest, stock and ours over verbs in the other: both ways, then the whole wire."""
from dataclasses import dataclass

from labkit import network, pool, wire
from labkit.guest import pair
from labkit.mckey import JOINED, no_trace, transcript
from parts.matrix import value

GUESTS = 2
WIDTH = 3
PATIENCE = 900  # seconds for one run; a JVM takes long to start in a guest
DIRECTIONS = (("udp", "stock"), ("stock", "udp"), ("udp", "ours"), ("ours", "udp"))
# What is changed on the guest with verbs and on the one with sockets before the rows of each phase.
PHASES = {
    "plain": ("", ""),
    # The device's queue is full all the time, which no descriptor tells about.
    "short-queue": ("", "ip link set eth0 txqueuelen 2"),
    "jumbo": ("ip link set eth0 mtu 9000; sleep 1", "ip link set eth0 txqueuelen 1000 mtu 9000; sleep 1"),
}
ADDRESS = {"udp": "10.7.0.2", "stock": "10.7.0.1", "ours": "10.7.0.1"}
RMEM_DEFAULT, RMEM_LARGE = 212992, 8 << 20
WARNING = "mckey: warning: the receive buffer of "
TAKEN = "port that the driver holds is explained"
DROPS = "grep ^Udp: /proc/net/snmp; head -n 1 /proc/net/softnet_stat; grep eth0 /proc/net/dev"
WARNED = "receiver warns of a burst at the default buffer"


@dataclass
class Row:
    name: str
    send: str
    receive: str = None  # as send where nothing else is said
    alone: bool = False
    phase: str = "plain"
    directions: tuple = DIRECTIONS


ROWS = [
    Row("size 1 count 1", "-S 1 -C 1"),
    Row("size 2 connections 10", "-S 2 -c 10"),
    Row("size 3", "-S 3"),
    Row("size 4 send-only", "-o -S 4 -C 10", "-S 4 -C 10"),
    Row("size 5 count 1000", "-S 5 -C 1000"),
    Row("size 23", "-S 23 -C 100"),
    Row("size 100", ""),
    Row("size 1023 connections 10", "-S 1023 -c 10 -C 20"),
    Row("size 1024 count 10000", "-S 1024 -C 10000", alone=True),
    Row("short queue", "-S 1024 -C 2000", alone=True, phase="short-queue", directions=(("udp", "stock"),)),
    Row("size 4096 jumbo", "-S 4096 -C 100", phase="jumbo"),
]


class Case:
    def __init__(self, row, sender, receiver, number):
        self.row, self.sender, self.receiver = row, sender, receiver
        self.name = f"{sender}>{receiver} {row.name}"
        self.group = f"239.9.7.{1 + number}"
        self.send_args = row.send.split()
        self.receive_args = (row.send if row.receive is None else row.receive).split()
        self.size, self.count = value(self.send_args, "-S", 100), value(self.send_args, "-C", 10)
        self.connections = value(self.send_args, "-c", 1)


def cases(lab):
    runs = [Case(r, s, t, i) for i, (r, (s, t)) in enumerate((r, d) for r in ROWS for d in r.directions)]
    return [c for c in runs if lab.wanted(c.name) or lab.wanted(c.name + " wire")]


def plan(lab):
    names = [c.name for c in cases(lab)]
    return [TAKEN, WARNED] + names + [n + " wire" for n in names]


def run(lab):
    verbs, sockets = guests = pair(lab.dir, lab.share, 4800)
    try:
        for guest in guests:
            guest.await_boot()
        verbs.sh(network.wire(1) + network.wait_carrier(), label="network")
        sockets.sh("ip addr add 10.7.0.2/24 dev eth0; ip link set eth0 txqueuelen 20000 up\n" + network.wait_carrier(),
                   label="network")
        if lab.wanted(TAKEN):
            lab.case(TAKEN, taken(lab, sockets))
        sockets.sh("rmmod rdma_rxe", label="driver")  # its socket holds the port, device or not
        if lab.wanted(WARNED):
            lab.case(WARNED, warned(lab, sockets))
        sockets.sh(f"sysctl -w net.core.rmem_max={RMEM_LARGE}", label="buffer")
        for phase, changes in PHASES.items():
            for guest, change in zip(guests, changes):
                guest.sh(change, label=phase)
            execute(lab, verbs, sockets, [c for c in cases(lab) if c.row.phase == phase])
    finally:
        problems = [g.stop() for g in guests]
    if any(problems):
        raise RuntimeError(f"guests: {problems}")
    check_wire(lab)


def taken(lab, guest):
    """The driver is loaded and has the port, though no device is on it."""
    args = ["--transport", "udp", "-m", "239.9.8.2", "-b", ADDRESS["udp"]]
    job = guest.start(lab.programs.command("ours", args), PATIENCE, "taken")
    status = job.wait()
    first = (job.err.splitlines() or [""])[0]
    wanted = "mckey: failure joining: Address already in use: UDP port 4791 is held by the kernel's RoCE driver"
    return [f"status {status}"] * (status != 255) + [f"stderr {job.err!r}"] * (not first.startswith(wanted))


def warned(lab, guest):
    """At the kernel's default a burst does not fit: one warning, which names the setting."""
    guest.sh(f"sysctl -w net.core.rmem_max={RMEM_DEFAULT}", label="buffer")
    args = ["--transport", "udp", "-m", "239.9.8.1", "-b", ADDRESS["udp"], "-C", "10000", "-S", "1024", "-c", "2"]
    job = guest.start(lab.programs.command("ours", args), PATIENCE, "warned")
    job.wait_for("receiving data transfers")
    job.signal(15)
    status = job.wait()
    lines = [line for line in job.err.splitlines() if line.startswith(WARNING)]
    problems = [] if status == 143 else [f"status {status}"]
    if len(lines) != 1 or "net.core.rmem_max=" not in lines[0]:
        problems.append(f"stderr {job.err!r}")
    return problems


def execute(lab, verbs, sockets, wanted):
    lab.run_tasks([pool.Task([c.name], lambda c=c: lab.case(c.name, one(lab, verbs, sockets, c)), c.row.alone)
                   for c in wanted], WIDTH)


def one(lab, verbs, sockets, c):
    receiver = start(lab, verbs, sockets, c, c.receiver, c.receive_args, "receiver")
    receiver.wait_for(JOINED, value(c.receive_args, "-c", 1))
    sender = start(lab, verbs, sockets, c, c.sender, c.send_args + ["-s"], "sender")
    problems = judge(sender, transcript(True, c.group, c.connections)) + judge(
        receiver, transcript(False, c.group, value(c.receive_args, "-c", 1)))
    if problems and c.receiver == "udp":
        problems.append("dropped in the guest so far: " + sockets.sh(DROPS, label="drops").strip())
    return problems


def start(lab, verbs, sockets, c, kind, args, role):
    args = ["-m", c.group, "-b", ADDRESS[kind], *args]
    if kind == "udp":
        args = ["--transport", "udp", *args]
    command = lab.programs.command("stock" if kind == "stock" else "ours", args, hold_leave=role == "sender")
    name = f"{c.name.replace(' ', '_').replace('>', '-')}-{role}"
    return (sockets if kind == "udp" else verbs).start(command, PATIENCE, name)


def judge(job, want):
    status = job.wait()
    problems = [] if status == 0 else [f"status {status}"]
    if job.out != want:
        problems.append(f"stdout {job.out!r}")
    rest = [line for line in job.err.splitlines() if not line.startswith(WARNING)]
    problems += [f"stderr {rest}"] * bool(rest) + no_trace(job.err.replace(WARNING, ""))
    return [f"{job.name}: {p}" for p in problems]


def check_wire(lab):
    seen = wire.packets(lab.share / "wire.pcap")
    for c in cases(lab):
        run = seen.get((ADDRESS[c.sender], c.group), [])
        lab.case(c.name + " wire", wire.check_run(run, c.connections, c.count, c.size))
