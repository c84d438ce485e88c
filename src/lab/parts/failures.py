"""What goes wrong in the field: each failure ends the run, says so in one clear line, and has stock's status."""
import re
import signal

from labkit import network, pool
from labkit.guest import PATIENCE, lone
from labkit.mckey import JOINED, PROJECT, joined, no_trace
from parts.differences import unequal

RECEIVER = ["-m", "239.1.1.1", "-b", "10.7.0.1"]
# An ordinary user reaches the project through a mount of its own: the folders above it may be closed to others.
ELSEWHERE = "/opt/lab"
AS_USER = "setpriv --reuid=65534 --regid=65534 --clear-groups "
NOT_JOINED = "mckey: failure leaving: Cannot assign requested address"
# name -> what to do before and after, and whether an ordinary user runs it; stock and ours have to answer alike
ALIKE = {
    "no rdma_cm node": ("mv /dev/infiniband/rdma_cm /dev/infiniband/away", "mv /dev/infiniband/away /dev/infiniband/rdma_cm", False),
    "rdma_cm not permitted": ("chmod 600 /dev/infiniband/rdma_cm", "chmod 666 /dev/infiniband/rdma_cm", True),
    "uverbs not permitted": ("chmod 600 /dev/infiniband/uverbs0", "chmod 666 /dev/infiniband/uverbs0", True),
    "no uverbs node": ("mv /dev/infiniband/uverbs0 /dev/infiniband/away", "mv /dev/infiniband/away /dev/infiniband/uverbs0", False),
    "no device": ("rdma link delete rxe0", "rdma link add rxe0 type rxe netdev d0", False),
}
# Run one after the other, since each changes the machine for all.
OWN = ["smoke", "ordinary user", "memlock", "interrupt", "terminate", "full device", "closed pipe", "device removed"]

GUESTS = 1


def plan(lab):
    return list(ALIKE) + OWN


def run(lab):
    guest = lone(lab.dir, lab.share, 1800)
    try:
        guest.await_boot()
        guest.sh(network.DUMMIES + f"mkdir -p {ELSEWHERE}; mount --bind {PROJECT} {ELSEWHERE}", label="network")
        checks = [lambda n=n: alike(lab, guest, n) for n in ALIKE]
        checks += [lambda n=n: own(lab, guest, n) for n in OWN]
        lab.run_tasks([pool.Task([n], c, alone=True) for n, c in zip(plan(lab), checks)], 1)
    finally:
        guest.stop()


def alike(lab, guest, name):
    before, after, user = ALIKE[name]
    guest.sh(before, label="before")
    stock, ours = (finish(start(lab, guest, kind, RECEIVER + ["-s"], user, plain=True)) for kind in ("stock", "ours"))
    guest.sh(after, label="after")
    lines = ours["stderr"].strip().splitlines()
    # Stock's line, and at most one more that says what the user can do.
    lab.case(name, unequal(ours, stock) + no_trace(ours["stderr"]) + [f"on stderr: {lines}"] * (len(lines) not in (1, 2)))


def start(lab, guest, kind, args, user=False, around="{}", plain=False):
    command = lab.programs.command(kind, args, plain=plain)
    if user:
        command = command.replace("exec ", "exec " + AS_USER, 1).replace(str(PROJECT), ELSEWHERE)
    return guest.start(around.format(command), PATIENCE, kind)


def finish(job):
    status = job.wait()
    return {"status": status, "stdout": job.out, "stderr": job.err}


def own(lab, guest, name):
    if lab.programs.is_stock("ours") and name != "ordinary user":
        lab.skip(name, "stock hangs, crashes or says nothing here")
    else:
        lab.case(name, OWN_CHECKS[name](lab, guest))


def smoke(lab, guest):
    """Where a device is usable the smoke test takes it, without being told to."""
    job = guest.start(f"cd {PROJECT} && MCKEY_SMOKE_SECONDS={PATIENCE} exec bin/mckey-smoke", PATIENCE, "smoke")
    got = finish(job)
    last = (got["stdout"].splitlines() or [""])[-1]
    return ([f"status {got['status']}: {got['stdout']}"] * (got["status"] != 0) + no_trace(got["stderr"]) +
            [f"verdict {last!r}"] * (last != "smoke: passed: every message arrived, over verbs"))


