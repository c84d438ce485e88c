package io.github.mckey.transport.udp;

import java.nio.ByteBuffer;

/**
 * Lays out the messages of one queue pair: UD SEND Only with immediate data, all of one size. What
 * never changes is written into a slot once; per message only the PSN and the ICRC follow.
 */
final class PacketWriter {
  /** Segments of one train at most (UDP_MAX_SEGMENTS of Linux before 6.9). */
  static final int MAX_SEGMENTS = 64;

  private final int qpn;
  private final int payloadBytes;
  private final int bodyBytes;
  private final int constant;
  private final Icrc icrc;

  /** What each identification of a train of segments, from 0, adds to the ICRC. */
  private final int[] identifications = new int[MAX_SEGMENTS];

  /** What each value of the PSN's three bytes, the highest first, adds to the ICRC. */
  private final int[] psnTerms = new int[3 * CrcAlgebra.BYTE_VALUES];

  /**
   * Prepares for messages of one size.
   *
   * @param icrc for the group
   * @param sourceHigh the first half of the source address, IPv4 as mapped
   * @param sourceLow the second half
   * @param sourcePort the UDP source port
   * @param qpn the sender's QP number, also the immediate data
   * @param payloadBytes the message size
   */
  PacketWriter(
      Icrc icrc, long sourceHigh, long sourceLow, int sourcePort, int qpn, int payloadBytes) {
    this.icrc = icrc;
    this.qpn = qpn;
    this.payloadBytes = payloadBytes;
    bodyBytes = RoceHeader.packetBytes(payloadBytes) - RoceHeader.ICRC_BYTES;
    constant = icrc.constant(sourceHigh, sourceLow, sourcePort, bodyBytes);
    for (int id = 1; id < MAX_SEGMENTS; id++) {
      identifications[id] = icrc.identification(bodyBytes, id);
    }
    for (int i = 0; i < 3; i++) {
      CrcAlgebra.fillTerms(
          psnTerms, i * CrcAlgebra.BYTE_VALUES, bodyBytes - (RoceHeader.PSN + 1 + i) - 1);
    }
  }

  /** Returns the UDP payload length of each message. */
  int packetBytes() {
    return bodyBytes + RoceHeader.ICRC_BYTES;
  }

  /** Writes the headers and the padding of a slot; its payload stays as it is. */
  void layOut(ByteBuffer packets, int slot) {
    int padding = RoceHeader.padding(payloadBytes);
    packets.put(slot + RoceHeader.OPCODE, (byte) RoceHeader.UD_SEND_ONLY_WITH_IMMEDIATE);
    packets.put(slot + RoceHeader.FLAGS, (byte) (padding << 4));
    packets.putShort(slot + RoceHeader.PKEY, (short) RoceHeader.DEFAULT_PKEY);
    packets.putInt(slot + RoceHeader.DEST_QP, RoceHeader.MULTICAST_QPN);
    packets.putInt(slot + RoceHeader.PSN, 0);
    packets.putInt(slot + RoceHeader.QKEY, RoceHeader.UDP_QKEY);
    packets.putInt(slot + RoceHeader.SOURCE_QP, qpn);
    packets.putInt(slot + RoceHeader.IMMEDIATE, qpn);
    for (int i = 0; i < padding; i++) {
      packets.put(slot + RoceHeader.PAYLOAD + payloadBytes + i, (byte) 0);
    }
  }

  /**
   * Computes what the ICRC of a slot is before its PSN and identification: anew where the payload
   * changed, once where it stays.
   *
   * @param packets the slots, big-endian
   * @param view another buffer over the same bytes, whose position and limit may be changed
   */
  int sum(ByteBuffer packets, ByteBuffer view, int slot) {
    packets.putInt(slot + RoceHeader.PSN, 0);
    return icrc.body(view, slot, bodyBytes) ^ constant;
  }

  /**
   * Finishes slots: PSN and ICRC. The CRC is affine, so each of the three PSN bytes and the
   * identification add words of their own to the sum.
   *
   * @param first where the first slot begins
   * @param stride how far it is to the next one
   * @param psn the first one's packet sequence number, the others count up; its low 24 bits count
   * @param sums from {@link #sum}
   * @param ids the IPv4 identifications that the packets will have, less than {@link #MAX_SEGMENTS}
   * @param from which element of both belongs to the first slot
   */
  void seal(
      ByteBuffer packets,
      int first,
      int stride,
      int count,
      int psn,
      int[] sums,
      int[] ids,
      int from) {
    int[] idTerms = identifications;
    int end = bodyBytes;
    for (int i = 0; i < count; i++) {
      int slot = first + i * stride;
      int number = psn + i;
      int value = sums[from + i] ^ idTerms[ids[from + i]] ^ psnTerm(number);
      packets.putInt(slot + RoceHeader.PSN, number & RoceHeader.MASK_24);
      packets.putInt(slot + end, Integer.reverseBytes(value));
    }
  }

  private int psnTerm(int psn) {
    int[] terms = psnTerms;
    return terms[psn >>> 16 & 0xFF]
        ^ terms[CrcAlgebra.BYTE_VALUES + (psn >>> 8 & 0xFF)]
        ^ terms[2 * CrcAlgebra.BYTE_VALUES + (psn & 0xFF)];
  }

  /** Changes a finished slot to identification 0. */
  void clearIdentification(ByteBuffer packets, int slot, int id) {
    int value = Integer.reverseBytes(packets.getInt(slot + bodyBytes)) ^ identifications[id];
    packets.putInt(slot + bodyBytes, Integer.reverseBytes(value));
  }
}
