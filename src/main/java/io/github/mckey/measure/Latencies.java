package io.github.mckey.measure;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The one-way latencies of a source. */
final class Latencies {
  /** Longer ones, an hour, count as that long. */
  private static final long LONGEST = 3_600_000_000_000L;

  private static final int DIGITS = 2;

  private final Histogram histogram = new Histogram(DIGITS);
  private boolean negative;

  void add(long nanos) {
    if (nanos < 0) {
      negative = true;
    } else {
      histogram.recordValue(Math.min(nanos, LONGEST));
    }
  }

  ClockTrust trust(boolean sameClock) {
    if (negative) {
      return ClockTrust.CONTRADICTED;
    }
    return sameClock ? ClockTrust.SAME_CLOCK : ClockTrust.UNVERIFIED;
  }

  /** Returns the figures, or null where there are none to trust. */
  @Nullable LatencySummary summary() {
    if (negative || histogram.getTotalCount() == 0) {
      return null;
    }
    return new LatencySummary(
        histogram.getMinValue(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(99),
        histogram.getMaxValue());
  }
}
