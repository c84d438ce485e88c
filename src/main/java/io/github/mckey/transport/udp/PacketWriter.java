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
   * Finishes a slot whose payload stands.
   *
   * @param packets the slots, big-endian
   * @param view another buffer over the same bytes, whose position and limit may be changed
   * @param psn the packet sequence number; its low 24 bits count
   * @param id the IPv4 identification that the packet will have, less than {@link #MAX_SEGMENTS}
   */
  void seal(ByteBuffer packets, ByteBuffer view, int slot, int psn, int id) {
    packets.putInt(slot + RoceHeader.PSN, psn & RoceHeader.MASK_24);
    int value = icrc.body(view, slot, bodyBytes) ^ constant ^ identifications[id];
    packets.putInt(slot + bodyBytes, Integer.reverseBytes(value));
  }

  /** Changes a finished slot to identification 0. */
  void clearIdentification(ByteBuffer packets, int slot, int id) {
    int value = Integer.reverseBytes(packets.getInt(slot + bodyBytes)) ^ identifications[id];
    packets.putInt(slot + bodyBytes, Integer.reverseBytes(value));
  }
}
