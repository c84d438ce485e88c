package io.github.mckey.measure;

/**
 * What a connection sent.
 *
 * @param posted messages handed to the transport
 * @param completed messages that the transport has taken, in success
 * @param failed messages that completed with an error
 * @param spanNanos from the first post to the last completion so far, in nanoseconds
 */
public record SendSummary(long posted, long completed, long failed, long spanNanos) {
  /** Returns messages per second over the span. */
  public double ratePerSecond() {
    return Rates.perSecond(completed, spanNanos);
  }
}