def ordinary_user(lab, guest):
    got = finish(start(lab, guest, "ours", RECEIVER + ["-s"], user=True))
    return [f"status {got['status']}"] * (got["status"] != 0) + [f"stderr: {got['stderr']}"] * bool(got["stderr"])


def memlock(lab, guest):
    """A limit of 16 KiB holds a few connections' buffers and not ten (D14): stock's lines, the cause (D17), a hint (D18).

    libibverbs warns on its own; the connections that never joined fail to leave, which stock tells for each.
    """
    got = finish(start(lab, guest, "ours", RECEIVER + ["-c", "10"], True, "ulimit -l 16; {}"))
    lines = [line for line in got["stdout"].splitlines() if not line.startswith(JOINED)]
    warning = r"libibverbs: Warning: RLIMIT_MEMLOCK is \d+ bytes.\n.*\n"
    rest = [line for line in re.sub(warning, "", got["stderr"]).splitlines() if line != NOT_JOINED]
    got["stdout"], got["stderr"] = "\n".join(lines) + "\n", "\n".join(rest)
    want = {"status": 255, "stderr": got["stderr"], "stdout": (
        "mckey: starting server\nmckey: joining\nfailed to reg MR\nmckey: failed to create messages: -1\n"
        "test complete\nreturn status -1\n")}
    return unequal(got, want) + no_trace(got["stderr"]) + [
        f"of its own on stderr: {rest}"] * (len(rest) != 2 or "this process may lock 16 KiB of memory" not in rest[-1])


def signalled(number):
    def check(lab, guest):
        """A receiver that waits for ever is told to end: it leaves its group, and says with what status."""
        job = start(lab, guest, "ours", RECEIVER)
        job.wait_for("receiving data transfers")
        job.signal(number)
        got = finish(job)
        want = {"status": 128 + number, "stderr": got["stderr"], "stdout": (
            "mckey: starting server\nmckey: joining\n" + joined("239.1.1.1") +
            f"receiving data transfers\ntest complete\nreturn status {128 + number}\n")}
        return unequal(got, want) + no_trace(got["stderr"]) + still_member(guest)
    return check


def full_device(lab, guest):
    return deaf(lab, guest, "{} > /dev/full")


def closed_pipe(lab, guest):
    return deaf(lab, guest, "({}) | :; exit ${{PIPESTATUS[0]}}")


def deaf(lab, guest, around):
    """Lines that nobody gets are a failure, told once (D16)."""
    got = finish(start(lab, guest, "ours", RECEIVER + ["-s"], around=around))
    lines = got["stderr"].strip().splitlines()
    return ([f"status {got['status']}, not 1"] * (got["status"] != 1) + no_trace(got["stderr"]) +
            [f"{len(lines)} lines on stderr: {lines}"] * (len(lines) != 1) + still_member(guest))


def device_removed(lab, guest):
    """The device goes away under a waiting receiver. The removal itself waits until the receiver lets go."""
    job = start(lab, guest, "ours", RECEIVER)
    job.wait_for("receiving data transfers")
    removal = guest.start("exec rdma link delete rxe0", 60, "removal")
    got = finish(job)
    problems = [f"status {got['status']}"] * (got["status"] in (0, None)) + no_trace(got["stderr"])
    if not re.search(r"\nreturn status -?[1-9]\d*\n$", got["stdout"]):
        problems.append(f"stdout ends with {got['stdout'][-60:]!r}")
    if not (got["stderr"].strip() or "event: RDMA_CM_EVENT_DEVICE_REMOVAL" in got["stdout"]):
        problems.append("nothing says that the device went away")
    return problems + ["the removal did not end"] * (removal.wait() != 0) + still_member(guest)


def still_member(guest):
    return ["still a member of 239.1.1.1"] * ("239.1.1.1" in guest.sh("ip maddr show dev d0", label="maddr"))


OWN_CHECKS = {
    "smoke": smoke, "ordinary user": ordinary_user, "memlock": memlock, "interrupt": signalled(signal.SIGINT),
    "terminate": signalled(signal.SIGTERM), "full device": full_device, "closed pipe": closed_pipe,
    "device removed": device_removed}
