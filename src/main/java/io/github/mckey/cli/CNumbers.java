package io.github.mckey.cli;

/** Reads numbers as C's atoi(3) and strtol(3) do, but only where they read the whole text. */
final class CNumbers {
  /** What is returned for a text that is not a number, or too large a one. */
  static final long NONE = -1;

  private CNumbers() {}

  /** Reads a decimal number: blanks, an optional plus, digits. Leading zeros do not matter. */
  static long decimal(String text) {
    return digits(text, start(text), 10);
  }

  /**
   * Reads a number as {@link #decimal} does, or after {@code 0x} in hexadecimal, {@code 0} octal.
   */
  static long anyBase(String text) {
    int start = start(text);
    if (text.startsWith("0x", start) || text.startsWith("0X", start)) {
      return digits(text, start + 2, 16);
    }
    return digits(text, start, text.startsWith("0", start) ? 8 : 10);
  }

  /** Skips what strtol(3) skips: blanks as isspace(3) knows them, and a plus. */
  private static int start(String text) {
    int at = 0;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return text.startsWith("+", at) ? at + 1 : at;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static long digits(String text, int start, int base) {
    if (start == text.length()) {
      return NONE;
    }
    long value = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, base) : -1;
      if (digit < 0 || value > (Long.MAX_VALUE - digit) / base) {
        return NONE;
      }
      value = value * base + digit;
    }
    return value;
  }
}
