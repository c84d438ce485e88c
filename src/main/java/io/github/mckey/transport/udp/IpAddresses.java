package io.github.mckey.transport.udp;

import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;

/** IP addresses as GIDs: IPv6 as it is, IPv4 as mapped ({@code ::ffff:a.b.c.d}). */
final class IpAddresses {
  private static final long MAPPED = 0xFFFF_0000_0000L;

  private IpAddresses() {}

  static Gid mapped(int ipv4) {
    return new Gid(0, MAPPED | Integer.toUnsignedLong(ipv4));
  }

  /** Returns whether the GID stands for an IPv4 address. */
  static boolean isIpv4(Gid gid) {
    return gid.high() == 0 && (gid.low() & 0xFFFF_FFFF_0000_0000L) == MAPPED;
  }

  /** Returns whether the GID stands for a multicast group, IPv4 or IPv6. */
  static boolean isMulticast(Gid gid) {
    return isIpv4(gid) ? ((int) gid.low() & 0xF000_0000) == 0xE000_0000 : gid.high() >>> 56 == 0xFF;
  }

  /** Returns whether an IPv6 address or group means something on one link only. */
  static boolean isLinkScoped(Gid gid) {
    long top = gid.high() >>> 48;
    if (top >>> 8 == 0xFF) {
      return (top & 0xF) == 1 || (top & 0xF) == 2;
    }
    return top >>> 6 == 0xFE80 >>> 6;
  }

  static Gid gid(NetworkAddress address) {
    return switch (address) {
      case NetworkAddress.Ipv4 v4 -> mapped(v4.bits());
      case NetworkAddress.Ipv6 v6 -> v6.gid();
      case NetworkAddress.Ib ib -> ib.gid();
    };
  }
}
