"""What ours puts on the wire and into the host's memberships, held against stock's."""
import signal
import time

from labkit import network, pool, wire
from labkit.guest import PATIENCE, lone
from labkit.mckey import JOINED, no_trace, transcript
from parts.differences import unequal

KINDS = ("stock", "ours")
SIZE, COUNT, CONNECTIONS = 1021, 20, 3
SOURCE = "10.7.0.1"
JOIN, LEAVE = 4, 3  # IGMPv3 record types
# role -> further arguments, and whether the role is a member of the group as far as IP goes
ROLES = {
    "sender": (f"-s -c {CONNECTIONS} -C {COUNT} -S {SIZE}", True),
    "receiver": ("-c 2", True),
    "send-only sender": ("-s -o", False),
}

GUESTS = 1


def group(kind, role):
    return f"239.3.{1 + list(ROLES).index(role)}.{1 + KINDS.index(kind)}"


def plan(lab):
    return ([f"{k} {role} {what}" for k in KINDS for role in ROLES for what in ("run", "memberships", "IGMP")] +
            [f"{k} packets" for k in KINDS] + ["same fields"])


def run(lab):
    guest = lone(lab.dir, lab.share, 1200)
    try:
        guest.await_boot()
        guest.sh(network.wire(1) + network.wait_carrier(), label="network")
        tasks = [pool.Task([f"{k} {role} run", f"{k} {role} memberships"], lambda k=k, role=role: one(lab, guest, k, role))
                 for k in KINDS for role in ROLES]
        lab.run_tasks(tasks, 3)
        time.sleep(3)  # the kernel repeats its leave reports within a second or two
    finally:
        problem = guest.stop()
    if problem:
        raise RuntimeError(problem)
    judge_capture(lab)


def one(lab, guest, kind, role):
    """Holds the run once it has joined, looks at the memberships, and lets it end."""
    more, member = ROLES[role]
    g, label = group(kind, role), f"{kind}-{role.replace(' ', '-')}"
    args = ["-m", g, "-b", SOURCE, *more.split()]
    many = int(args[args.index("-c") + 1]) if "-c" in args else 1
    seen = [memberships(guest, g)]
    job = guest.start(lab.programs.command(kind, args, hold_leave="-s" in args), PATIENCE, label)
    job.wait_for(JOINED, many)
    job.signal(signal.SIGSTOP)
    seen.append(memberships(guest, g))
    job.signal(signal.SIGCONT)
    if role == "receiver":
        feed(lab, guest, job, g)
    status = job.wait()
    seen.append(memberships(guest, g))
    lab.case(f"{kind} {role} run", unequal(
        {"status": status, "stdout": job.out, "stderr": job.err},
        {"status": 0, "stdout": transcript("-s" in args, g, many), "stderr": ""}) + no_trace(job.err))
    lab.case(f"{kind} {role} memberships", [
        f"{when}: {'no ' * (not got)}membership of {g}"
        for when, got, want in zip(("before", "during", "after"), seen, (False, member, False)) if got != want])


def memberships(guest, g):
    return f" {g}\n" in guest.sh("ip maddr show dev eth0 | sed 's/ users.*//'", label="maddr")


def feed(lab, guest, receiver, g):
    receiver.wait_for("receiving data transfers")
    sender = guest.start(lab.programs.command("stock", ["-m", g, "-b", SOURCE, "-s", "-o"], hold_leave=True), 60, "feed")
    if sender.wait() != 0:
        raise RuntimeError(f"the sender that feeds the receiver failed: {sender.out}{sender.err}")


def judge_capture(lab):
    capture = lab.share / "wire.pcap"
    reports, packets = wire.igmp(capture), wire.packets(capture)
    for kind in KINDS:
        for role, (_, member) in ROLES.items():
            types = [t for _, t, g in reports if g == group(kind, role)]
            lab.case(f"{kind} {role} IGMP", igmp_problems(types, member))
        run = packets[SOURCE, group(kind, "sender")]
        lab.case(f"{kind} packets", wire.check_run(run, CONNECTIONS, COUNT, SIZE))
    stock, ours = ([per_qp(packets[SOURCE, group(k, "sender")])] for k in KINDS)
    lab.case("same fields", differing(stock[0], ours[0]))


def igmp_problems(types, member):
    if not member:
        return [f"reports of the types {types}"] * bool(types)
    return ["no join report"] * (JOIN not in types) + ["no leave report"] * (LEAVE not in types)


def per_qp(run):
    """-> the packets' fields per queue pair, in the order of their QP numbers"""
    return [[dict(p.fields, psn=p.psn, destination=None) for p in run if p.qpn == q] for q in sorted({p.qpn for p in run})]


def differing(stock, ours):
    if not stock or len(stock) != len(ours):
        return [f"{len(stock)} queue pairs of stock's, {len(ours)} of ours"]
    return [f"packet {i} of queue pair {q}: {name} is {b[name]} where stock has {a[name]}"
            for q, (s, o) in enumerate(zip(stock, ours)) for i, (a, b) in enumerate(zip(s, o))
            for name in a if a[name] != b[name]][:3]
