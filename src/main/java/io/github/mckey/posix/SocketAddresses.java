package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Socket addresses in memory. They are GIDs outside: IPv6 as it is, IPv4 as mapped ({@code
 * ::ffff:a.b.c.d}).
 */
final class SocketAddresses {
  /** Bytes of the larger of the two. */
  static final long SIZE = Offsets.SIZEOF_SOCKADDR_IN6;

  private static final long MAPPED = 0xFFFF_0000_0000L;
  private static final ValueLayout.OfShort FAMILY = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT_BE = FAMILY.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT_BE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG_BE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final long PORT = Offsets.SOCKADDR_IN_SIN_PORT;
  private static final long ADDRESS4 = Offsets.SOCKADDR_IN_SIN_ADDR;
  private static final long ADDRESS6 = Offsets.SOCKADDR_IN6_SIN6_ADDR;

  private SocketAddresses() {}

  static long size(boolean ipv6) {
    return ipv6 ? Offsets.SIZEOF_SOCKADDR_IN6 : Offsets.SIZEOF_SOCKADDR_IN;
  }

  /** Writes an address of the given family. */
  static void write(MemorySegment to, long at, boolean ipv6, Gid address, int scopeId, int port) {
    to.asSlice(at, size(ipv6)).fill((byte) 0);
    to.set(FAMILY, at, (short) (ipv6 ? Libc.AF_INET6() : Libc.AF_INET()));
    to.set(SHORT_BE, at + PORT, (short) port);
    if (ipv6) {
      writeGid(to, at + ADDRESS6, address);
      to.set(ValueLayout.JAVA_INT_UNALIGNED, at + Offsets.SOCKADDR_IN6_SIN6_SCOPE_ID, scopeId);
    } else {
      to.set(INT_BE, at + ADDRESS4, (int) address.low());
    }
  }

  static void writeGid(MemorySegment to, long at, Gid address) {
    to.set(LONG_BE, at, address.high());
    to.set(LONG_BE, at + Long.BYTES, address.low());
  }

  static void writeIpv4(MemorySegment to, long at, Gid address) {
    to.set(INT_BE, at, (int) address.low());
  }

  static boolean isIp(MemorySegment from, long at) {
    int family = from.get(FAMILY, at);
    return family == Libc.AF_INET() || family == Libc.AF_INET6();
  }

  private static boolean isIpv6(MemorySegment from, long at) {
    return from.get(FAMILY, at) == Libc.AF_INET6();
  }

  /** Returns the first eight bytes of the address. */
  static long high(MemorySegment from, long at) {
    return isIpv6(from, at) ? from.get(LONG_BE, at + ADDRESS6) : 0;
  }

  /** Returns the last eight bytes of the address. */
  static long low(MemorySegment from, long at) {
    return isIpv6(from, at)
        ? from.get(LONG_BE, at + ADDRESS6 + Long.BYTES)
        : MAPPED | Integer.toUnsignedLong(from.get(INT_BE, at + ADDRESS4));
  }

  static int port(MemorySegment from, long at) {
    return Short.toUnsignedInt(from.get(SHORT_BE, at + PORT));
  }

  static int scopeId(MemorySegment from, long at) {
    return isIpv6(from, at)
        ? from.get(ValueLayout.JAVA_INT_UNALIGNED, at + Offsets.SOCKADDR_IN6_SIN6_SCOPE_ID)
        : 0;
  }
}
