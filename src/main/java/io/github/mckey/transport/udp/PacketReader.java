package io.github.mckey.transport.udp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Checks received datagrams and takes the accepted ones apart. The fields describe the packet
 * accepted last. Nothing is allocated per packet.
 *
 * <p>Over IPv4 the identification is solved for, so a corrupt packet passes the ICRC with a
 * probability of 2^-16 rather than 2^-32, and a packet whose IP header has DF clear, or options, is
 * refused.
 */
final class PacketReader {
  private final Icrc icrc;
  private final SourceConstants constants;
  private final BodySums sums;
  private final int maxPacketBytes;
  private int opcode;
  private int psn;
  private int sourceQpn;
  private int immediate;
  private int payloadOffset;
  private int payloadBytes;
  private int ipId;

  /** What each identification of a train adds to packets of one length, where it was seen. */
  private final int[] counted = new int[Trains.MOST_RECEIVED];

  private int countedBody;

  /**
   * Prepares for packets to one group.
   *
   * @param terms what readers of one thread share
   * @param maxMessageBytes the longest payload that is read, a multiple of four
   */
  PacketReader(Icrc icrc, BodyTerms.Latest terms, int maxMessageBytes) {
    this(icrc, maxMessageBytes, new BodySums(icrc, terms, BodySums.PASSES));
  }

  /** As the other one, with {@link BodySums} that compare sooner or later than usual. */
  PacketReader(Icrc icrc, int maxMessageBytes, BodySums sums) {
    this.icrc = icrc;
    this.sums = sums;
    constants = new SourceConstants(icrc);
    maxPacketBytes = RoceHeader.packetBytes(maxMessageBytes);
  }

  /**
   * Checks a datagram.
   *
   * @param packets the receive buffer, big-endian; the packet's variant byte is overwritten
   * @param view another buffer over the same bytes, whose position and limit may be changed
   * @param offset where the datagram begins
   * @param bytes its length, as long as it was on the wire
   * @param sourceHigh the first half of the sender's address, IPv4 as mapped
   * @param sourceLow the second half
   * @param sourcePort the sender's UDP port
   * @return null where it is a message for this group, otherwise why it is not
   */
  @Nullable Refusal check(
      ByteBuffer packets,
      ByteBuffer view,
      int offset,
      int bytes,
      long sourceHigh,
      long sourceLow,
      int sourcePort) {
    if (bytes < RoceHeader.BTH_BYTES + RoceHeader.ICRC_BYTES) {
      return Refusal.TOO_SHORT;
    }
    if (bytes > maxPacketBytes) {
      return Refusal.TOO_LONG;
    }
    if ((bytes & 3) != 0) {
      return Refusal.BAD_LENGTH;
    }
    int body = bytes - RoceHeader.ICRC_BYTES;
    packets.put(offset + RoceHeader.VARIANT, (byte) 0);
    int difference =
        Integer.reverseBytes(packets.getInt(offset + body))
            ^ sums.sum(packets, view, offset, body)
            ^ constants.get(sourceHigh, sourceLow, sourcePort, body);
    ipId = explain(difference, body);
    return ipId < 0 ? Refusal.BAD_ICRC : checkHeaders(packets, offset, body);
  }

  /** Returns the identification that explains a difference from identification 0, or -1. */
  private int explain(int difference, int body) {
    if (difference == 0) {
      return 0;
    }
    if (!icrc.ipv4()) {
      return -1;
    }
    // The segments of a train count up, and all trains alike.
    int next = ipId + 1 & (Trains.MOST_RECEIVED - 1);
    if (body == countedBody && counted[next] == difference) {
      return next;
    }
    int id = icrc.solver(body).solve(difference);
    if (id > 0 && id < Trains.MOST_RECEIVED) {
      if (body != countedBody) {
        countedBody = body;
        Arrays.fill(counted, 0);
      }
      counted[id] = difference;
    }
    return id;
  }

  private @Nullable Refusal checkHeaders(ByteBuffer packets, int offset, int body) {
    long bth = packets.getLong(offset);
    int flags = (int) (bth >>> 48);
    if ((flags & 0xF) != 0) {
      return Refusal.BAD_TVER;
    }
    opcode = (int) (bth >>> 56);
    if (opcode != RoceHeader.UD_SEND_ONLY && opcode != RoceHeader.UD_SEND_ONLY_WITH_IMMEDIATE) {
      return Refusal.BAD_OPCODE;
    }
    int headers = hasImmediate() ? RoceHeader.PAYLOAD : RoceHeader.IMMEDIATE;
    payloadBytes = body - headers - (flags >>> 4 & 3);
    if (payloadBytes < 0) {
      return Refusal.BAD_PAD;
    }
    if (((int) (bth >>> 32) & RoceHeader.PKEY_PARTITION) != RoceHeader.PKEY_PARTITION) {
      return Refusal.BAD_PKEY;
    }
    if (((int) bth & RoceHeader.MASK_24) != RoceHeader.MULTICAST_QPN) {
      return Refusal.BAD_DEST_QP;
    }
    long psnAndQkey = packets.getLong(offset + RoceHeader.PSN);
    if ((int) psnAndQkey != RoceHeader.UDP_QKEY) {
      return Refusal.BAD_QKEY;
    }
    payloadOffset = offset + headers;
    psn = (int) (psnAndQkey >>> 32) & RoceHeader.MASK_24;
    sourceQpn = packets.getInt(offset + RoceHeader.SOURCE_QP) & RoceHeader.MASK_24;
    immediate = hasImmediate() ? packets.getInt(offset + RoceHeader.IMMEDIATE) : 0;
    return null;
  }

  boolean hasImmediate() {
    return opcode == RoceHeader.UD_SEND_ONLY_WITH_IMMEDIATE;
  }

  int immediate() {
    return immediate;
  }

  int psn() {
    return psn;
  }

  int sourceQpn() {
    return sourceQpn;
  }

  int payloadOffset() {
    return payloadOffset;
  }

  int payloadBytes() {
    return payloadBytes;
  }

  /** Returns the identification that the ICRC implies; 0 over IPv6. */
  int ipId() {
    return ipId;
  }
}
