package io.github.mckey.run;

import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.ReceiveMeter;
import java.util.List;

/** Cuts the transfer into stretches of time. */
final class IntervalSeries {
  private final boolean sender;
  private final List<Connection> connections;
  private final List<IntervalSummary> stretches;
  private long startNanos;
  private long lastNanos;
  private long lastMessages;
  private long lastGaps;

  /**
   * Creates a series.
   *
   * @param stretches gets each stretch
   */
  IntervalSeries(boolean sender, List<Connection> connections, List<IntervalSummary> stretches) {
    this.sender = sender;
    this.connections = connections;
    this.stretches = stretches;
  }

  void start(long nowNanos) {
    startNanos = nowNanos;
    lastNanos = nowNanos;
  }

  /** Ends a stretch and begins the next. */
  IntervalSummary next(long nowNanos) {
    long messages = 0;
    long gaps = 0;
    for (Connection connection : connections) {
      messages += sender ? connection.completed() : connection.received();
      ReceiveMeter meter = connection.meter();
      gaps += meter == null ? 0 : meter.gaps();
    }
    IntervalSummary stretch =
        new IntervalSummary(
            lastNanos - startNanos,
            nowNanos - startNanos,
            messages - lastMessages,
            gaps - lastGaps);
    stretches.add(stretch);
    lastNanos = nowNanos;
    lastMessages = messages;
    lastGaps = gaps;
    return stretch;
  }
}
