package io.github.mckey.measure;

/** How a run stands. */
public enum RunOutcome {
  /** Not over yet. */
  RUNNING,
  /** Over, and all went well; a loss that was allowed may be part of it. */
  SUCCEEDED,
  /** A step, a completion or the fabric failed. */
  FAILED,
  /** The time was over while messages, or earlier steps, were missing. */
  TIMED_OUT,
  /** A signal ended it. */
  INTERRUPTED
}
