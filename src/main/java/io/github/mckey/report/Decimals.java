package io.github.mckey.report;

/** Decimal numbers without a Formatter, which would cost a run more than all its lines. */
final class Decimals {
  private static final long[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

  private Decimals() {}

  /**
   * Returns a number with a fixed number of digits behind the point.
   *
   * @param value below 2^53 in size
   * @param digits 0…6
   */
  static String fixed(double value, int digits) {
    long scaled = Math.round(Math.abs(value) * POWERS[digits]);
    StringBuilder text = new StringBuilder();
    if (value < 0 && scaled != 0) {
      text.append('-');
    }
    text.append(scaled / POWERS[digits]);
    if (digits > 0) {
      String fraction = Long.toString(scaled % POWERS[digits]);
      text.append('.').append("0".repeat(digits - fraction.length())).append(fraction);
    }
    return text.toString();
  }

  /** Returns nanoseconds as seconds with three digits behind the point. */
  static String seconds(long nanos) {
    return fixed(nanos / 1e9, 3);
  }

  /** Returns nanoseconds as milliseconds with three digits behind the point. */
  static String millis(long nanos) {
    return fixed(nanos / 1e6, 3);
  }
}
