package io.github.mckey.transport;

/** Writes a GID as glibc's inet_ntop(3) does for AF_INET6. */
final class GidWriter {
  private static final int GROUPS = 8;

  private GidWriter() {}

  static String write(Gid gid) {
    int run = longestZeroRun(gid);
    int runStart = run >>> 8;
    int runEnd = runStart + (run & 0xff);
    StringBuilder text = new StringBuilder(40);
    int index = 0;
    while (index < GROUPS) {
      if (index == runStart && runEnd > runStart) {
        text.append("::");
        index = runEnd;
      } else if (index == 6 && endsAsIpv4(gid, runStart, runEnd)) {
        separate(text);
        ipv4(text, (int) gid.low());
        index = GROUPS;
      } else {
        separate(text);
        hex(text, gid.group(index));
        index++;
      }
    }
    return text.toString();
  }

  /**
   * Finds the first of the longest runs of at least two zero groups.
   *
   * @return start times 256 plus length; length 0 where there is no such run
   */
  private static int longestZeroRun(Gid gid) {
    int best = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      length = gid.group(i) == 0 ? length + 1 : 0;
      if (length >= 2 && length > (best & 0xff)) {
        best = (i - length + 1) << 8 | length;
      }
    }
    return best;
  }

  /** Tells an IPv4-compatible ({@code ::1.2.3.4}) and an IPv4-mapped address from the others. */
  private static boolean endsAsIpv4(Gid gid, int runStart, int runEnd) {
    return runStart == 0 && (runEnd == 6 || (runEnd == 5 && gid.group(5) == 0xffff));
  }

  private static void separate(StringBuilder text) {
    int length = text.length();
    if (length > 0 && text.charAt(length - 1) != ':') {
      text.append(':');
    }
  }

  private static void ipv4(StringBuilder text, int bits) {
    text.append(bits >>> 24)
        .append('.')
        .append(bits >>> 16 & 0xff)
        .append('.')
        .append(bits >>> 8 & 0xff)
        .append('.')
        .append(bits & 0xff);
  }

  private static void hex(StringBuilder text, int group) {
    boolean started = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
      int digit = group >>> shift & 0xf;
      if (started || digit != 0 || shift == 0) {
        text.append(Character.forDigit(digit, 16));
        started = true;
      }
    }
  }
}
