package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** What C memory holds in network order. */
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
