"""The runs of interop. Each row goes in every direction; in the normal run each value comes up at least once in each."""
import itertools
from dataclasses import dataclass

DIRECTIONS = [("stock", "ours"), ("ours", "stock"), ("ours", "ours")]
# Beyond so many deliveries (each message goes to each of the receiver's queue pairs) a run takes too long under emulation.
MOST_DELIVERIES = 1_000_000


@dataclass
class Row:
    name: str
    send: str = ""
    receive: str = None  # as send where nothing else is said
    kind: str = "plain"
    alone: bool = False
    jumbo: bool = False  # wants the wire at an MTU of 9000
    only_ours: bool = False
    skip: str = ""


ROWS = [
    Row("size 1 count 1", "-S 1 -C 1"),
    Row("size 2 connections 10", "-S 2 -c 10"),
    Row("size 3 stray words", "stray -S 3 word -C 10 -c 1 --"),
    Row("size 4 send-only", "-o -S 4 -C 10", "-S 4 -C 10"),
    Row("size 5 count 1000", "-S 5 -C 1000"),
    Row("size 23 connections 56", "-S 23 -C 10 -c 56"),
    Row("every message counts", "-c 10 -C 10", "-C 100"),
    Row("connections 57", "-c 57", kind="crowded"),
    Row("size 1023 cluster", "-C10 -S1023 -p0x111"),
    Row("script plain", "-C 20"),
    Row("script peer as a word", "PEER -C 1000 -S 1024", "-C 1000 -S 1024"),
    Row("receiver joins in the pause", "", kind="late"),
    Row("size 1024 count 16000", "-S 1024 -C 16000", alone=True),
    Row("size 1024 count 20000", "-S 1024 -C 20000", alone=True, only_ours=True),
    Row("script 50 connections", "-c 50 -C 300 -S 1024", "-C 300 -S 1024 -c 2", alone=True),
    Row("size 4096 jumbo", "-S 4096 -C 10", jumbo=True),
]


def product():
    """A long run, and everything with everything, for --full."""
    yield Row("size 64 count 200000", "-S 64 -C 200000", alone=True, only_ours=True)
    sizes, counts, connections = (1, 2, 3, 4, 5, 23, 100, 1023, 1024, 4096), (1, 10, 1000, 16000, 20000), (1, 10, 56)
    for size, count, many, only in itertools.product(sizes, counts, connections, ("", "-o ")):
        deliveries = count * many * many
        yield Row(f"full {only}size {size} count {count} connections {many}", f"{only}-S {size} -C {count} -c {many}",
                  f"-S {size} -C {count} -c {many}", alone=deliveries > 10_000, jumbo=size > 1024,
                  only_ours=count > 16000,
                  skip=f"{deliveries} deliveries" if deliveries > MOST_DELIVERIES else "")


@dataclass
class Case:
    row: Row
    sender: str
    receiver: str
    number: int

    def __post_init__(self):
        r = self.row
        self.name = f"{self.sender}>{self.receiver} {r.name}"
        self.kind, self.alone, self.jumbo, self.skip = r.kind, r.alone, r.jumbo, r.skip
        self.only_ours = r.only_ours
        self.group = f"239.{2 + self.number // 250}.7.{1 + self.number % 250}"
        self.upward = self.number % 2 == 0  # B sends to A; the others go from A to B
        self.send_args, self.receive_args = r.send.split(), (r.send if r.receive is None else r.receive).split()
        self.size, self.send_count = value(self.send_args, "-S", 100), value(self.send_args, "-C", 10)
        self.send_connections = value(self.send_args, "-c", 1)
        self.receive_connections = value(self.receive_args, "-c", 1)


def value(args, option, default):
    joined = " ".join(args).replace(option + " ", option).split()
    return next((int(a[2:]) for a in joined if a.startswith(option)), default)


def cases(full):
    rows = ROWS + (list(product()) if full else [])
    runs = [(r, s, t) for r in rows for s, t in DIRECTIONS if (s, t) == ("ours", "ours") or not r.only_ours]
    return [Case(r, s, t, i) for i, (r, s, t) in enumerate(runs)]
