package io.github.mckey.differential;

import io.github.mckey.posix.ErrorTexts;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.standin.Call;
import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.Report;
import java.util.List;
import java.util.Map;

/**
 * Two runs as they were, for the rules to look at.
 *
 * @param scenario what both were run with
 * @param stock stock's run
 * @param ours our run
 * @param seen our run after the rules before
 */
record Runs(Scenario scenario, Outcome stock, Outcome ours, View seen) {
  static final String DONE = "data transfers complete";

  /** In place of the status 0 of an error event, so that stock sees that it is one. */
  static final int NO_STATUS = -4711;

  static final String LEAVE = "rdma_leave_multicast";

  private static final Map<String, Integer> ERRNOS =
      Map.ofEntries(
          Map.entry("EPERM", 1),
          Map.entry("EINTR", 4),
          Map.entry("EIO", 5),
          Map.entry("EAGAIN", 11),
          Map.entry("ENOMEM", 12),
          Map.entry("EACCES", 13),
          Map.entry("EBUSY", 16),
          Map.entry("ENODEV", 19),
          Map.entry("EINVAL", 22),
          Map.entry("EMFILE", 24),
          Map.entry("ENOSYS", 38),
          Map.entry("EOPNOTSUPP", 95),
          Map.entry("EADDRNOTAVAIL", 99),
          Map.entry("ENETUNREACH", 101),
          Map.entry("ETIMEDOUT", 110));

  /** Returns the number of an error by its name. */
  static int errno(String name) {
    Integer number =
        name.startsWith("errno") ? Integer.valueOf(name.substring(5)) : ERRNOS.get(name);
    if (number == null) {
      throw new IllegalArgumentException(name);
    }
    return number;
  }

  /** Returns the text of an error by its name. */
  static String text(String name) {
    return ErrorTexts.strerror(new NativeCalls(), errno(name));
  }

  /**
   * Returns the status that stock's phases had before its leaves overwrote it: that of the step
   * that ended them, or of the first lost membership.
   */
  int stockPhaseStatus() {
    int failed = 0;
    int lost = 0;
    for (Call call : stock.report().calls()) {
      if (call.function().equals(LEAVE)) {
        break;
      }
      if (call.thread() > 0) {
        if (lost == 0 && call.result().contains(" MULTICAST_ERROR ")) {
          lost = eventStatus(call);
        }
      } else if (isStep(call) && call.failed()) {
        failed = status(call);
      } else if (isErrorEvent(call)) {
        failed = eventStatus(call);
      }
    }
    for (String line : stock.stdoutLines()) {
      if (line.contains(" is larger than active mtu ")) {
        failed = -errno("EINVAL");
      }
    }
    return failed != 0 ? failed : lost;
  }

  /** Returns the errno text of the step that ended stock's phases; null where none did. */
  String stockFailure() {
    String cause = null;
    for (Call call : stock.report().calls()) {
      if (isStep(call) && call.failed()) {
        cause = text(call.errno());
      }
    }
    boolean tooLarge =
        stock.stdoutLines().stream().anyMatch(l -> l.contains(" is larger than active mtu "));
    return tooLarge ? text("EINVAL") : cause;
  }

  private static boolean isStep(Call call) {
    return call.thread() == 0 && !call.function().matches("(rdma|ibv)_(de.*|ack.*|leave.*)");
  }

  /** Returns whether a leave of stock's failed. */
  boolean stockLeaveFailed() {
    return stock.report().calls().stream()
        .anyMatch(call -> call.function().equals(LEAVE) && call.failed());
  }

  private static boolean isErrorEvent(Call call) {
    return call.function().equals("rdma_get_cm_event")
        && (call.result().contains(" MULTICAST_ERROR ")
            || call.result().contains(" ADDR_ERROR ")
            || call.result().contains(" ROUTE_ERROR "));
  }

  private static int eventStatus(Call call) {
    int at = call.result().indexOf(" status=") + " status=".length();
    int end = call.result().indexOf(' ', at);
    int status =
        Integer.parseInt(end < 0 ? call.result().substring(at) : call.result().substring(at, end));
    return status == 0 || status == NO_STATUS ? -1 : status;
  }

  private static int status(Call call) {
    return switch (call.function()) {
      case "ibv_query_port", "ibv_post_send", "ibv_post_recv" -> errno(call.errno());
      case "ibv_poll_cq" -> Integer.parseInt(call.result());
      case "ibv_alloc_pd", "ibv_create_cq" -> -errno("ENOMEM");
      default -> -1;
    };
  }

  /** Tells whether a completion of ours was in error. */
  boolean hasFailedCompletions() {
    return ours.report().log().stream()
        .anyMatch(line -> LogLines.isCompletion(line) && !line.contains(" SUCCESS"));
  }

  /** Tells whether ours has read of a removed device. */
  boolean hasLostDevice() {
    return ours.report().calls().stream()
        .anyMatch(
            call ->
                call.function().equals("rdma_get_cm_event")
                    && call.result().contains("DEVICE_REMOVAL"));
  }

  /** Returns the calls of a function that failed in our run. */
  List<Call> failedInOurs(String function) {
    return failed(ours.report(), function);
  }

  /**
   * Tells whether a line of ours names an error that a call of ours ended with, or the missing
   * device of an id without verbs, for which no call is made (D13).
   */
  boolean isCauseOfOurs(String complaint) {
    boolean noDevice = scenario.config().contains("nullverbs=");
    return complaint.startsWith("mckey: ")
        && ((noDevice && complaint.endsWith(": " + text("ENODEV")))
            || ours.report().calls().stream()
                .anyMatch(call -> call.failed() && complaint.contains(text(call.errno()))));
  }

  /** Tells whether a line of ours says that the group is full (D18), and it is. */
  boolean isFullGroup(String complaint) {
    boolean ib = scenario.config().contains("fabric=ib");
    long most = Faults.number(scenario.config(), "members", ib ? 4096 : 56);
    long joined = ours.stdoutLines().stream().filter(l -> l.startsWith("mckey: joined ")).count();
    return joined == most
        && complaint.startsWith("mckey: the device takes " + most + " members of a group, ");
  }

  static List<Call> failed(Report report, String function) {
    return report.calls().stream()
        .filter(call -> call.function().equals(function) && call.failed())
        .toList();
  }
}
