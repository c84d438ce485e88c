package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;

/** Options of a UDP socket whose value is one {@code int}, by what they do in either family. */
public enum SocketOption {
  /** Shares the address with other sockets that ask for it too (SO_REUSEADDR). */
  REUSE_ADDRESS(Libc.SOL_SOCKET(), Libc.SO_REUSEADDR()),
  /** Bytes asked for the receive buffer; the kernel doubles it and caps it (SO_RCVBUF). */
  RECEIVE_BUFFER(Libc.SOL_SOCKET(), Libc.SO_RCVBUF()),
  /** The error that waits to be reported; reading clears it (SO_ERROR). */
  PENDING_ERROR(Libc.SOL_SOCKET(), Libc.SO_ERROR()),
  /** Keeps a socket of one family out of the other (IPV6_V6ONLY); IPv6 only. */
  ONLY_IPV6(Libc.IPPROTO_IPV6(), Libc.IPV6_V6ONLY()),
  /** Sends with UDP checksum 0 (SO_NO_CHECK, UDP_NO_CHECK6_TX). */
  NO_CHECKSUM(Libc.SOL_SOCKET(), Libc.SO_NO_CHECK(), Libc.SOL_UDP(), Libc.UDP_NO_CHECK6_TX()),
  /** Receives datagrams with UDP checksum 0 over IPv6, too (UDP_NO_CHECK6_RX); IPv6 only. */
  ACCEPT_NO_CHECKSUM(Libc.SOL_UDP(), Libc.UDP_NO_CHECK6_RX()),
  /**
   * Bytes of each datagram that a longer one is cut into on its way down (UDP_SEGMENT, since Linux
   * 4.18); 0 switches it off. The datagrams then carry a UDP checksum.
   */
  SEGMENT_SIZE(Libc.SOL_UDP(), Libc.UDP_SEGMENT()),
  /**
   * Whether datagrams that came as a train are received in one piece (UDP_GRO, since Linux 5.0).
   */
  RECEIVE_TRAINS(Libc.SOL_UDP(), Libc.UDP_GRO()),
  /** How many routers multicast datagrams may pass, and one more. */
  MULTICAST_TTL(
      Libc.IPPROTO_IP(), Libc.IP_MULTICAST_TTL(), Libc.IPPROTO_IPV6(), Libc.IPV6_MULTICAST_HOPS()),
  /** Whether members on this host hear what this socket sends. */
  MULTICAST_LOOP(
      Libc.IPPROTO_IP(), Libc.IP_MULTICAST_LOOP(), Libc.IPPROTO_IPV6(), Libc.IPV6_MULTICAST_LOOP()),
  /** Whether groups that only other sockets joined are received. */
  MULTICAST_ALL(
      Libc.IPPROTO_IP(), Libc.IP_MULTICAST_ALL(), Libc.IPPROTO_IPV6(), Libc.IPV6_MULTICAST_ALL()),
  /** The type of service or traffic class of sent datagrams. */
  TRAFFIC_CLASS(Libc.IPPROTO_IP(), Libc.IP_TOS(), Libc.IPPROTO_IPV6(), Libc.IPV6_TCLASS()),
  /** Whether sent datagrams may be fragmented; IP_PMTUDISC_DO forbids it. */
  MTU_DISCOVERY(
      Libc.IPPROTO_IP(), Libc.IP_MTU_DISCOVER(), Libc.IPPROTO_IPV6(), Libc.IPV6_MTU_DISCOVER()),
  /** Reports what the host's own queues drop, too (IP_RECVERR). */
  REPORT_ERRORS(Libc.IPPROTO_IP(), Libc.IP_RECVERR(), Libc.IPPROTO_IPV6(), Libc.IPV6_RECVERR()),
  /** The path MTU of a connected socket, in bytes; read only. */
  PATH_MTU(Libc.IPPROTO_IP(), Libc.IP_MTU(), Libc.IPPROTO_IPV6(), Libc.IPV6_MTU());

  private final int level4;
  private final int name4;
  private final int level6;
  private final int name6;

  SocketOption(int level, int name) {
    this(level, name, level, name);
  }

  SocketOption(int level4, int name4, int level6, int name6) {
    this.level4 = level4;
    this.name4 = name4;
    this.level6 = level6;
    this.name6 = name6;
  }

  int level(boolean ipv6) {
    return ipv6 ? level6 : level4;
  }

  int name(boolean ipv6) {
    return ipv6 ? name6 : name4;
  }
}
