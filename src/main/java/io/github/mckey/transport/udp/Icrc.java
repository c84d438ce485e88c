package io.github.mckey.transport.udp;

import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The invariant CRC of RoCEv2 packets to one multicast group (annex A17 of the InfiniBand
 * Architecture Specification; the masks for IPv4 and IPv6 as Linux's rdma_rxe applies them).
 *
 * <p>It is CRC-32 over eight bytes of ones, the IP header, the UDP header and the packet from the
 * BTH to the padding. What routers may change counts as ones: for IPv4 the type of service, time to
 * live and header checksum, for IPv6 the traffic class, flow label and hop limit; the UDP checksum;
 * the BTH's fifth byte. The lengths count the ICRC itself.
 *
 * <p>The headers are the same for all packets of one source and length, so their share is computed
 * once and kept ({@link #constant}); a packet then costs one pass over its own bytes ({@link
 * #body}). Used by one thread; allocates only for a length not seen before.
 */
final class Icrc {
  /** Bytes that the ICRC covers between the IPv4 identification and the BTH. */
  static final int IPV4_BYTES_AFTER_ID = 14 + 8;

  private static final int DONT_FRAGMENT = 0x4000;
  private static final int PROTOCOL_UDP = 17;
  private static final int UDP_HEADER_BYTES = 8;
  private static final int IPV4_HEADER_BYTES = 20;
  private static final int ONES = 8;

  private final Gid group;
  private final boolean ipv4;
  private final byte[] scratch;
  private final ByteBuffer header;
  private final CRC32 crc = new CRC32();
  private @Nullable IcrcLength[] lengths = new IcrcLength[64];

  /**
   * Prepares for a group.
   *
   * @param group the destination address, IPv4 as mapped
   */
  Icrc(Gid group) {
    this.group = group;
    ipv4 = IpAddresses.isIpv4(group);
    scratch = new byte[ONES + (ipv4 ? IPV4_HEADER_BYTES : 40) + UDP_HEADER_BYTES];
    header = ByteBuffer.wrap(scratch);
    header.putLong(0, -1L);
  }

  /** Returns whether the packets are IPv4, so that an unknown identification enters the ICRC. */
  boolean ipv4() {
    return ipv4;
  }

  /**
   * Returns what to add (exclusive-or) to a body's CRC to get the ICRC; for IPv4 with
   * identification 0 and DF set.
   *
   * @param sourceHigh the first half of the source address, IPv4 as mapped
   * @param sourceLow the second half
   * @param sourcePort the UDP source port
   * @param bodyBytes bytes from the BTH to the padding, a multiple of four, at least 12
   */
  int constant(long sourceHigh, long sourceLow, int sourcePort, int bodyBytes) {
    int udpBytes = UDP_HEADER_BYTES + bodyBytes + RoceHeader.ICRC_BYTES;
    int udp = ipv4 ? putIpv4((int) sourceLow, udpBytes) : putIpv6(sourceHigh, sourceLow, udpBytes);
    header.putShort(udp, (short) sourcePort);
    header.putShort(udp + 2, (short) RoceHeader.UDP_PORT);
    header.putShort(udp + 4, (short) udpBytes);
    header.putShort(udp + 6, (short) -1);
    crc.reset();
    crc.update(scratch);
    return length(bodyBytes).constant((int) crc.getValue());
  }

  private int putIpv4(int source, int udpBytes) {
    int ip = ONES;
    header.putShort(ip, (short) 0x45FF);
    header.putShort(ip + 2, (short) (IPV4_HEADER_BYTES + udpBytes));
    header.putShort(ip + 4, (short) 0);
    header.putShort(ip + 6, (short) DONT_FRAGMENT);
    header.put(ip + 8, (byte) 0xFF);
    header.put(ip + 9, (byte) PROTOCOL_UDP);
    header.putShort(ip + 10, (short) -1);
    header.putInt(ip + 12, source);
    header.putInt(ip + 16, (int) group.low());
    return ip + IPV4_HEADER_BYTES;
  }

  private int putIpv6(long sourceHigh, long sourceLow, int udpBytes) {
    int ip = ONES;
    header.putInt(ip, 0x6FFFFFFF);
    header.putShort(ip + 4, (short) udpBytes);
    header.put(ip + 6, (byte) PROTOCOL_UDP);
    header.put(ip + 7, (byte) 0xFF);
    header.putLong(ip + 8, sourceHigh);
    header.putLong(ip + 16, sourceLow);
    header.putLong(ip + 24, group.high());
    header.putLong(ip + 32, group.low());
    return ip + 40;
  }

  /**
   * Returns the CRC of a packet's bytes from the BTH to the padding. The BTH's variant byte must
   * have been set to 0.
   *
   * @param view a buffer whose position and limit may be changed
   * @param offset where the BTH begins
   * @param bodyBytes bytes from the BTH to the padding
   */
  int body(ByteBuffer view, int offset, int bodyBytes) {
    view.limit(offset + bodyBytes).position(offset);
    crc.reset();
    crc.update(view);
    return (int) crc.getValue();
  }

  /** Returns by how much an IPv4 identification other than 0 changes the ICRC; 0 over IPv6. */
  int identification(int bodyBytes, int id) {
    return ipv4 ? length(bodyBytes).identification(id) : 0;
  }

  /** Returns the solver for IPv4 packets with a body of that length. */
  IpIdSolver solver(int bodyBytes) {
    return length(bodyBytes).solver();
  }

  private IcrcLength length(int bodyBytes) {
    int index = bodyBytes >>> 2;
    if (index >= lengths.length) {
      lengths = Arrays.copyOf(lengths, Math.max(index + 1, 2 * lengths.length));
    }
    IcrcLength found = lengths[index];
    if (found == null) {
      found = new IcrcLength(bodyBytes);
      lengths[index] = found;
    }
    return found;
  }
}
