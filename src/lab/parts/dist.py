"""The distributed tar.xz on verbs, against stock mckey in the other guest: in a small system without Java, as a user."""
import shlex

from labkit import network, pool
from labkit.guest import PATIENCE, pair
from labkit.mckey import JOINED, PROJECT, no_trace, transcript

GUESTS = 2
ROOT = PROJECT / "target/dist-root"
USER = "setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH=/usr/bin:/bin LANG=C "
HERE, THERE = "10.7.0.2", "10.7.0.1"
# Row: options of both sides.
ROWS = {"defaults": [], "many": ["-c", "5", "-C", "100", "-S", "1023"]}
NAMES = [f"{a}>{b} {row}" for row in ROWS for a, b in (("stock", "dist"), ("dist", "stock"))]
OTHERS = ["nothing to build with", "help", "check", "smoke on the device"]


def plan(lab):
    return OTHERS + NAMES


def run(lab):
    archives = sorted((PROJECT / "target/dist").glob("mckey-*-linux-x86_64.tar.xz"))
    if not archives or not ROOT.exists():
        for name in plan(lab):
            lab.skip(name, "no distribution here to try; src/test/dist/run makes one")
        return
    there, here = guests = pair(lab.dir, lab.share, 3600)
    try:
        for number, guest in enumerate(guests, 1):
            guest.await_boot()
            guest.sh(network.wire(number) + network.wait_carrier(), label="network")
        here.sh(unpack(archives[-1]), PATIENCE, "unpack")
        tasks = [pool.Task([n], lambda n=n, c=c: lab.case(n, c(here))) for n, c in CHECKS.items()]
        tasks += [pool.Task([n], lambda n=n, i=i: lab.case(n, one(lab, there, here, n, i))) for i, n in enumerate(NAMES)]
        lab.run_tasks(tasks, 2)
    finally:
        problems = [g.stop() for g in guests]
    if any(problems):
        raise RuntimeError(f"guests: {problems}")


def unpack(archive):
    """The small system with this guest's kernel and devices, and the archive unpacked in it by the user."""
    return f"""
cd {shlex.quote(str(ROOT))}
mount -t proc proc proc; mount --rbind /sys sys; mkdir -p dev; mount --rbind /dev dev
chmod 666 /dev/infiniband/*
mkdir -p 'srv/für mckey'; chown 65534:65534 srv/*
cp {shlex.quote(str(archive))} srv/archive
chroot . {USER} tar -C '/srv/für mckey' -xJf /srv/archive
mv srv/für*/mckey-* 'srv/für mckey/m'
"""


def command(program, args):
    inside = f"exec chroot {shlex.quote(str(ROOT))} {USER}"
    return inside + shlex.join([f"/srv/für mckey/m/bin/{program}", *args])


def nothing(here):
    tools = "java javac mvn gcc cc"
    job = here.start(f"exec chroot {shlex.quote(str(ROOT))} sh -c 'command -v {tools}'", label="tools")
    job.wait()
    return [f"there is {job.out!r}"] * bool(job.out)


def help_(here):
    return ended(here.start(command("mckey", ["--help"]), PATIENCE, "help"), "usage: mckey ")


def check(here):
    job = here.start(command("mckey", ["--check", "-m", "239.9.6.1", "-b", HERE]), PATIENCE, "check")
    return ended(job, "mckey can run here: 0 failures")


def smoke(here):
    """The device is found, and used without being asked for."""
    return ended(here.start(command("mckey-smoke", []), PATIENCE, "smoke"), "every message arrived, over verbs")


def ended(job, words):
    status = job.wait()
    return ([f"status {status}"] * (status != 0) + [f"stdout {job.out[-300:]!r}"] * (words not in job.out) +
            [f"stderr {job.err[:300]!r}"] * bool(job.err))


def one(lab, there, here, name, number):
    """Both sides print what every good run prints."""
    sender, receiver = name.split()[0].split(">")
    group, options = f"239.9.6.{10 + number}", ROWS[name.split()[1]]
    connections = int(options[options.index("-c") + 1]) if "-c" in options else 1

    def start(kind, role):
        args = ["-m", group, "-b", HERE if kind == "dist" else THERE, *options, *["-s"] * (role == "sender")]
        if kind == "dist":
            return here.start(command("mckey", args), PATIENCE, f"{number}-{role}")
        return there.start(lab.programs.command("stock", args, hold_leave=role == "sender"), PATIENCE, f"{number}-{role}")

    receiving = start(receiver, "receiver")
    receiving.wait_for(JOINED, connections)
    sending = start(sender, "sender")
    return judge(sending, transcript(True, group, connections)) + judge(
        receiving, transcript(False, group, connections))


def judge(job, want):
    status = job.wait()
    problems = [f"status {status}"] * (status != 0) + [f"stdout {job.out!r}"] * (job.out != want)
    problems += [f"stderr {job.err[:300]!r}"] * bool(job.err) + no_trace(job.err)
    return [f"{job.name}: {p}" for p in problems]


CHECKS = dict(zip(OTHERS, [nothing, help_, check, smoke]))
