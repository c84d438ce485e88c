package io.github.mckey.measure;

import io.github.mckey.transport.PayloadWriter;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Writes the header into the messages of one connection, one after the other. Allocates nothing per
 * message.
 */
public final class MessageStamp implements PayloadWriter {
  private final int connection;
  private final int runId;
  private final long total;
  private final EpochClock clock;
  private final int clockId;
  private final CRC32C crc = new CRC32C();
  private long next;

  /**
   * Creates the stamp of a connection.
   *
   * @param connection the sender's number for it
   * @param runId tells this run from others of the same sender
   * @param total how many messages the connection will carry, 0 where that is not known; more than
   *     {@link MessageHeader#MOST_MESSAGES} are not announced
   * @param clock gives the time of sending
   * @param clockId names the clock for receivers, 0 where it has no name
   */
  public MessageStamp(int connection, int runId, long total, EpochClock clock, int clockId) {
    this.connection = connection;
    this.runId = runId;
    this.total = total > MessageHeader.MOST_MESSAGES ? 0 : total;
    this.clock = clock;
    this.clockId = clockId;
  }

  /** Returns whether messages of this size carry the header; size in bytes. */
  public static boolean fits(int messageSize) {
    return messageSize >= MessageHeader.SIZE;
  }

  /**
   * Writes the next message's header; what follows it in the payload stays and is covered by the
   * CRC.
   *
   * @param payload position 0, limit the message's size, at least {@link MessageHeader#SIZE};
   *     big-endian
   */
  @Override
  public void write(ByteBuffer payload) {
    MessageHeader.writeFixed(payload, connection, runId, total, clockId);
    MessageHeader.writeSequence(payload, next++, clock.now());
    payload.putInt(MessageHeader.CRC_AT, PayloadCrc.of(crc, payload));
  }

  /** Returns how many messages were stamped. */
  public long stamped() {
    return next;
  }
}
