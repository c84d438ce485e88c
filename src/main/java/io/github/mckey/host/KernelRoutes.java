package io.github.mckey.host;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import org.jspecify.annotations.Nullable;

/** Asks the routing table: to connect a datagram socket looks a route up and sends nothing. */
final class KernelRoutes implements Routes {
  /** Any port does; this is RoCE's. */
  private static final int PORT = 4791;

  @Override
  public @Nullable NetworkAddress sourceTo(Gid destination, int scopeId) {
    try (UdpSocket socket = new UdpSocket(new NativeCalls(), !IpText.isIpv4(destination))) {
      boolean found =
          socket.open() == 0
              && socket.connect(destination, scopeId, PORT) == 0
              && socket.readLocalAddress() == 0;
      return found ? IpText.address(socket.localAddress(), socket.localScopeId()) : null;
    }
  }
}
