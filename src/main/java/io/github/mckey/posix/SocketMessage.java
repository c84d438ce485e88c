package io.github.mckey.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Lays out {@code struct msghdr}, of one buffer each. */
final class SocketMessage {
  private SocketMessage() {}

  /**
   * Writes name and buffer; no control message.
   *
   * @param to memory of zeros
   * @param at where the structure begins
   * @param name a socket address
   * @param nameLength its length, or how much room it has
   * @param vector a {@code struct iovec}
   */
  static void write(
      MemorySegment to, long at, MemorySegment name, long nameLength, MemorySegment vector) {
    Memory.pointer(to, at + Offsets.MSGHDR_MSG_NAME, name.address());
    to.set(ValueLayout.JAVA_INT, at + Offsets.MSGHDR_MSG_NAMELEN, (int) nameLength);
    Memory.pointer(to, at + Offsets.MSGHDR_MSG_IOV, vector.address());
    to.set(ValueLayout.JAVA_LONG, at + Offsets.MSGHDR_MSG_IOVLEN, 1);
  }
}
