package io.github.mckey.transport;

/** An address as librdmacm takes it; the port is always 0, since UD multicast has none. */
public sealed interface NetworkAddress {
  /**
   * An IPv4 address ({@code struct sockaddr_in}).
   *
   * @param bits the four bytes, most significant first
   */
  record Ipv4(int bits) implements NetworkAddress {}

  /**
   * An IPv6 address ({@code struct sockaddr_in6}).
   *
   * @param gid the sixteen bytes
   * @param scopeId the interface index of a link-local address, otherwise 0
   */
  record Ipv6(Gid gid, int scopeId) implements NetworkAddress {}

  /**
   * A native InfiniBand address ({@code struct sockaddr_ib}, family AF_IB), used for an unmapped
   * multicast group.
   *
   * @param gid the MGID
   */
  record Ib(Gid gid) implements NetworkAddress {}
}
