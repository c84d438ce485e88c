package io.github.mckey.measure;

/**
 * A stretch of a run, all connections together.
 *
 * @param startNanos its beginning, in nanoseconds from the beginning of the transfer
 * @param endNanos its end, likewise
 * @param messages sent, or received for the first time, within it
 * @param lost what the sources' numbers came to miss within it; negative where late messages filled
 *     earlier gaps. 0 for a sender
 */
public record IntervalSummary(long startNanos, long endNanos, long messages, long lost) {
  /** Returns messages per second. */
  public double ratePerSecond() {
    return Rates.perSecond(messages, endNanos - startNanos);
  }
}
