"""Runs tasks side by side, since most of a case is waiting; the tasks that need the guest for themselves come last."""
from concurrent.futures import ThreadPoolExecutor


class Task:
    def __init__(self, names, work, alone=False):
        """work() runs the case or cases named; what it raises is their failure."""
        self.names, self.work, self.alone = names, work, alone


def run(tasks, width, failed):
    """failed(name, reason) is told of each case whose task raised."""

    def attempt(task):
        try:
            task.work()
        except Exception as e:  # a broken case must not take the others with it
            for name in task.names:
                failed(name, f"{type(e).__name__}: {e}")

    with ThreadPoolExecutor(width) as pool:
        list(pool.map(attempt, [t for t in tasks if not t.alone]))
    for task in tasks:
        if task.alone:
            attempt(task)
