package io.github.mckey.transport.udp;

/**
 * Where the fields of a RoCEv2 UD packet stand and what they hold for multicast. Offsets are bytes
 * from the BTH, which is the first byte of the UDP payload; numbers are big-endian but for the
 * ICRC. (InfiniBand Architecture Specification, volume 1: BTH 9.2, DETH 9.3.2, immediate 9.3.6;
 * annex A17 for RoCEv2.)
 */
final class RoceHeader {
  /** The UDP port that the Internet Assigned Numbers Authority gave RoCEv2. */
  static final int UDP_PORT = 4791;

  /** BTH: opcode, 1 byte. */
  static final int OPCODE = 0;

  /** BTH: solicited event, migration state, pad count (bits 5-4), transport version (3-0). */
  static final int FLAGS = 1;

  /** BTH: P_Key, 2 bytes. */
  static final int PKEY = 2;

  /** BTH: congestion marks and reserved bits, 1 byte; the ICRC takes it as ones. */
  static final int VARIANT = 4;

  /** BTH: the word whose low 24 bits are the destination QP number. */
  static final int DEST_QP = 4;

  /** BTH: acknowledge request, reserved bits and, in the low 24 bits, the PSN. */
  static final int PSN = 8;

  /** DETH: Q_Key, 4 bytes. */
  static final int QKEY = 12;

  /** DETH: the word whose low 24 bits are the source QP number. */
  static final int SOURCE_QP = 16;

  /** ImmDt: immediate data, 4 bytes; the payload begins here where there is none. */
  static final int IMMEDIATE = 20;

  /** The payload of a message with immediate data. */
  static final int PAYLOAD = 24;

  /** Bytes of the ICRC. */
  static final int ICRC_BYTES = 4;

  /** Bytes of BTH. */
  static final int BTH_BYTES = 12;

  /** Bytes of everything but payload and padding in a message with immediate data. */
  static final int OVERHEAD = PAYLOAD + ICRC_BYTES;

  /** UD SEND Only. */
  static final int UD_SEND_ONLY = 0x64;

  /** UD SEND Only with immediate data. */
  static final int UD_SEND_ONLY_WITH_IMMEDIATE = 0x65;

  /** The default partition, full member. */
  static final int DEFAULT_PKEY = 0xFFFF;

  /** The partition key without the membership bit. */
  static final int PKEY_PARTITION = 0x7FFF;

  /** The destination QP number of every multicast packet. */
  static final int MULTICAST_QPN = 0xFFFFFF;

  /** The Q_Key that the Linux CM gives groups of RDMA_PS_UDP (RDMA_UDP_QKEY). */
  static final int UDP_QKEY = 0x01234567;

  /** 24 bits: QP numbers and PSNs. */
  static final int MASK_24 = 0xFFFFFF;

  private RoceHeader() {}

  /** Returns how many zero bytes follow a payload to make it a multiple of four. */
  static int padding(int payloadBytes) {
    return -payloadBytes & 3;
  }

  /** Returns the UDP payload length of a message with immediate data, ICRC included. */
  static int packetBytes(int payloadBytes) {
    return OVERHEAD + payloadBytes + padding(payloadBytes);
  }
}
