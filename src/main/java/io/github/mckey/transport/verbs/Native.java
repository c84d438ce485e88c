package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Reads and writes C memory where the generated accessors do not: byte order and addresses. */
final class Native {
  /** A 32-bit number in network order. */
  static final ValueLayout.OfInt NET_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** A 16-bit number in network order. */
  static final ValueLayout.OfShort NET_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** A 64-bit number in network order. */
  static final ValueLayout.OfLong NET_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private Native() {}

  /** Returns the {@code size} bytes at an address, valid as long as its library keeps it. */
  static MemorySegment at(long address, long size) {
    return MemorySegment.ofAddress(address).reinterpret(size);
  }

  /** Reads the address that a pointer holds; as an ADDRESS it would cost a start method handles. */
  static long pointer(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  /** Makes a pointer hold an address. */
  static void pointer(MemorySegment memory, long offset, long address) {
    memory.set(ValueLayout.JAVA_LONG, offset, address);
  }

  /** Copies the NUL-terminated text at an address. */
  static String text(long address) {
    return MemorySegment.ofAddress(address).reinterpret(Integer.MAX_VALUE).getString(0);
  }

  /** Reads the sixteen bytes of a GID. */
  static Gid gid(MemorySegment bytes, long offset) {
    return new Gid(bytes.get(NET_LONG, offset), bytes.get(NET_LONG, offset + Long.BYTES));
  }

  /** Writes the sixteen bytes of a GID. */
  static void gid(MemorySegment bytes, long offset, Gid gid) {
    bytes.set(NET_LONG, offset, gid.high());
    bytes.set(NET_LONG, offset + Long.BYTES, gid.low());
  }
}
