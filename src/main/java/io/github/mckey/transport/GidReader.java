package io.github.mckey.transport;

import org.jspecify.annotations.Nullable;

/**
 * Reads a GID as glibc's inet_pton(3) does for AF_INET6: groups of one to four hexadecimal digits,
 * {@code ::} once for at least one zero group, an IPv4 address in place of the last two groups.
 */
final class GidReader {
  private static final int GROUPS = 8;

  private final String text;
  private final int[] groups = new int[GROUPS];
  private int count;
  private int gap = -1;
  private int at;

  private GidReader(String text) {
    this.text = text;
  }

  static @Nullable Gid read(String text) {
    GidReader reader = new GidReader(text);
    return reader.readAll() ? reader.gid() : null;
  }

  private boolean readAll() {
    if (text.startsWith(":")) {
      if (!text.startsWith("::")) {
        return false;
      }
      gap = 0;
      at = 2;
    }
    while (at < text.length()) {
      if (!readGroup()) {
        return false;
      }
    }
    return gap < 0 ? count == GROUPS : count < GROUPS;
  }

  /** Reads one group or the closing IPv4 address, and the colons behind it. */
  private boolean readGroup() {
    int start = at;
    int value = 0;
    while (at < text.length() && at - start < 4 && hexDigit(text.charAt(at)) >= 0) {
      value = value << 4 | hexDigit(text.charAt(at++));
    }
    if (at < text.length() && text.charAt(at) == '.') {
      return readIpv4(start);
    }
    if (at == start || count == GROUPS) {
      return false;
    }
    groups[count++] = value;
    return at == text.length() || readColons();
  }

  private boolean readColons() {
    if (text.charAt(at) != ':') {
      return false;
    }
    at++;
    if (at == text.length()) {
      return false;
    }
    if (text.charAt(at) == ':') {
      if (gap >= 0) {
        return false;
      }
      gap = count;
      at++;
    }
    return true;
  }

  /** Reads four decimal bytes without leading zeros that fill the rest of the text. */
  private boolean readIpv4(int start) {
    if (count > GROUPS - 2) {
      return false;
    }
    at = start;
    int bits = 0;
    for (int i = 0; i < 4; i++) {
      if (i > 0 && (at == text.length() || text.charAt(at++) != '.')) {
        return false;
      }
      int value = readByte();
      if (value < 0) {
        return false;
      }
      bits = bits << 8 | value;
    }
    groups[count++] = bits >>> 16;
    groups[count++] = bits & 0xffff;
    return at == text.length();
  }

  /** Reads a decimal byte; returns -1 where there is none. */
  private int readByte() {
    int start = at;
    int value = 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      if (at > start && value == 0) {
        return -1;
      }
      value = 10 * value + text.charAt(at++) - '0';
      if (value > 255) {
        return -1;
      }
    }
    return at == start ? -1 : value;
  }

  private static int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return c < 0x80 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  private Gid gid() {
    int skipped = GROUPS - count;
    long high = 0;
    long low = 0;
    for (int i = 0; i < GROUPS; i++) {
      int value = 0;
      if (gap < 0 || i < gap) {
        value = groups[i];
      } else if (i >= gap + skipped) {
        value = groups[i - skipped];
      }
      if (i < 4) {
        high = high << 16 | value;
      } else {
        low = low << 16 | value;
      }
    }
    return new Gid(high, low);
  }
}
