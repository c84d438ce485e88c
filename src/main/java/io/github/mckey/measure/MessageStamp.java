package io.github.mckey.measure;

import io.github.mckey.transport.PayloadWriter;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes the header into the messages of one connection, one after the other. Messages that are
 * handed over together have one time of sending. Allocates nothing per message.
 */
public final class MessageStamp implements PayloadWriter {
  private static final int[] CHANGING = {
    MessageHeader.CRC_AT,
    MessageHeader.SEQUENCE_AT,
    MessageHeader.SEQUENCE_AT + Integer.BYTES,
    MessageHeader.SENT_AT,
    MessageHeader.SENT_AT + Integer.BYTES
  };

  /** The common part of the CRC changes with the sequence number's second byte. */
  private static final int LOW = 0xff;

  private final int connection;
  private final int runId;
  private final long total;
  private final EpochClock clock;
  private final int clockId;
  private @Nullable HeaderCrc crc;
  private long next;
  private long sentNanos;
  private int common;

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
   * Writes what the headers of all messages have in common.
   *
   * @param slot position 0, limit the message's size, at least {@link MessageHeader#SIZE};
   *     big-endian, and zeros
   */
  @Override
  public void layOut(ByteBuffer slot) {
    MessageHeader.writeFixed(slot, connection, runId, total, clockId);
    if (crc == null) {
      crc = new HeaderCrc(new CRC32C(), slot);
    }
  }

  @Override
  public void begin() {
    sentNanos = clock.now();
    HeaderCrc sums = crc;
    if (sums != null) {
      common = sums.common(next, sentNanos);
    }
  }

  /**
   * Writes the next message's header into a slot that was laid out; what follows it in the payload
   * is covered by the CRC.
   */
  @Override
  public void write(ByteBuffer payload) {
    HeaderCrc sums = crc;
    if (sums == null) {
      throw new IllegalStateException("no slot was laid out");
    }
    long sequence = next++;
    if ((sequence & LOW) == 0) {
      common = sums.common(sequence, sentNanos);
    }
    MessageHeader.writeOwn(payload, sequence, sentNanos, sums.of(common, sequence));
  }

  @Override
  public int[] changingWords() {
    return CHANGING.clone();
  }

  /** Returns how many messages were stamped. */
  public long stamped() {
    return next;
  }
}
