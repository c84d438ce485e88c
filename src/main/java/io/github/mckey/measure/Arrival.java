package io.github.mckey.measure;

import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;

/**
 * A received message, as a meter takes it. One object serves for all, so that none is made per
 * message.
 */
public final class Arrival {
  Gid gid = Gid.ZERO;
  int qpn;
  int psn;
  long nanos;
  ByteBuffer payload = ByteBuffer.allocate(0);

  /** Creates an arrival to be filled. */
  public Arrival() {}

  /**
   * Describes the next message.
   *
   * @param sourceGid the sender's GID
   * @param sourceQpn the sender's QP number
   * @param packetNumber the packet's PSN, or -1 where the transport does not show it
   * @param message the payload, position 0
   * @param arrivedNanos a reading of the monotonic clock
   */
  public Arrival set(
      Gid sourceGid, int sourceQpn, int packetNumber, ByteBuffer message, long arrivedNanos) {
    gid = sourceGid;
    qpn = sourceQpn;
    psn = packetNumber;
    payload = message;
    nanos = arrivedNanos;
    return this;
  }
}
