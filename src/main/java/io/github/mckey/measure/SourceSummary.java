package io.github.mckey.measure;

import io.github.mckey.transport.Gid;
import org.jspecify.annotations.Nullable;

/**
 * What a connection received from one queue pair of one sender.
 *
 * @param gid the sender's GID
 * @param qpn the sender's QP number, 24 bits
 * @param numbering what the counts below rest on
 * @param runId the sender's run, from the header; 0 without one
 * @param senderConnection the sender's number for its connection, from the header; -1 without one
 * @param announced messages that the sender announced; 0 where it did not
 * @param received different intact messages; without numbering all messages
 * @param lost numbers not seen of the announced ones; where none were announced, of those up to the
 *     highest seen
 * @param gaps numbers not seen up to the highest seen
 * @param duplicate intact messages that had been received before
 * @param reordered messages received for the first time after a later one of the same source
 * @param corrupt messages whose CRC does not fit, or that lack the header that their source sends
 * @param tooOld messages too far behind to say whether they were received before
 * @param bytes payload bytes of all these messages
 * @param firstDelayNanos from the beginning of receiving to the first message, in nanoseconds
 * @param spanNanos from the first to the last message, in nanoseconds
 * @param jitterNanos RFC 3550's smoothed jitter, in nanoseconds
 * @param clock whether the sender's clock can be compared with this host's
 * @param latency the one-way latency, or null where it cannot be told
 */
public record SourceSummary(
    Gid gid,
    int qpn,
    Numbering numbering,
    int runId,
    int senderConnection,
    long announced,
    long received,
    long lost,
    long gaps,
    long duplicate,
    long reordered,
    long corrupt,
    long tooOld,
    long bytes,
    long firstDelayNanos,
    long spanNanos,
    double jitterNanos,
    ClockTrust clock,
    @Nullable LatencySummary latency) {

  /** Returns messages per second between the first and the last one; 0 with fewer than two. */
  public double ratePerSecond() {
    return Rates.perSecond(received - 1, spanNanos);
  }
}
