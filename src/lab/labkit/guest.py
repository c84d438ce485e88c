"""Boots guests under QEMU and runs jobs in them by way of guest/agent.py."""
import json, os, socket, subprocess, tempfile, threading, time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
BOOT_SECONDS = 300
PATIENCE = 900  # seconds for one run of a program; a JVM takes 10 to start in a guest, and minutes on a busy machine
_processes = []  # every QEMU that this process started


def kill_all():
    """For the way out on a signal: waiting jobs then end at once."""
    for process in _processes:
        process.kill()


class GuestError(Exception):
    pass


class Job:
    """A command in a guest. Its output lands in the shared folder as it is written."""

    def __init__(self, guest, name, deadline):
        self.guest, self.name, self._deadline = guest, name, deadline
        self._ended, self._status = threading.Event(), None

    def ended(self, status):
        self._status = status
        self._ended.set()

    @property
    def out(self):
        return self._read(".out")

    @property
    def err(self):
        return self._read(".err")

    def wait(self):
        """-> exit status as a shell shows it, or None where the job was cut off at its deadline."""
        if not self._ended.wait(self._deadline + 60):
            raise GuestError(f"{self.name}: no word from guest {self.guest.name}")
        if self.guest.dead:
            raise GuestError(f"{self.name}: guest {self.guest.name} {self.guest.dead}")
        return self._status

    def wait_for(self, text, times=1):
        """Waits until the job's output holds the text so many times."""
        end = time.monotonic() + self._deadline
        while self.out.count(text) < times:
            over = self._ended.is_set()
            if over and self.out.count(text) < times:
                raise GuestError(f"{self.name} ended with {self._status} before '{text}': {brief(self.out + self.err)}")
            if time.monotonic() > end:
                raise GuestError(f"{self.name}: no '{text}' in {self._deadline} s")
            time.sleep(0.05)

    def signal(self, number):
        self.guest.tell(id=self.name, signal=int(number))

    def _read(self, kind):
        path = self.guest.share / (self.name + kind)
        return path.read_text(errors="replace") if path.exists() else ""


def brief(text):
    lines = text.strip().splitlines()
    return " | ".join(lines[-3:]) or "(nothing)"


