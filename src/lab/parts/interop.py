"""Two guests on a virtual wire: stock to ours, ours to stock, ours to ours; afterwards the whole wire is checked."""
import signal
import time

from labkit import network, pool, wire
from labkit.guest import PATIENCE, pair
from labkit.mckey import JOINED, no_trace, transcript
from parts import matrix
from parts.differences import unequal

GUESTS = 2
WIDTH = 3
WORDS = {"S": "sender", "R": "receiver"}
FULL = ("mckey: the device takes 56 members of a group, from all processes of this host, and as many of this run had "
        "joined: -c 56 at most\n")


def cases_of(lab):
    cases = matrix.cases(lab.full)
    for c in cases:
        if not lab.wanted(c.name) and not lab.wanted(c.name + " wire"):
            c.skip = "not asked for"
        elif c.only_ours and lab.programs.is_stock("ours"):
            c.skip = "stock's queues cannot hold it"
    return cases


def plan(lab):
    names = [c.name for c in cases_of(lab)]
    return names + [n + " wire" for n in names]


def run(lab):
    guests = pair(lab.dir, lab.share, 36000 if lab.full else 4800)
    try:
        for number, guest in enumerate(guests, 1):
            guest.await_boot()
            guest.sh(network.wire(number) + network.wait_carrier(), label="network")
        cases = cases_of(lab)
        small, large = [c for c in cases if not c.jumbo], [c for c in cases if c.jumbo]
        execute(lab, guests, small)
        for guest in guests:
            guest.sh("ip link set eth0 mtu 9000; sleep 1", label="jumbo")
        execute(lab, guests, large)
    finally:
        problems = [g.stop() for g in guests]
    if any(problems):
        raise RuntimeError(f"guests: {problems}")
    check_wire(lab, cases)


def execute(lab, guests, cases):
    tasks = []
    for c in cases:
        if c.skip:
            lab.skip(c.name, c.skip)
        else:
            tasks.append(pool.Task([c.name], lambda c=c: lab.case(c.name, ROLES[c.kind](lab, guests, c)), c.alone))
    lab.run_tasks(tasks, WIDTH)


def start(lab, guest, c, role):
    kind, args = (c.sender, c.send_args) if role == "S" else (c.receiver, c.receive_args)
    number = 1 if guest.name == "A" else 2
    args = ["-m", c.group, "-b", f"10.7.0.{number}"] + (["-s"] if role == "S" else []) + [
        a.replace("PEER", f"10.7.0.{3 - number}") for a in args]
    sends = role == "S" and c.kind != "crowded"
    command = lab.programs.command(kind, args, hold_leave=sends)
    return guest.start(command, PATIENCE, f"{c.name.replace(' ', '_').replace('>', '')}-{WORDS[role]}")


def judge(job, want_text, want_status, want_error=""):
    status = job.wait()
    problems = unequal({"status": status, "stdout": job.out, "stderr": job.err},
                       {"status": want_status, "stdout": want_text, "stderr": want_error}) + no_trace(job.err)
    return [f"{job.name}: {p}" for p in problems]


def good(c, receiver, sender):
    return (judge(sender, transcript(True, c.group, c.send_connections), 0) +
            judge(receiver, transcript(False, c.group, c.receive_connections), 0))


def plain(lab, guests, c):
    """The sender starts once every connection of the receiver has joined."""
    to, source = guests if c.upward else guests[::-1]
    receiver = start(lab, to, c, "R")
    receiver.wait_for(JOINED, c.receive_connections)
    return good(c, receiver, start(lab, source, c, "S"))


def late(lab, guests, c):
    """The receiver joins while the sender, two seconds into its pause, is held there."""
    to, source = guests if c.upward else guests[::-1]
    sender = start(lab, source, c, "S")
    sender.wait_for(JOINED, c.send_connections)
    time.sleep(2)
    sender.signal(signal.SIGSTOP)
    problems = ["the sender was past its pause when it was held"] if "initiating" in sender.out else []
    receiver = start(lab, to, c, "R")
    receiver.wait_for(JOINED, c.receive_connections)
    sender.signal(signal.SIGCONT)
    return problems + good(c, receiver, sender)


def crowded(lab, guests, c):
    """57 connections: the device takes 56 members a group, and the run ends with the error of the last join."""
    to, source = guests if c.upward else guests[::-1]
    problems = []
    for role, job in [(r, start(lab, g, c, r)) for r, g in (("R", to), ("S", source))]:
        kind = c.sender if role == "S" else c.receiver
        status, hint = (0, "") if lab.programs.is_stock(kind) else (255, FULL)  # D1, D18
        joined = transcript(role == "S", c.group, 56).split("initiating")[0].split("receiving")[0]
        problems += judge(job, joined + "mckey: event: RDMA_CM_EVENT_MULTICAST_ERROR, error: -1\ntest complete\n"
                          f"return status {0 if status == 0 else -1}\n", status, hint)
    return problems


ROLES = {"plain": plain, "late": late, "crowded": crowded}


def check_wire(lab, cases):
    seen = wire.packets(lab.share / "wire.pcap")
    for c in cases:
        if c.skip:
            lab.skip(c.name + " wire", c.skip)
            continue
        source = "10.7.0.2" if c.upward else "10.7.0.1"
        run = seen.pop((source, c.group), [])
        if c.kind == "crowded":
            lab.case(c.name + " wire", [f"{len(run)} packets of a sender that failed"] * bool(run))
        else:
            lab.case(c.name + " wire", wire.check_run(run, c.send_connections, c.send_count, c.size))
    if seen:
        raise RuntimeError(f"packets of nobody's run: {[f'{k}: {len(v)}' for k, v in seen.items()]}")
