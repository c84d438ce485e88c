package io.github.mckey.transport.udp;

import io.github.mckey.transport.Gid;

/**
 * The address and interface that an endpoint speaks from.
 *
 * @param gid the address, IPv4 as mapped
 * @param scopeId the interface index of a link-local address, otherwise 0
 * @param interfaceIndex the interface
 * @param interfaceName its name
 * @param loopback whether the interface reaches this host only
 */
record LocalAddress(
    Gid gid, int scopeId, int interfaceIndex, String interfaceName, boolean loopback) {
  boolean ipv6() {
    return !IpAddresses.isIpv4(gid);
  }

  /** Returns the scope id that a group needs in a socket address on this interface. */
  int scopeOf(Gid group) {
    return IpAddresses.isLinkScoped(group) ? interfaceIndex : 0;
  }
}
