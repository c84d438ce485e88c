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

  private GrhSource() {}

  /** Returns the sender's GID; an IPv4 address as {@code ::ffff:a.b.c.d}. */
  static Gid of(MemorySegment grh) {
    if (isIpv4(grh)) {
      long address = Integer.toUnsignedLong(grh.get(Native.NET_INT, IPV4_SOURCE));
      return new Gid(0, MAPPED_PREFIX | address);
    }
    return Native.gid(grh, GRH_SOURCE);
  }

  /**
   * Tells the two layouts apart. The meaningless bytes may hold an older GRH, and a GID may look
   * like the start of an IPv4 header: the header's checksum decides.
   */
  private static boolean isIpv4(MemorySegment grh) {
    int first = Byte.toUnsignedInt(grh.get(ValueLayout.JAVA_BYTE, 0));
    int version = Byte.toUnsignedInt(grh.get(ValueLayout.JAVA_BYTE, IPV4));
    return version == IPV4_WITHOUT_OPTIONS && (first >> 4 != 6 || hasValidChecksum(grh));
  }

  private static boolean hasValidChecksum(MemorySegment grh) {
    int sum = 0;
    for (int word = 0; word < IPV4_WORDS; word++) {
      sum += Short.toUnsignedInt(grh.get(Native.NET_SHORT, IPV4 + word * (long) Short.BYTES));
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    return sum == 0xffff;
  }
}
