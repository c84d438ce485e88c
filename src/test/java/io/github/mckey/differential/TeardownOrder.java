package io.github.mckey.differential;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The order in which a run gives everything back, whatever ended it: all leaves, then for each
 * connection what it has of AH, QP, CQ, MR, PD, and its id; last the event channel. Judges our runs
 * where stock's are no measure. The completion channel, which stock has not, goes when its last CQ
 * has gone; the stand-ins refuse it before.
 */
final class TeardownOrder {
  private static final Pattern RIGHT = Pattern.compile("L*(A?Q?C?M?P?I)*E?");

  private static final Map<String, String> LETTERS =
      Map.of(
          "rdma_leave_multicast", "L",
          "ibv_destroy_ah", "A",
          "rdma_destroy_qp", "Q",
          "ibv_destroy_cq", "C",
          "ibv_dereg_mr", "M",
          "ibv_dealloc_pd", "P",
          "rdma_destroy_id", "I",
          "rdma_destroy_event_channel", "E");

  /** What may come between: late events and completions, the completion channel. */
  private static final Pattern BETWEEN =
      Pattern.compile(
          "(wc |call rdma_get_cm_event |call ibv_(poll_cq|ack|get_cq_event|destroy_comp_channel)).*");

  private TeardownOrder() {}

  /** Returns whether the log of a run ends in that order. */
  static boolean isRight(List<String> log) {
    StringBuilder letters = new StringBuilder();
    for (int i = log.size() - 1; i >= 0; i--) {
      String line = log.get(i);
      String letter = line.startsWith("call ") ? LETTERS.get(line.split(" ")[1]) : null;
      if (letter != null) {
        letters.insert(0, letter);
      } else if (!BETWEEN.matcher(line).matches() && !line.startsWith("call rdma_ack_cm_event ")) {
        break;
      }
    }
    return RIGHT.matcher(letters).matches();
  }
}
