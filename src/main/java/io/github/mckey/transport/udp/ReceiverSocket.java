package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.ErrorTexts;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/** Opens the socket that an endpoint receives a group on. */
final class ReceiverSocket {
  private ReceiverSocket() {}

  /**
   * Opens it: bound to the group itself, so that other groups on the port stay out, and sharing the
   * address, so that each such socket of the host gets every datagram. The group is not joined yet.
   */
  static UdpSocket open(NativeCalls calls, LocalAddress local, Gid group)
      throws TransportException {
    UdpSocket socket = new UdpSocket(calls, local.ipv6());
    try {
      Failures.check(calls, Step.JOIN, socket.open());
      Failures.check(calls, Step.JOIN, socket.set(SocketOption.REUSE_ADDRESS, 1));
      int errno = socket.bind(group, local.scopeOf(group), RoceHeader.UDP_PORT);
      if (errno == Errno.EADDRINUSE) {
        String detail = ErrorTexts.strerror(calls, errno) + ": " + new PortHolder().explain();
        throw new TransportException(Step.JOIN, -1, errno, detail);
      }
      Failures.check(calls, Step.JOIN, errno);
      // Neither is vital: old kernels lack them, and the bound group keeps others out as well.
      socket.set(SocketOption.MULTICAST_ALL, 0);
      if (local.ipv6()) {
        socket.set(SocketOption.ACCEPT_NO_CHECKSUM, 1);
      }
      return socket;
    } catch (TransportException e) {
      socket.close();
      throw e;
    }
  }
}
