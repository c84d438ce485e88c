package io.github.mckey.differential;

import static io.github.mckey.differential.LogLines.without;

import io.github.mckey.run.ExitStatus;
import java.util.ArrayList;
import java.util.List;

/** How stock's ends of a run become those that are expected of ours. */
final class Verdicts {
  private Verdicts() {}

  static String secondLine(String text) {
    return text.lines().skip(1).findFirst().orElse("");
  }

  static boolean isVerdict(String line) {
    return line.startsWith("return status ");
  }

  static String verdict(int status) {
    return "return status " + status;
  }

  static View withVerdict(View view, int status) {
    return view.mapStdout(line -> isVerdict(line) ? verdict(status) : line)
        .withStatus(ExitStatus.of(status));
  }

  /** The transfer that stock completed has failed in ours; its completions are not compared. */
  static View failedTransfer(View view, int status, Runs runs) {
    return withVerdict(
        view.mapLog(without(LogLines::isCompletion))
            .mapStdout(without(line -> line.equals(Runs.DONE))),
        runs.stockLeaveFailed() ? -1 : status);
  }

  /** Ours has ended in the midst of what stock does: up to there the two are alike. */
  static View endedEarly(View view, View seen) {
    List<String> stdout = new ArrayList<>();
    int end = seen.stdout().indexOf("test complete");
    stdout.addAll(view.stdout().subList(0, Math.clamp(end, 0, view.stdout().size())));
    stdout.add("test complete");
    stdout.add(verdict(-1));
    int events = Math.max(0, seen.stdout().size() - end - 2);
    List<String> told = view.stdout().stream().filter(l -> l.contains(", status: ")).toList();
    stdout.addAll(told.subList(0, Math.min(events, told.size())));
    return view.withStdout(stdout)
        .withLog(withTeardown(view.log(), seen.log()))
        .withStatus(ExitStatus.of(-1));
  }

  private static List<String> withTeardown(List<String> stock, List<String> seen) {
    int end = LogLines.endOfPhases(seen);
    List<String> log = new ArrayList<>(stock.subList(0, Math.min(end, stock.size())));
    log.addAll(seen.subList(end, seen.size()));
    return log;
  }
}
