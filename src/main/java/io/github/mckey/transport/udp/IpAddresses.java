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

  /** Returns whether the GID is the zero address of either family, or the zero GID. */
  static boolean isUnspecified(Gid gid) {
    return gid.equals(Gid.ZERO) || (isIpv4(gid) && (int) gid.low() == 0);
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
    // No switch over types here: linking one costs a start-up more than this does in all.
    if (address instanceof NetworkAddress.Ipv4 v4) {
      return mapped(v4.bits());
    }
    return address instanceof NetworkAddress.Ipv6 v6
        ? v6.gid()
        : ((NetworkAddress.Ib) address).gid();
  }
}
