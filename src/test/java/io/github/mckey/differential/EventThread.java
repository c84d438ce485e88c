package io.github.mckey.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * CM events that come after all connections have joined: stock takes them on a thread of its own,
 * ours between its other work.
 */
final class EventThread {
  private static final String GET = "rdma_get_cm_event";
  private static final String ACK = "rdma_ack_cm_event";
  private static final String LATE = "late ";
  private static final String LATE_FAILURE = "late failure ";

  private EventThread() {}

  /**
   * Puts late events behind the log and the lines about them behind stdout, and takes those away
   * that came when stock was leaving already.
   */
  static View ofStock(View view) {
    List<String> rest = new ArrayList<>();
    List<String> late = new ArrayList<>();
    boolean leaving = false;
    int tooLate = 0;
    for (String line : view.log()) {
      if (!line.startsWith("call.t")) {
        rest.add(line);
        leaving |= LogLines.isCall(line, Runs.LEAVE);
      } else if (!leaving) {
        addLate(late, line);
      } else if (isTold(line)) {
        tooLate++;
      }
    }
    rest.addAll(late);
    return eventLinesLast(view.withLog(rest), tooLate);
  }

  /** Does the same to ours, which has one thread and takes no events when it leaves. */
  static View ofOurs(View view) {
    List<String> rest = new ArrayList<>();
    List<String> late = new ArrayList<>();
    int pending = 0;
    boolean joined = false;
    for (String line : view.log()) {
      boolean eventCall = LogLines.isCall(line, GET) || LogLines.isCall(line, ACK);
      if (joined && eventCall) {
        addLate(late, line);
        continue;
      }
      rest.add(line);
      if (LogLines.isCall(line, "rdma_create_id") && line.contains(" -> 0 ")) {
        pending++;
      } else if (LogLines.isCall(line, "ibv_create_ah") && line.contains(" -> ah")) {
        pending--;
      } else if (LogLines.isCall(line, ACK)) {
        joined = pending == 0;
      }
    }
    rest.addAll(late);
    return eventLinesLast(view.withLog(rest), 0);
  }

  private static void addLate(List<String> late, String line) {
    if (LogLines.isCall(line, GET)) {
      late.add(
          line.contains(" -> 0 ")
              ? LATE + line.replaceFirst(".* -> 0 ev\\d+ ", "")
              : LATE_FAILURE + line.replaceFirst(".* -> ", ""));
    }
  }

  private static boolean isTold(String line) {
    return line.contains(" MULTICAST_ERROR ") || line.contains(" ADDR_CHANGE ");
  }

  private static View eventLinesLast(View view, int tooLate) {
    List<String> rest = new ArrayList<>();
    List<String> events = new ArrayList<>();
    for (String line : view.stdout()) {
      boolean event = line.startsWith("mckey: event: ") && line.contains(", status: ");
      (event ? events : rest).add(line);
    }
    rest.addAll(events.subList(0, events.size() - tooLate));
    return view.withStdout(rest);
  }

  static boolean isLate(String line) {
    return line.startsWith(LATE);
  }

  static boolean isLateFailure(String line) {
    return line.startsWith(LATE_FAILURE);
  }
}
