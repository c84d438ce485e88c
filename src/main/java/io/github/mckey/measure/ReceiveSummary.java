package io.github.mckey.measure;

import java.util.List;

/**
 * What a connection received from all sources together.
 *
 * @param expected messages that end the run; 0 where only time does
 * @param received different intact messages
 * @param lost {@code expected} less {@code received}, at least 0; without an expected number the
 *     sum of what the sources' numbers miss
 * @param duplicate intact messages that had been received before
 * @param reordered messages received for the first time after a later one of their source
 * @param corrupt messages whose CRC does not fit, or that lack the header that their source sends
 * @param tooOld messages too far behind to say whether they were received before
 * @param unattributed messages of sources beyond those that are told apart; part of received
 * @param failed receives that completed with an error
 * @param bytes payload bytes of all messages
 * @param firstDelayNanos from the beginning of receiving to the first message, in nanoseconds; -1
 *     while there was none
 * @param spanNanos from the first to the last message, in nanoseconds
 * @param sources each sender's queue pair in the order of its first message
 */
public record ReceiveSummary(
    long expected,
    long received,
    long lost,
    long duplicate,
    long reordered,
    long corrupt,
    long tooOld,
    long unattributed,
    long failed,
    long bytes,
    long firstDelayNanos,
    long spanNanos,
    List<SourceSummary> sources) {

  /** Sums the sources up. */
  public static ReceiveSummary of(
      long expected, long received, long unattributed, long failed, List<SourceSummary> sources) {
    long missing = 0;
    long duplicate = 0;
    long reordered = 0;
    long corrupt = 0;
    long tooOld = 0;
    long bytes = 0;
    long first = Long.MAX_VALUE;
    long last = 0;
    for (SourceSummary source : sources) {
      missing += source.lost();
      duplicate += source.duplicate();
      reordered += source.reordered();
      corrupt += source.corrupt();
      tooOld += source.tooOld();
      bytes += source.bytes();
      first = Math.min(first, source.firstDelayNanos());
      last = Math.max(last, source.firstDelayNanos() + source.spanNanos());
    }
    return new ReceiveSummary(
        expected,
        received,
        expected == 0 ? missing : Math.max(0, expected - received),
        duplicate,
        reordered,
        corrupt,
        tooOld,
        unattributed,
        failed,
        bytes,
        sources.isEmpty() ? -1 : first,
        sources.isEmpty() ? 0 : last - first,
        List.copyOf(sources));
  }

  /** Returns messages per second between the first and the last one; 0 with fewer than two. */
  public double ratePerSecond() {
    return Rates.perSecond(received - 1, spanNanos);
  }

  /** Returns how many numbers are missing up to the highest one of each source. */
  public long gaps() {
    long gaps = 0;
    for (SourceSummary source : sources) {
      gaps += source.gaps();
    }
    return gaps;
  }

  /** Returns what part of the messages is lost, in percent. */
  public double lossPercent() {
    return Rates.percent(lost, expected == 0 ? received + lost : expected);
  }
}
