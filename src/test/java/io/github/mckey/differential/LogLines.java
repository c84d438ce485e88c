package io.github.mckey.differential;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the rules do to the lines of a log. */
final class LogLines {
  private static final Pattern LENGTH = Pattern.compile(" length=(\\d+) ");

  private LogLines() {}

  static boolean isCall(String line, String function) {
    int name = line.indexOf(' ') + 1;
    return line.startsWith("call")
        && line.startsWith(function, name)
        && line.startsWith(" ", name + function.length());
  }

  static boolean isCompletion(String line) {
    return line.startsWith("wc ");
  }

  static UnaryOperator<String> without(Predicate<String> unwanted) {
    return line -> unwanted.test(line) ? null : line;
  }

  /** Returns the line without the number behind each of the names given. */
  static String withoutNumbers(String line, String... names) {
    String changed = line;
    for (String name : names) {
      changed = changed.replaceAll("\\b" + name + "=\\d+", name + "=*");
    }
    return changed;
  }

  /** Moves the lines of each QP, in their order, behind the others. */
  static View gathered(View view, Predicate<String> lines) {
    List<String> rest = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    for (String line : view.log()) {
      (lines.test(line) ? moved : rest).add(line);
    }
    moved.sort(Comparator.comparing(line -> line.split(" ")[1]));
    rest.addAll(moved);
    return view.withLog(rest);
  }

  /**
   * Returns the log without the successful calls of a posting function, of which only the requests
   * matter, and with a refused call, its number of requests left out, behind the requests that it
   * took.
   */
  static View unchained(View view, String function) {
    List<String> lines = new ArrayList<>();
    String refused = null;
    for (String line : view.log()) {
      if (refused != null && !line.startsWith("wr ")) {
        lines.add(refused);
        refused = null;
      }
      if (!isCall(line, function)) {
        lines.add(line);
      } else if (!line.endsWith(" -> 0")) {
        refused = line.replaceFirst(" n=\\d+", "");
      }
    }
    if (refused != null) {
      lines.add(refused);
    }
    return view.withLog(lines);
  }

  /** Returns the view without the sends that the other one's QPs did not come to. */
  static View asFarAsPosted(View view, View other) {
    Map<String, Integer> left = new HashMap<>();
    for (String line : other.log()) {
      if (isSend(line)) {
        left.merge(line.split(" ")[1], 1, Integer::sum);
      }
    }
    return view.mapLog(
        without(line -> isSend(line) && left.merge(line.split(" ")[1], -1, Integer::sum) < 0));
  }

  private static boolean isSend(String line) {
    return line.startsWith("wr ") && line.contains(" send");
  }

  /** Returns where the leaving begins, or the destruction where nothing is left. */
  static int endOfPhases(List<String> log) {
    for (int i = 0; i < log.size(); i++) {
      String line = log.get(i);
      if (isCall(line, Runs.LEAVE)
          || line.startsWith("call ibv_de")
          || line.startsWith("call rdma_destroy")) {
        return i;
      }
    }
    return log.size();
  }

  /** Returns the line as it is where all messages share one slot, with room for the GRH area. */
  static String inOneSlot(String line, int messageSize) {
    Matcher length = LENGTH.matcher(line);
    if (isCall(line, "ibv_reg_mr") && length.find()) {
      // Less than one slot would not hold a message.
      long room = Math.min(Long.parseLong(length.group(1)), messageSize + 40L);
      return length.replaceFirst(" length=" + room + " ");
    }
    return line.replaceFirst("^(wr qp\\d+ send_imm mr\\d+)\\+\\d+/", "$1+0/");
  }

  /** Returns a copy without the deregistrations of memory that never was registered. */
  static List<String> withoutNullRegions(List<String> log) {
    List<String> lines = new ArrayList<>(log);
    lines.removeIf(line -> isCall(line, "ibv_dereg_mr") && line.contains(" - -> "));
    return lines;
  }
}
