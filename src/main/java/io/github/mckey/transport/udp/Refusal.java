package io.github.mckey.transport.udp;

/**
 * Why a received datagram is not a message of this run, in the order in which it is checked. The
 * ICRC comes before every field that it covers, so that a field which only corruption changed is
 * counted as corruption.
 */
public enum Refusal {
  /** Cannot hold a BTH and an ICRC. */
  TOO_SHORT("too-short"),
  /** Longer than a message of the interface's RDMA MTU, so it was not read as a whole. */
  TOO_LONG("too-long"),
  /** Not a multiple of four bytes. */
  BAD_LENGTH("bad-length"),
  /** No IP identification makes the ICRC right: corrupt, or not RoCEv2. */
  BAD_ICRC("bad-icrc"),
  /** A transport version other than 0. */
  BAD_TVER("bad-tver"),
  /** Not UD SEND Only, with or without immediate. */
  BAD_OPCODE("bad-opcode"),
  /** Shorter than the headers and the padding that it announces. */
  BAD_PAD("bad-pad"),
  /** Not the default partition (full or limited member). */
  BAD_PKEY("bad-pkey"),
  /** Not the multicast QP number. */
  BAD_DEST_QP("bad-dest-qp"),
  /** Not the Q_Key of RDMA_PS_UDP groups. */
  BAD_QKEY("bad-qkey"),
  /** A good message that came after the queue pair had failed. */
  QP_ERROR("qp-error");

  private final String label;

  Refusal(String label) {
    this.label = label;
  }

  /** Returns the name that reports use. */
  public String label() {
    return label;
  }
}
