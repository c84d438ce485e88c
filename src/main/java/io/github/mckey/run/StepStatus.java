package io.github.mckey.run;

import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/** What stock mckey makes of a failed step. */
final class StepStatus {
  private static final int ENOMEM = 12;

  private StepStatus() {}

  /** Returns the status that the failed step gives the run; never 0. */
  static int of(TransportException failure) {
    return switch (failure.step()) {
      case ALLOCATE_PD, CREATE_CQ -> -ENOMEM;
      case QUERY_PORT, POST_RECEIVE, POST_SEND, POLL_CQ -> failure.code();
      default -> -1;
    };
  }

  /** Returns whether stock mckey says on stderr that this step failed. */
  static boolean isToldOnStderr(Step step) {
    return switch (step) {
      case QUERY_PORT, ALLOCATE_PD, CREATE_CQ, REGISTER_MR, POST_RECEIVE -> false;
      default -> true;
    };
  }
}
