package io.github.mckey.config;

/**
 * What bounds a run beyond its number of messages.
 *
 * @param timeoutNanos from start to verdict, {@code --timeout}, in nanoseconds; 0 is no bound
 * @param durationNanos how long messages are sent or counted, {@code --duration}, in nanoseconds; 0
 *     leaves it to their number
 * @param ratePerSecond messages that each connection sends in a second, {@code --rate}; 0 sends as
 *     fast as it goes
 * @param allowedLossPercent how much a receiver may miss at its deadline, {@code --allow-loss}, 0
 *     to 100
 */
public record Limits(
    long timeoutNanos, long durationNanos, double ratePerSecond, double allowedLossPercent) {
  /** Stock mckey's: none. */
  public static final Limits NONE = new Limits(0, 0, 0, 0);

  /** Refuses what no option gives. */
  public Limits {
    if (timeoutNanos < 0
        || durationNanos < 0
        || !(ratePerSecond >= 0)
        || !(allowedLossPercent >= 0 && allowedLossPercent <= 100)) {
      throw new IllegalArgumentException("limits");
    }
  }
}
