package io.github.mckey.transport.udp;

/** The completion statuses that occur here ({@code enum ibv_wc_status}). */
final class WorkStatus {
  /** IBV_WC_SUCCESS. */
  static final int SUCCESS = 0;

  /** IBV_WC_LOC_LEN_ERR: the message is longer than the posted buffer. */
  static final int LOCAL_LENGTH = 1;

  /** IBV_WC_WR_FLUSH_ERR: posted to a queue pair that has failed. */
  static final int FLUSHED = 5;

  private WorkStatus() {}

  /** Returns ibv_wc_status_str(3). */
  static String text(int status) {
    return switch (status) {
      case SUCCESS -> "success";
      case LOCAL_LENGTH -> "local length error";
      case FLUSHED -> "Work Request Flushed Error";
      default -> "unknown";
    };
  }
}
