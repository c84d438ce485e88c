package io.github.mckey.measure;

/**
 * How much the spacing of messages changes on the way: RFC 3550's smoothed mean (section 6.4.1).
 */
final class Jitter {
  private static final double GAIN = 1.0 / 16;

  private boolean started;
  private long lastTransit;
  private double nanos;

  /**
   * Takes a message.
   *
   * @param transit its arrival less its sending, in nanoseconds; a constant error does not matter
   */
  void add(long transit) {
    if (started) {
      nanos += GAIN * (Math.abs((double) (transit - lastTransit)) - nanos);
    }
    started = true;
    lastTransit = transit;
  }

  /** Returns the jitter in nanoseconds; 0 before the second message. */
  double nanos() {
    return nanos;
  }
}
