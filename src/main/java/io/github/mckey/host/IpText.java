package io.github.mckey.host;

import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;

/** IP addresses as GIDs, IPv4 as mapped, and as users write them. */
public final class IpText {
  private static final long MAPPED = 0xFFFFL;
  private static final String MAPPED_TEXT = "::ffff:";

  private IpText() {}

  /** Returns whether a GID stands for an IPv4 address. */
  public static boolean isIpv4(Gid gid) {
    return gid.high() == 0 && gid.low() >>> 32 == MAPPED;
  }

  /** Returns whether an IPv6 address or group means something on one link only. */
  static boolean isLinkScoped(Gid gid) {
    long top = gid.high() >>> 48;
    return top >>> 8 == 0xFF ? (top & 0xF) == 1 || (top & 0xF) == 2 : top >>> 6 == 0xFE80 >>> 6;
  }

  /** Returns whether an address is the zero one of its family. */
  public static boolean isZero(Gid gid) {
    return gid.equals(Gid.ZERO) || (isIpv4(gid) && (int) gid.low() == 0);
  }

  /** Returns whether an address is a multicast group. */
  public static boolean isMulticast(Gid gid) {
    return isIpv4(gid) ? ((int) gid.low() >>> 28) == 0xE : gid.high() >>> 56 == 0xFF;
  }

  /**
   * Returns the GID of an address. Not by a switch: one over types builds a class at run time,
   * which no start-up archive holds.
   */
  public static Gid gid(NetworkAddress address) {
    if (address instanceof NetworkAddress.Ipv4 v4) {
      return new Gid(0, MAPPED << 32 | Integer.toUnsignedLong(v4.bits()));
    }
    return address instanceof NetworkAddress.Ipv6 v6
        ? v6.gid()
        : ((NetworkAddress.Ib) address).gid();
  }

  /**
   * Returns the address that a GID stands for.
   *
   * @param scopeId the interface index of a link-local one, otherwise 0
   */
  static NetworkAddress address(Gid gid, int scopeId) {
    return isIpv4(gid)
        ? new NetworkAddress.Ipv4((int) gid.low())
        : new NetworkAddress.Ipv6(gid, scopeId);
  }

  /** Returns the interface index that an address carries, 0 where it carries none. */
  public static int scopeOf(NetworkAddress address) {
    return address instanceof NetworkAddress.Ipv6 v6 ? v6.scopeId() : 0;
  }

  /** Returns an address as users write it: {@code 10.7.0.1}, {@code fd00::1}. */
  public static String of(Gid gid) {
    String text = gid.text();
    return isIpv4(gid) ? text.substring(MAPPED_TEXT.length()) : text;
  }
}
