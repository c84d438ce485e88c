"""The table of cases. A planned case without a result is a failure, and so is a result that nobody planned."""
import threading


class Report:
    def __init__(self, out):
        self._out, self._gate = out, threading.Lock()
        self._planned, self._results = {}, {}

    def plan(self, part, names):
        doubled = {n for n in names if names.count(n) > 1}
        if doubled:
            raise ValueError(f"{part}: case names are not unique: {sorted(doubled)}")
        self._planned[part] = list(names)

    def case(self, part, name, problems):
        """Records a case: ok when the list of problems is empty."""
        if name not in self._planned[part]:
            problems = ["not planned"] + list(problems)
        self._record(part, name, "FAIL" if problems else "ok", "; ".join(problems))

    def skip(self, part, name, reason):
        self._record(part, name, "skip", reason)

    def close(self, part, reason):
        """Turns each planned case without a result into a failure."""
        for name in self._planned[part]:
            if (part, name) not in self._results:
                self._record(part, name, "FAIL", reason)

    def failed(self, part=None):
        return sum(1 for (p, _), r in self._results.items() if r == "FAIL" and part in (None, p))

    def summary(self):
        results = list(self._results.values())
        line = f"{results.count('ok')} passed, {results.count('FAIL')} failed"
        return line + (f", {results.count('skip')} skipped" if "skip" in results else "")

    def _record(self, part, name, result, reason):
        with self._gate:
            if self._results.get((part, name)) == "FAIL":
                return  # the first failure stands
            self._results[part, name] = result
            print(f"{part:<12} {name:<44} {result:<5} {reason}".rstrip(), file=self._out, flush=True)
