package io.github.mckey.transport.udp;

import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sends many packets as one datagram that the kernel cuts up on its way down (UDP_SEGMENT), which
 * saves most of the way per packet. The segments' IPv4 identifications count up from 0, so each
 * packet's ICRC must know its place.
 *
 * <p>That the identifications count up is the kernel's rule, but with a network card's own
 * segmentation it would be the card that keeps it. So trains go out on devices without hardware
 * only: loopback, veth, bridges and their like. They carry UDP checksums, which RoCE leaves 0;
 * receivers take either.
 */
final class Trains {
  /**
   * The longest datagram over IPv4 or IPv6 without extension, UDP header left out, rounded down.
   */
  private static final int MAX_DATAGRAM = 65_000;

  /** Packets of a received train at most (UDP_MAX_SEGMENTS since Linux 6.9). */
  static final int MOST_RECEIVED = 128;

  private final UdpSocket socket;
  private final int packetBytes;
  private final int longest;
  private int segments = 1;
  private boolean tried;

  Trains(UdpSocket socket, LocalAddress local, int packetBytes, boolean wanted) {
    this.socket = socket;
    this.packetBytes = packetBytes;
    int most = Math.clamp(MAX_DATAGRAM / packetBytes, 1, PacketWriter.MAX_SEGMENTS);
    longest = wanted && go(local) ? most : 1;
  }

  /** Returns how many packets a train will have at most; 1 where there will be none. */
  int longest() {
    return longest;
  }

  /** Returns whether trains may go out, and so come in, by an interface. */
  static boolean go(LocalAddress local) {
    return local.loopback() || isVirtual(local.interfaceName());
  }

  /** Devices without hardware stand below devices/virtual (sysfs(5)); unknown ones do not count. */
  private static boolean isVirtual(String interfaceName) {
    Path device = Path.of("/sys/class/net", interfaceName);
    try {
      return Files.readSymbolicLink(device).toString().contains("/devices/virtual/net/");
    } catch (IOException _) {
      return false;
    }
  }

  /** Starts to send trains, where that is possible. */
  void begin() {
    if (tried) {
      return;
    }
    tried = true;
    if (longest > 1 && socket.set(SocketOption.NO_CHECKSUM, 0) == 0) {
      if (socket.set(SocketOption.SEGMENT_SIZE, packetBytes) == 0) {
        segments = longest;
      } else {
        socket.set(SocketOption.NO_CHECKSUM, 1);
      }
    }
  }

  /** Goes back to single datagrams for good: the device refused. */
  void end() {
    segments = 1;
    tried = true;
    socket.set(SocketOption.SEGMENT_SIZE, 0);
    socket.set(SocketOption.NO_CHECKSUM, 1);
  }

  /** Returns how many packets a train has at most; 1 where none are sent. */
  int segments() {
    return segments;
  }
}
