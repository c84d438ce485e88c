package io.github.mckey.measure;

/**
 * Spreads messages evenly over time. Only computes: how many are due at a time, and when the next
 * one is. After a hold-up it catches up, but never with more than a tenth of a second's messages at
 * once; what is older is given up.
 */
public final class Pacer {
  private static final double NANOS = 1e9;

  /** How far behind its timetable a sender may be, in nanoseconds, and still catch up. */
  private static final long LONGEST_BURST = 100_000_000L;

  /** Sleeping for less costs more than it is worth; faster senders send several at a time. */
  private static final long SHORTEST_SLEEP = 500_000L;

  private final double nanosPerMessage;
  private long origin;
  private long taken;

  /**
   * Creates a pacer.
   *
   * @param messagesPerSecond more than 0
   * @param startNanos a reading of the monotonic clock: the first message is due then
   */
  public Pacer(double messagesPerSecond, long startNanos) {
    if (!(messagesPerSecond > 0)) {
      throw new IllegalArgumentException("a rate is more than 0");
    }
    this.nanosPerMessage = NANOS / messagesPerSecond;
    this.origin = startNanos;
  }

  /**
   * Returns how many messages may be sent now.
   *
   * @param nowNanos a reading of the monotonic clock
   */
  public long due(long nowNanos) {
    long behind = nowNanos - origin - time(taken);
    if (behind > LONGEST_BURST) {
      origin += behind - LONGEST_BURST;
    }
    long since = nowNanos - origin;
    return since < 0 ? 0 : Math.max(0, (long) (since / nanosPerMessage) + 1 - taken);
  }

  /** Takes note of messages that were sent. */
  public void sent(long messages) {
    taken += messages;
  }

  /**
   * Returns how long to sleep until there is something to send, in nanoseconds.
   *
   * @param nowNanos a reading of the monotonic clock
   */
  public long sleepNanos(long nowNanos) {
    long left = origin + time(taken) - nowNanos;
    return left <= 0 ? 0 : Math.max(left, SHORTEST_SLEEP);
  }

  private long time(long messages) {
    return (long) Math.ceil(messages * nanosPerMessage);
  }
}
