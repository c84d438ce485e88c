package io.github.mckey.transport.udp;

import io.github.mckey.transport.Gid;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Assigns a group where none was named, as an InfiniBand subnet administrator would: at random in
 * the organization-local ranges, 239.192.0.0/14 (RFC 2365) or, as a transient group with a dynamic
 * group id, ff18::/16 (RFC 4291, RFC 3307); not one that this host has joined already.
 */
final class GroupPicker {
  private static final int IPV4_RANGE = 0xEFC0_0000;
  private static final int IPV4_BITS = 18;
  private static final long IPV6_RANGE = 0xFF18L << 48;
  private static final long DYNAMIC_GROUP_ID = 0x8000_0000L;
  private static final int TRIES = 64;

  private final RandomGenerator random;

  GroupPicker(RandomGenerator random) {
    this.random = random;
  }

  /** Returns a group of the given family. */
  Gid pick(boolean ipv6) {
    String joined = joinedGroups(ipv6);
    Gid group = draw(ipv6);
    for (int i = 1; i < TRIES && joined.contains(asListed(group)); i++) {
      group = draw(ipv6);
    }
    return group;
  }

  private Gid draw(boolean ipv6) {
    return ipv6
        ? new Gid(IPV6_RANGE, DYNAMIC_GROUP_ID | (random.nextInt() & 0x7FFF_FFFFL))
        : IpAddresses.mapped(IPV4_RANGE | random.nextInt(1, 1 << IPV4_BITS));
  }

  /** The kernel lists groups in hexadecimal: IPv4 as a host-order word, IPv6 byte by byte. */
  private static String asListed(Gid group) {
    HexFormat hex = HexFormat.of();
    if (!IpAddresses.isIpv4(group)) {
      return hex.toHexDigits(group.high()) + hex.toHexDigits(group.low());
    }
    int bits = (int) group.low();
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return hex.toHexDigits(little ? Integer.reverseBytes(bits) : bits);
  }

  private static String joinedGroups(boolean ipv6) {
    try {
      String list = Files.readString(Path.of(ipv6 ? "/proc/net/igmp6" : "/proc/net/igmp"));
      return list.toLowerCase(Locale.ROOT);
    } catch (IOException _) {
      return "";
    }
  }
}
