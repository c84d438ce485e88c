package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Who sent a UD message, from the 40 bytes before its payload: a GRH (InfiniBand, RoCE v1), an IPv6
 * header (RoCE v2, the same layout), or, for RoCE v2 over IPv4, twenty bytes without meaning and
 * then the IPv4 header.
 */
final class GrhSource {
  private static final long GRH_SOURCE = 8;
  private static final long IPV4 = 20;
  private static final long IPV4_SOURCE = IPV4 + 12;
  private static final int IPV4_WORDS = 10;
  private static final int IPV4_WITHOUT_OPTIONS = 0x45;
  private static final long MAPPED_PREFIX = 0x0000_ffff_0000_0000L;

  /** The last sender, so that its many messages make one object. */
  private Gid last = Gid.ZERO;

  /**
   * Returns the sender's GID; an IPv4 address as {@code ::ffff:a.b.c.d}.
   *
   * @param memory where the 40 bytes are
   * @param start at which of its bytes they begin
   */
  Gid of(MemorySegment memory, long start) {
    long high = 0;
    long low;
    if (isIpv4(memory, start)) {
      low = MAPPED_PREFIX | Integer.toUnsignedLong(memory.get(Native.NET_INT, start + IPV4_SOURCE));
    } else {
      high = memory.get(Native.NET_LONG, start + GRH_SOURCE);
      low = memory.get(Native.NET_LONG, start + GRH_SOURCE + Long.BYTES);
    }
    if (last.high() != high || last.low() != low) {
      last = new Gid(high, low);
    }
    return last;
  }

  /**
   * Tells the two layouts apart. The meaningless bytes may hold an older GRH, and a GID may look
   * like the start of an IPv4 header: the header's checksum decides.
   */
  private static boolean isIpv4(MemorySegment memory, long start) {
    int first = Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, start));
    int version = Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, start + IPV4));
    return version == IPV4_WITHOUT_OPTIONS
        && (first >> 4 != 6 || hasValidChecksum(memory, start + IPV4));
  }

  private static boolean hasValidChecksum(MemorySegment memory, long header) {
    int sum = 0;
    for (int word = 0; word < IPV4_WORDS; word++) {
      sum += Short.toUnsignedInt(memory.get(Native.NET_SHORT, header + word * (long) Short.BYTES));
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    return sum == 0xffff;
  }
}
