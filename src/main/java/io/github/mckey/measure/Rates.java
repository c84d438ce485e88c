package io.github.mckey.measure;

/** Arithmetic of rates. */
public final class Rates {
  private static final double NANOS = 1e9;

  private Rates() {}

  /** Returns how many a second; 0 where there is no time, or nothing, to speak of. */
  public static double perSecond(long count, long nanos) {
    return count <= 0 || nanos <= 0 ? 0 : count * NANOS / nanos;
  }

  /** Returns what part of the whole it is, in percent; 0 of nothing. */
  public static double percent(long part, long whole) {
    return whole <= 0 ? 0 : 100.0 * part / whole;
  }
}
