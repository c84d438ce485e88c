package io.github.mckey.measure;

import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The time of day in nanoseconds, read at the price of the monotonic clock: the two are compared
 * once. Both clocks of a host run at the same speed, so only a step of the time of day within a run
 * would show.
 */
public final class EpochClock {
  private static final int TRIES = 3;

  /** No method reference: every sender has a clock, and linking one would cost it its start. */
  private static final class Monotonic implements LongSupplier {
    @Override
    public long getAsLong() {
      return System.nanoTime();
    }
  }

  private final LongSupplier monotonic;
  private final long offset;

  /**
   * Creates a clock.
   *
   * @param monotonic nanoseconds of a clock that never steps
   * @param offset what makes nanoseconds since the epoch (UTC) of them
   */
  public EpochClock(LongSupplier monotonic, long offset) {
    this.monotonic = monotonic;
    this.offset = offset;
  }

  /** Returns this host's clock; of three comparisons the closest counts. */
  public static EpochClock ofHost() {
    long best = Long.MAX_VALUE;
    long offset = 0;
    for (int i = 0; i < TRIES; i++) {
      long before = System.nanoTime();
      Instant now = Instant.now();
      long took = System.nanoTime() - before;
      if (took < best) {
        best = took;
        offset = now.getEpochSecond() * 1_000_000_000L + now.getNano() - (before + took / 2);
      }
    }
    return new EpochClock(new Monotonic(), offset);
  }

  /** Returns the nanoseconds since 1970-01-01 UTC. */
  public long now() {
    return monotonic.getAsLong() + offset;
  }

  /** Returns the nanoseconds since 1970-01-01 UTC at a reading of the monotonic clock. */
  public long at(long monotonicNanos) {
    return monotonicNanos + offset;
  }
}
