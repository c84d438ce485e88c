"""The two programs under test, and the lines that both print."""
import os
import shlex
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
STOCK = "mckey"  # by its bare name, which its usage text shows
JOINED = "mckey: joined dgid:"


class Programs:
    def __init__(self, lab_dir):
        self._preload = f"{lab_dir}/stock.so"
        self.subject = os.environ.get("LAB_SUBJECT", "ours")
        if self.subject not in ("ours", "stock"):
            raise SystemExit("lab: LAB_SUBJECT is 'ours' or 'stock'")

    def is_stock(self, kind):
        return "stock" in (kind, self.subject)

    def path(self, kind):
        return STOCK if self.is_stock(kind) else str(PROJECT / "bin/mckey")

    def command(self, kind, args, hold_leave=False, plain=False):
        """A shell command that becomes the program. plain: stock without the library that flushes its lines."""
        env = ["env"]
        if not self.is_stock(kind):
            if "JAVA_HOME" in os.environ:
                env.append("JAVA_HOME=" + os.environ["JAVA_HOME"])
        elif not plain:
            env += ["LD_PRELOAD=" + self._preload] + ["LAB_HOLD_LEAVE=1"] * hold_leave
        return "exec " + shlex.join((env if len(env) > 1 else []) + [self.path(kind), *args])


def joined(group):
    return f"{JOINED} ::ffff:{group} mlid 0x0 sl 0\n"


def transcript(sender, group, connections=1):
    """What a run that works prints."""
    return (f"mckey: starting {'client' if sender else 'server'}\nmckey: joining\n" + joined(group) * connections +
            f"{'initiating' if sender else 'receiving'} data transfers\n"
            "data transfers complete\ntest complete\nreturn status 0\n")


def no_trace(err):
    """-> problems: what no run may print on stderr, whatever went wrong"""
    bad = ("Exception", "\tat ", "WARNING:", "# A fatal error", "Picked up")
    return [f"stderr holds '{b.strip()}': {err.strip()[:200]!r}" for b in bad if b in err]
