package io.github.mckey.transport.udp;

import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import org.jspecify.annotations.Nullable;

/**
 * Sizes a socket's receive buffer for a burst. The kernel doubles what SO_RCVBUF asks for and caps
 * it without a word at net.core.rmem_max; the administrator's cap is respected, by root too.
 */
final class ReceiveBuffer {
  private ReceiveBuffer() {}

  /**
   * Asks for room for a burst.
   *
   * @return null where there is room, otherwise a warning
   */
  static @Nullable String fit(UdpSocket socket, long burst, int messageBytes) {
    long wanted = BurstRoom.bytes(burst, messageBytes);
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
        + granted / BurstRoom.charge(messageBytes)
        + " messages, so "
        + BurstRoom.text(burst, messageBytes)
        + " can lose the rest; as root: sysctl -w net.core.rmem_max="
        + wanted;
  }
}
