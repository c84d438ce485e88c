"""The one place that says where ours may differ from a transcript, and what it prints then. Rows: docs/compatibility.md.

Each entry names its row and the expected status, stdout and first line of stderr; what an entry does not mention is as
stock has it. USAGE stands for stock's usage text.
"""
import json

from labkit.mckey import PROJECT, joined

USAGE = json.loads((PROJECT / "src/test/resources/transcripts/option-missing-value.json").read_text())["stdout"]


def _refused(row, message):
    return {"row": row, "status": 1, "stdout": USAGE, "first": message}


def _crowded(group):
    """More connections than rxe takes per group: the last join fails, and the run says so (D1)."""
    return {"row": "D1", "status": 255, "stdout": (
        "mckey: starting client\nmckey: joining\n" + joined(group) * 56 +
        "mckey: event: RDMA_CM_EVENT_MULTICAST_ERROR, error: -1\ntest complete\nreturn status -1\n")}


_UNICAST = {"row": "D1", "status": 255, "last": "return status -1"}

TABLE = {
    "receiver-unicast": _UNICAST,
    "sender-unicast-group": _UNICAST,
    "sender-unicast-self": _UNICAST,
    "sender-57-connections": _crowded("239.1.1.1"),
    "script-100-connections": _crowded("224.0.0.7"),
    "script-127-connections": _crowded("239.0.0.1"),
}


def first(text):
    return text.split("\n", 1)[0]


def expected(name, stock):
    entry = TABLE[name]
    want = {k: entry.get(k, stock[k]) for k in ("status", "stdout", "stderr")}
    if "last" in entry:  # only the closing line differs
        want["stdout"] = "\n".join(stock["stdout"].splitlines()[:-1] + [entry["last"]]) + "\n"
    if "first" in entry:
        want["stderr"] = entry["first"]
    if "contains" in entry:
        want["contains"] = entry["contains"]
    return want


def unequal(got, want, whole_stderr=False):
    """-> problems. stderr counts by its first line, unless whole_stderr."""
    problems = []
    if got["status"] != want["status"]:
        problems.append(f"status {got['status']}, not {want['status']}")
    if "contains" in want:
        problems += [f"stdout lacks {c!r}" for c in want["contains"] if c not in got["stdout"]]
    elif got["stdout"] != want["stdout"]:
        problems.append("stdout: " + where(got["stdout"], want["stdout"]))
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
