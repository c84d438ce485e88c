package io.github.mckey.transport.udp;

import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import org.jspecify.annotations.Nullable;

/**
 * Sizes a socket's receive buffer for a burst. The kernel doubles what SO_RCVBUF asks for, caps it
 * without a word at net.core.rmem_max, and charges each datagram with the memory that it occupies
 * rather than with its length. The administrator's cap is respected, by root too.
 */
final class ReceiveBuffer {
  /** Asked for at most: beyond it the reader, not the buffer, decides what is lost. */
  private static final long LARGEST = 64L << 20;

  /** A socket buffer's own structure, rounded up as the kernel's allocator does. */
  private static final int STRUCTURE_BYTES = 256;

  /** IP and UDP headers, link header and headroom, and what the kernel keeps behind the data. */
  private static final int AROUND_DATA = 48 + 80 + 320;

  private ReceiveBuffer() {}

  /** Returns about how much of the buffer one message occupies. */
  static int charge(int messageBytes) {
    int data = RoceHeader.packetBytes(messageBytes) + AROUND_DATA;
    return STRUCTURE_BYTES + (Integer.highestOneBit(data - 1) << 1);
  }

  /**
   * Asks for room for a burst.
   *
   * @return null where there is room, otherwise a warning
   */
  static @Nullable String fit(UdpSocket socket, long burst, int messageBytes) {
    int charge = charge(messageBytes);
    long wanted = Math.min(LARGEST, (Math.min(burst, LARGEST) * charge + 1) / 2);
    int before = socket.get(SocketOption.RECEIVE_BUFFER);
    if (before < 2 * wanted) {
      socket.set(SocketOption.RECEIVE_BUFFER, (int) wanted);
    }
    int granted = socket.get(SocketOption.RECEIVE_BUFFER);
    if (granted >= 2 * wanted) {
      return null;
    }
    return "the receive buffer of "
        + granted
        + " bytes holds about "
        + granted / charge
        + " of "
        + burst
        + " messages, so a burst can lose the rest; as root: sysctl -w net.core.rmem_max="
        + wanted;
  }
}
