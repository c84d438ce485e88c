package io.github.mckey.measure;

/** Whether the times in a source's messages can be compared with this host's clock. */
public enum ClockTrust {
  /** The messages carry no time. */
  NO_TIME,
  /** Sender and receiver run under the same kernel: one clock. */
  SAME_CLOCK,
  /** Two clocks, and nothing that contradicts them: right as far as the hosts keep the time. */
  UNVERIFIED,
  /** Two clocks, and messages that arrived before they were sent: no latency can be told. */
  CONTRADICTED
}
