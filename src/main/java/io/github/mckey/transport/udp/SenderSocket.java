package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/** Opens the socket that an endpoint sends from. */
final class SenderSocket {
  /** What rdma_rxe spreads its source ports with: the golden ratio, as 32-bit fraction. */
  private static final int SPREAD = 0x61C88647;

  private static final int FIRST_PORT = 0xC000;
  private static final int PORT_BITS = 14;

  private SenderSocket() {}

  /**
   * Opens it: bound to the real source address, which the ICRC covers, and not connected. Then,
   * with fragmentation forbidden, Linux sends every datagram with IP identification 0, which the
   * ICRC covers too; a connected socket would count up from an unknown number.
   */
  static UdpSocket open(
      NativeCalls calls,
      Step step,
      LocalAddress local,
      int qpn,
      boolean loopback,
      UdpOptions options)
      throws TransportException {
    UdpSocket socket = new UdpSocket(calls, local.ipv6());
    try {
      Failures.check(calls, step, socket.open());
      Failures.check(calls, step, bind(socket, local, qpn));
      Failures.check(calls, step, socket.setMulticastInterface(local.interfaceIndex()));
      set(calls, step, socket, SocketOption.MTU_DISCOVERY, UdpSocket.NEVER_FRAGMENT);
      set(calls, step, socket, SocketOption.MULTICAST_TTL, options.ttl());
      set(calls, step, socket, SocketOption.TRAFFIC_CLASS, options.trafficClass());
      set(calls, step, socket, SocketOption.MULTICAST_LOOP, loopback ? 1 : 0);
      set(calls, step, socket, SocketOption.NO_CHECKSUM, 1);
      // Otherwise what the device's queue has no room for is dropped without a word.
      set(calls, step, socket, SocketOption.REPORT_ERRORS, 1);
      return socket;
    } catch (TransportException e) {
      socket.close();
      throw e;
    }
  }

  private static int bind(UdpSocket socket, LocalAddress local, int qpn) {
    int errno = socket.bind(local.gid(), local.scopeId(), sourcePort(qpn));
    return errno == Errno.EADDRINUSE ? socket.bind(local.gid(), local.scopeId(), 0) : errno;
  }

  /** Returns the UDP source port that rdma_rxe gives a queue pair, 0xC000…0xFFFF. */
  static int sourcePort(int qpn) {
    return FIRST_PORT + ((qpn * SPREAD) >>> (Integer.SIZE - PORT_BITS));
  }

  private static void set(
      NativeCalls calls, Step step, UdpSocket socket, SocketOption option, int value)
      throws TransportException {
    Failures.check(calls, step, socket.set(option, value));
  }
}
