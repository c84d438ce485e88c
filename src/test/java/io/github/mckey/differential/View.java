package io.github.mckey.differential;

import io.github.mckey.standin.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What is compared of a run.
 *
 * @param status the exit status
 * @param stdout its lines
 * @param complaint stderr's first line, empty where there is none
 * @param log the native calls, requests and completions, in order
 * @param left what a clean program does not leave: leaks, events unacknowledged, defects
 */
record View(
    int status, List<String> stdout, String complaint, List<String> log, List<String> left) {
  static View of(Outcome outcome) {
    return new View(
        outcome.status(),
        outcome.stdoutLines(),
        outcome.firstComplaint(),
        outcome.report().log(),
        outcome.report().complaints());
  }

  View withStatus(int exit) {
    return new View(exit, stdout, complaint, log, left);
  }

  View withStdout(List<String> lines) {
    return new View(status, List.copyOf(lines), complaint, log, left);
  }

  View withComplaint(String line) {
    return new View(status, stdout, line, log, left);
  }

  View withLog(List<String> lines) {
    return new View(status, stdout, complaint, List.copyOf(lines), left);
  }

  View withLeft(List<String> lines) {
    return new View(status, stdout, complaint, log, List.copyOf(lines));
  }

  /** Changes every line of the log; null drops one. */
  View mapLog(UnaryOperator<String> change) {
    List<String> lines = new ArrayList<>();
    for (String line : log) {
      String changed = change.apply(line);
      if (changed != null) {
        lines.add(changed);
      }
    }
    return withLog(lines);
  }

  /** Changes every line of stdout; null drops one. */
  View mapStdout(UnaryOperator<String> change) {
    List<String> lines = new ArrayList<>();
    for (String line : stdout) {
      String changed = change.apply(line);
      if (changed != null) {
        lines.add(changed);
      }
    }
    return withStdout(lines);
  }

  /** Names the ways in which the other one differs, for people. */
  List<String> differences(View other) {
    List<String> found = new ArrayList<>();
    if (status != other.status) {
      found.add("status: stock " + status + ", ours " + other.status);
    }
    compare("stdout", stdout, other.stdout, found);
    if (!complaint.equals(other.complaint)) {
      found.add("stderr: stock <" + complaint + ">, ours <" + other.complaint + ">");
    }
    compare("calls", log, other.log, found);
    compare("left behind", left, other.left, found);
    return found;
  }

  private static void compare(
      String what, List<String> stock, List<String> ours, List<String> found) {
    int same = 0;
    while (same < stock.size() && same < ours.size() && stock.get(same).equals(ours.get(same))) {
      same++;
    }
    if (same < stock.size() || same < ours.size()) {
      found.add(
          what
              + ", line "
              + (same + 1)
              + ": stock <"
              + (same < stock.size() ? stock.get(same) : "end")
              + ">, ours <"
              + (same < ours.size() ? ours.get(same) : "end")
              + ">");
    }
  }
}