class Guest:
    def __init__(self, lab_dir, name, share, limit, devices=(), clock=()):
        """limit: seconds after which the whole guest is killed, whatever it is doing. clock: QEMU's options for it."""
        self.name, self.share, self.dead = name, Path(share), None
        self._jobs, self._count, self._gate = {}, 0, threading.Lock()
        self._up, self._sockets = threading.Event(), tempfile.mkdtemp(prefix="lab-")
        self._console = open(self.share / f"{name}.console", "wb")
        self._qemu = subprocess.Popen(self._arguments(Path(lab_dir), [*clock, *devices]), stdin=subprocess.DEVNULL,
                                      stdout=self._console, stderr=subprocess.STDOUT)
        _processes.append(self._qemu)
        self._timer = threading.Timer(limit, self._kill, [f"was killed at its limit of {limit} s"])
        self._timer.daemon = True
        self._timer.start()
        threading.Thread(target=self._reap, daemon=True).start()
        self._agent = self._connect()
        threading.Thread(target=self._listen, daemon=True).start()

    def _arguments(self, lab_dir, devices):
        shared = "security_model=none,multidevs=remap"
        return ["qemu-system-x86_64", "-M", "q35,accel=tcg", "-cpu", "max", "-m", os.environ.get("LAB_MEMORY", "1536"),
                "-smp", "1", "-nodefaults", "-display", "none", "-serial", "stdio", "-monitor", "none", "-no-reboot",
                "-kernel", str(lab_dir / "vmlinuz"), "-initrd", str(lab_dir / "initrd.gz"),
                "-append", f"console=ttyS0 quiet panic=-1 lab.agent={HERE / 'guest/agent.py'}",
                "-virtfs", f"local,path=/,mount_tag=hostroot,readonly=on,{shared}",
                "-virtfs", f"local,path={self.share},mount_tag=share,{shared}",
                "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=lab",
                "-chardev", f"socket,id=agent,path={self._sockets}/agent,server=on,wait=off", *devices]

    def _connect(self):
        end = time.monotonic() + 20
        while True:
            try:
                agent = socket.socket(socket.AF_UNIX)
                agent.connect(self._sockets + "/agent")
                return agent
            except OSError:
                agent.close()
                if self.dead or time.monotonic() > end:
                    raise GuestError(f"guest {self.name} did not start, see {self._console.name}") from None
                time.sleep(0.05)

    def await_boot(self):
        self._up.wait(BOOT_SECONDS)
        if self.dead or not self._up.is_set():
            raise GuestError(f"guest {self.name} did not boot: {self.dead or 'no word from its agent'}; "
                             f"see {self._console.name}")

    def start(self, command, deadline=60, label="job"):
        """Starts a bash command. deadline: seconds until the guest's agent ends it."""
        with self._gate:
            self._count += 1
            job = Job(self, f"{self.name}-{self._count:03}-{label}", deadline)
            self._jobs[job.name] = job
        (self.share / (job.name + ".cmd")).write_text(command + "\n")
        if self.dead:
            raise GuestError(f"{job.name}: guest {self.name} {self.dead}")
        self.tell(id=job.name, command=command, deadline=deadline)
        return job

    def sh(self, command, deadline=60, label="sh"):
        """Runs a command that has to succeed. -> its output"""
        job = self.start("set -e\n" + command, deadline, label)
        status = job.wait()
        if status != 0:
            raise GuestError(f"{job.name} ended with {status}: {brief(job.err or job.out)}")
        return job.out

    def tell(self, **message):
        with self._gate:
            self._agent.sendall((json.dumps(message) + "\n").encode())

    def stop(self):
        """Lets the guest power off, or kills it where it does not within 20 s. -> None, or what went wrong"""
        early = self.dead
        self._timer.cancel()
        try:
            if not early:
                self.tell(bye=True)
            self._qemu.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self._kill("did not power off")
            early = early or "did not power off"
        self._agent.close()
        self._console.close()
        subprocess.run(["rm", "-rf", self._sockets], check=False)
        return early

    def _listen(self):
        with self._agent.makefile("r") as lines:
            try:
                for line in lines:
                    message = json.loads(line)
                    if "hello" in message:
                        self._up.set()
                    else:
                        self._jobs[message["id"]].ended(message["status"])
            except (OSError, ValueError):
                pass  # the guest went away; _reap says so

    def _reap(self):
        self._qemu.wait()
        self.dead = self.dead or "is gone"
        self._up.set()
        for job in list(self._jobs.values()):
            job.ended(None)

    def _kill(self, reason):
        self.dead = self.dead or reason
        self._qemu.kill()


def pair(lab_dir, share, limit, capture=True, clock=()):
    """Two guests on one virtual wire. share/wire.pcap holds what crossed it, unless nothing is captured.
    clock: as Guest takes it. -> A, B; B may still be booting"""
    dump = ["-object", f"filter-dump,id=f0,netdev=n0,file={share}/wire.pcap"] if capture else []
    sockets = tempfile.mkdtemp(prefix="lab-")
    path = f"addr.type=unix,addr.path={sockets}/wire"
    a = Guest(lab_dir, "A", share, limit, [
        "-netdev", f"stream,id=n0,server=on,{path}", "-device", card(1), *dump], clock)
    try:
        b = Guest(lab_dir, "B", share, limit, ["-netdev", f"stream,id=n0,server=off,{path}", "-device", card(2)], clock)
    except GuestError:
        a.stop()
        raise
    return a, b


def lone(lab_dir, share, limit):
    """One guest whose network card leads nowhere; share/wire.pcap holds what it sent."""
    return Guest(lab_dir, "A", share, limit, [
        "-netdev", "user,id=n0,restrict=on,ipv6=off", "-device", card(1), "-object",
        f"filter-dump,id=f0,netdev=n0,file={share}/wire.pcap"])


def card(number):
    return f"virtio-net-pci,netdev=n0,mac=52:54:00:07:00:{number:02},romfile="
