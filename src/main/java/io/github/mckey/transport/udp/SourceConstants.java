package io.github.mckey.transport.udp;

/**
 * Remembers {@link Icrc#constant} for the sources and lengths seen last, so that the headers are
 * summed once per source rather than once per packet. Sources that meet in one entry take turns.
 */
final class SourceConstants {
  private static final int ENTRIES = 256;

  private final Icrc icrc;
  private final long[] highs = new long[ENTRIES];
  private final long[] lows = new long[ENTRIES];
  private final long[] portsAndLengths = new long[ENTRIES];
  private final int[] values = new int[ENTRIES];

  SourceConstants(Icrc icrc) {
    this.icrc = icrc;
  }

  int get(long sourceHigh, long sourceLow, int sourcePort, int bodyBytes) {
    // A body has at least 12 bytes, so a used entry is never 0.
    long portAndLength = (long) sourcePort << 32 | bodyBytes;
    long mixed = (sourceHigh ^ sourceLow ^ portAndLength) * 0x9E3779B97F4A7C15L;
    int entry = (int) (mixed >>> 56);
    if (portsAndLengths[entry] != portAndLength
        || lows[entry] != sourceLow
        || highs[entry] != sourceHigh) {
      values[entry] = icrc.constant(sourceHigh, sourceLow, sourcePort, bodyBytes);
      portsAndLengths[entry] = portAndLength;
      lows[entry] = sourceLow;
      highs[entry] = sourceHigh;
    }
    return values[entry];
  }
}
