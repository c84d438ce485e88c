"""Every recorded transcript, replayed by stock and by ours in one guest: equal, apart from the D table."""
import json

from labkit import network, pool
from labkit.guest import PATIENCE, lone
from labkit.mckey import PROJECT, no_trace, transcript
from parts import differences

GUESTS = 1
WIDTH = 3
RECORDED = PROJECT / "src/test/resources/transcripts"
# More calls than were recorded: how scripts call mckey, where one program alone shows the answer (interop has those that
# need a peer), and -M with a mapped address and with an over-size message.
CALLS = {
    "script-100-connections": "-m 224.0.0.7 -b 10.7.0.1 -c 100 -C 300 -S 1024 -s",
    "script-100-ipoib": "-m 224.0.0.7 -b 10.7.0.1 -c 100 -C 300 -S 1024 -p 0x0002",
    "script-127-connections": "-m 239.0.0.1 -c 127 -b 10.7.0.1 -s",
    "script-ipv6-group": "-m ff02::1:3 -b fd00::1",
    "script-zero-unmapped": "-M 0 -b 10.7.0.1",
    "script-unicast": "-m 10.7.0.2",
    "unmapped-mapped": "-M ::ffff:239.1.5.1 -b 10.7.0.1 -s",
    "unmapped-over-mtu": "-M ff12::1 -b 10.7.0.1 -s -S 1025",
}
ALONE = ("57-connections", "-100-connections", "-127-connections", "16000", "20000")


def plan(lab):
    names = [t["name"] for t in recorded()]
    return ([f"{n} stock" for n in names] + [f"{n} ours" for n in names] +
            [f"{n} ours" for n in CALLS] + ["merged output", "differences used", "nothing left behind"])


def run(lab):
    guest = lone(lab.dir, lab.share, 3000)
    try:
        guest.await_boot()
        guest.sh(network.DUMMIES, label="network")
        used = set()
        tasks = [t for r in recorded() for t in replay(lab, guest, r, used)]
        tasks += [call(lab, guest, name, line.split(), used) for name, line in CALLS.items()]
        tasks.append(pool.Task(["merged output"], lambda: merged(lab, guest)))
        lab.run_tasks(tasks, WIDTH)
        unused = [] if lab.programs.is_stock("ours") or lab.only else sorted(set(differences.TABLE) - used)
        lab.case("differences used", [f"no run for {n}" for n in unused])
        lab.case("nothing left behind", leftovers(guest))
    finally:
        guest.stop()


def recorded():
    return [json.loads(f.read_text()) for f in sorted(RECORDED.glob("*.json"))]


def execute(lab, guest, kind, args, label):
    """-> {"stdout", "stderr", "status"}"""
    job = guest.start(lab.programs.command(kind, args, plain=True), PATIENCE, label)
    status = job.wait()
    return {"stdout": job.out, "stderr": job.err, "status": status}


def replay(lab, guest, record, used):
    name, args = record["name"], record["args"]
    alone = any(a in name for a in ALONE)

    def stock():
        got = execute(lab, guest, "stock", args, name + "-stock")
        lab.case(name + " stock", differences.unequal(got, record, whole_stderr=True))

    def ours():
        got = execute(lab, guest, "ours", args, name + "-ours")
        lab.case(name + " ours", judge(lab, name, got, record, used))

    return [pool.Task([name + " stock"], stock, alone), pool.Task([name + " ours"], ours, alone)]


def call(lab, guest, name, args, used):
    def both():
        stock = execute(lab, guest, "stock", args, name + "-stock")
        ours = execute(lab, guest, "ours", args, name + "-ours")
        lab.case(name + " ours", judge(lab, name, ours, stock, used))

    return pool.Task([name + " ours"], both, any(a in name for a in ALONE))


def judge(lab, name, got, stock, used):
    if lab.programs.is_stock("ours"):
        return differences.unequal(got, stock)
    if name in differences.TABLE:
        used.add(name)
        whole = "stderr" in differences.TABLE[name]
        return differences.unequal(got, differences.expected(name, stock), whole) + no_trace(got["stderr"])
    return differences.unequal(got, stock) + no_trace(got["stderr"])


def merged(lab, guest):
    """Scripts often merge the streams: nothing but stock's lines may be there, in stock's order."""
    args = "-m 239.1.4.1 -b 10.7.0.1 -s".split()
    job = guest.start("exec 2>&1; " + lab.programs.command("ours", args), PATIENCE, "merged")
    status = job.wait()
    lab.case("merged output", differences.unequal({"status": status, "stdout": job.out, "stderr": ""}, {
        "status": 0, "stdout": transcript(True, "239.1.4.1"), "stderr": ""}))


def leftovers(guest):
    state = guest.sh("rdma -p resource show; ip maddr show dev d0; rdma resource show qp; rdma resource show cm_id",
                     label="leftovers")
    return [f"still there: {line.strip()}" for line in state.splitlines()
            if "239." in line or "224.0.0.7" in line or "comm mckey" in line or "comm java" in line]
