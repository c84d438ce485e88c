package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.InterfaceAddress;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/** Finds the address and interface to speak from, as the CM does for RDMA devices. */
final class LocalAddresses {
  /** All hosts of the link: any multicast group serves to ask an interface for its MTU. */
  private static final Gid ALL_IPV4_HOSTS = IpAddresses.mapped(0xE000_0001);

  private static final Gid ALL_IPV6_NODES = new Gid(0xFF02L << 48, 1);

  /** The longest headers before a payload that rdma_rxe reckons with (RXE_MAX_HDR_LENGTH). */
  private static final int HEADER_BYTES = 80;

  private final NativeCalls calls;

  LocalAddresses(NativeCalls calls) {
    this.calls = calls;
  }

  /**
   * Finds the interface of an address of this host.
   *
   * @throws TransportException with EADDRNOTAVAIL where it is not this host's
   */
  LocalAddress find(Step step, Gid gid, int scopeId) throws TransportException {
    try (UdpSocket socket = open(step, gid)) {
      Failures.check(calls, step, socket.bind(gid, scopeId, 0));
    }
    LocalAddress found = match(gid, scopeId);
    if (found == null) {
      throw Failures.of(calls, step, Errno.ENODEV);
    }
    return found;
  }

  /**
   * Asks the routing table where a group is reached from.
   *
   * @throws TransportException with ENETUNREACH where there is no route
   */
  LocalAddress route(Step step, Gid group, int scopeId) throws TransportException {
    try (UdpSocket socket = open(step, group)) {
      Failures.check(calls, step, socket.connect(group, scopeId, RoceHeader.UDP_PORT));
      Failures.check(calls, step, socket.readLocalAddress());
      LocalAddress found = match(socket.localAddress(), socket.localScopeId());
      if (found == null) {
        throw Failures.of(calls, step, Errno.EADDRNOTAVAIL);
      }
      return found;
    }
  }

  /** Finds an address of the other family on the same interface; null where it has none. */
  @Nullable LocalAddress otherFamily(LocalAddress of, Gid group) {
    LocalAddress found = null;
    for (InterfaceAddress candidate : InterfaceAddress.list(calls)) {
      if (candidate.index() == of.interfaceIndex()
          && IpAddresses.isIpv4(candidate.address()) == of.ipv6()
          && (found == null
              || IpAddresses.isLinkScoped(candidate.address())
                  == IpAddresses.isLinkScoped(group))) {
        found = on(candidate, candidate.address());
      }
    }
    return found;
  }

  /**
   * Returns the RDMA MTU that the interface's MTU leaves room for, as rdma_rxe reckons it: the
   * largest of 256, 512, 1024, 2048, 4096 that fits beside 80 bytes of headers, 256 at least.
   */
  int activeMtu(LocalAddress local) throws TransportException {
    Gid group = local.ipv6() ? ALL_IPV6_NODES : ALL_IPV4_HOSTS;
    try (UdpSocket socket = open(Step.QUERY_PORT, group)) {
      reach(Step.QUERY_PORT, socket, local, group);
      return rdmaMtu(socket.get(SocketOption.PATH_MTU));
    }
  }

  /**
   * Checks that the interface takes datagrams to a group, which over IPv6 needs a route on it; the
   * loopback interface has none.
   *
   * @throws TransportException with ENETUNREACH where it has none
   */
  void checkReach(Step step, LocalAddress local, Gid group) throws TransportException {
    try (UdpSocket socket = open(step, group)) {
      reach(step, socket, local, group);
    }
  }

  private void reach(Step step, UdpSocket socket, LocalAddress local, Gid group)
      throws TransportException {
    Failures.check(calls, step, socket.setMulticastInterface(local.interfaceIndex()));
    int errno = socket.connect(group, local.scopeOf(group), RoceHeader.UDP_PORT);
    if (errno != 0) {
      throw Failures.of(
          calls,
          step,
          errno,
          "interface " + local.interfaceName() + " has no route to the multicast group");
    }
  }

  static int rdmaMtu(int interfaceMtu) {
    int mtu = 4096;
    while (mtu > 256 && mtu > interfaceMtu - HEADER_BYTES) {
      mtu >>= 1;
    }
    return mtu;
  }

  private @Nullable LocalAddress match(Gid gid, int scopeId) {
    LocalAddress covering = null;
    for (InterfaceAddress candidate : InterfaceAddress.list(calls)) {
      if (candidate.address().equals(gid) && (scopeId == 0 || scopeId == candidate.index())) {
        return on(candidate, gid);
      }
      if (candidate.isLoopback() && candidate.covers(gid)) {
        covering = on(candidate, gid);
      }
    }
    return covering;
  }

  private static LocalAddress on(InterfaceAddress entry, Gid gid) {
    int scopeId = IpAddresses.isLinkScoped(gid) ? entry.index() : 0;
    return new LocalAddress(gid, scopeId, entry.index(), entry.name(), entry.isLoopback());
  }

  private UdpSocket open(Step step, Gid family) throws TransportException {
    UdpSocket socket = new UdpSocket(calls, !IpAddresses.isIpv4(family));
    int errno = socket.open();
    if (errno != 0) {
      socket.close();
      throw Failures.of(calls, step, errno);
    }
    return socket;
  }
}
