"""The one place that says where ours may differ from a transcript, and what it prints then. Rows: docs/compatibility.md.

Each entry names its row and what is expected: "status", "stdout" ("last": only its closing line; "contains": parts of
it), "stderr" as a whole or its "first" line and what it "lacks". What an entry does not mention is as stock has it, and
of stderr the first line counts.
"""
import json

from labkit.mckey import PROJECT, joined, transcript

USAGE = json.loads((PROJECT / "src/test/resources/transcripts/option-missing-value.json").read_text())["stdout"]


def _refused(row, message):
    return {"row": row, "status": 1, "stdout": USAGE, "stderr": message + "\n"}


def _crowded(group):
    """More connections than rxe takes per group: the last join fails, and the run says so (D1) and why (D18)."""
    return {"row": "D1", "status": 255, "stdout": (
        "mckey: starting client\nmckey: joining\n" + joined(group) * 56 +
        "mckey: event: RDMA_CM_EVENT_MULTICAST_ERROR, error: -1\ntest complete\nreturn status -1\n"), "stderr": (
        "mckey: the device takes 56 members of a group, from all processes of this host, and as many of this run had"
        " joined: -c 56 at most\n")}


def _unicast(address):
    """No group at all: the join fails, and the run says so (D1) and why (D18)."""
    return {"row": "D1", "status": 255, "last": "return status -1",
            "stderr": f"mckey: {address} is no multicast address, and RoCE joins nothing else\n"}


# What -h prints is documentation and grows; the tests of the command line hold its text.
_HELP = {"row": "D3", "status": 0, "stderr": "", "contains": ["usage: mckey ", "\n  -M ", "\n  -o\n", "\nexit status: "]}
_UNMAPPED = "mckey: failure joining: "
_INVENTED = "resolve addr failure"  # stock's second line, with an errno of some earlier call

TABLE = {
    "receiver-unicast": _unicast("10.7.0.2"),
    "sender-unicast-group": _unicast("10.7.0.2"),
    "sender-unicast-self": _unicast("10.7.0.1"),
    "script-unicast": _unicast("10.7.0.2"),
    "sender-bind-ifname": {"row": "D18", "stderr": "mckey: d0 is a network interface: give it to --interface\n"},
    "sender-57-connections": _crowded("239.1.1.1"),
    "script-100-connections": _crowded("224.0.0.7"),
    "script-127-connections": _crowded("239.0.0.1"),
    "sender-connections-0": _refused("D2", "mckey: option -c takes a whole number from 1 to 65535, not '0'"),
    "sender-connections-junk": _refused("D2", "mckey: option -c takes a whole number from 1 to 65535, not 'abc'"),
    "sender-connections-negative": _refused("D2", "mckey: option -c takes a whole number from 1 to 65535, not '-1'"),
    "sender-count-junk": _refused("D2", "mckey: option -C takes a whole number, 0 or more, not '5x'"),
    "sender-size-negative": _refused("D2", "mckey: option -S takes a whole number from 0 to 2147483647, not '-1'"),
    "option-help": _HELP,
    "option-long-help": _HELP,
    "sender-portspace-tcp": _refused("D4", "mckey: option -p takes 0x111 (UDP) or 0x2 (IPoIB), not '0x0106'"),
    "sender-portspace-junk": _refused("D4", "mckey: option -p takes 0x111 (UDP) or 0x2 (IPoIB), not 'udp'"),
    "no-arguments": _refused("D5", "mckey: a multicast group is needed: give -m or -M"),
    "sender-both-m-M": _refused("D6", "mckey: options -m and -M exclude each other"),
    "sender-count-20000": {"row": "D9", "status": 0, "stdout": transcript(True, "239.1.1.1"), "stderr": ""},
    "sender-unmapped": {"row": "D10", "first": _UNMAPPED + "Unknown error 524", "lacks": _INVENTED},
    "sender-unmapped-zero": {"row": "D10", "first": _UNMAPPED + "Invalid argument", "lacks": _INVENTED},
    "script-zero-unmapped": {"row": "D10", "first": _UNMAPPED + "Invalid argument", "lacks": _INVENTED},
    "unmapped-over-mtu": {"row": "D10", "stderr": "mckey: resolve addr failure: Invalid argument\n"},
}


def first(text):
    return text.split("\n", 1)[0]


def expected(name, stock):
    """-> what ours has to do in a run that the table names"""
    entry = TABLE[name]
    want = {k: entry.get(k, stock[k]) for k in ("status", "stdout", "stderr")}
    want["stderr"] = entry.get("first", want["stderr"])
    if "last" in entry:
        want["stdout"] = "\n".join(stock["stdout"].splitlines()[:-1] + [entry["last"]]) + "\n"
    return want | {k: entry[k] for k in ("contains", "lacks") if k in entry}


def unequal(got, want, whole_stderr=False):
    """-> problems. stderr counts by its first line, unless whole_stderr."""
    problems = []
    if got["status"] != want["status"]:
        problems.append(f"status {got['status']}, not {want['status']}")
    if "contains" in want:
        problems += [f"stdout lacks {c!r}" for c in want["contains"] if c not in got["stdout"]]
    elif got["stdout"] != want["stdout"]:
        problems.append("stdout: " + where(got["stdout"], want["stdout"]))
    if "lacks" in want and want["lacks"] in got["stderr"]:
        problems.append(f"stderr holds {want['lacks']!r}")
    view = (lambda text: text) if whole_stderr else first
    if view(got["stderr"]) != view(want["stderr"]):
        problems.append("stderr: " + where(view(got["stderr"]), view(want["stderr"])))
    return problems


def where(got, want):
    """Names the first line in which two texts differ."""
    a, b = got.split("\n"), want.split("\n")
    for i in range(max(len(a), len(b))):
        x, y = (t[i] if i < len(t) else "(end)" for t in (a, b))
        if x != y:
            return f"line {i + 1} is {x!r}, not {y!r}"
    return "equal"
