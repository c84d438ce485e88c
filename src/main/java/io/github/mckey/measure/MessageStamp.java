package io.github.mckey.measure;

import io.github.mckey.transport.PayloadWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes the header into the messages of one connection, one after the other. Messages that are
 * handed over together have one time of sending. Allocates nothing per message.
 */
public final class MessageStamp implements PayloadWriter {
  private final int connection;
  private final int runId;
  private final long total;
  private final EpochClock clock;
  private final int clockId;
  private @Nullable HeaderCrc crc;

  /** What each value of the sequence number's lowest byte adds to the CRC. */
  private int[] terms = {};

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

  @Override
  public void layOut(ByteBuffer slots, int at, int bytes) {
    MessageHeader.writeFixed(slots, at, connection, runId, total, clockId);
    if (crc == null) {
      ByteBuffer slot = slots.slice(at, bytes).order(ByteOrder.BIG_ENDIAN);
      HeaderCrc sums = new HeaderCrc(new CRC32C(), slot);
      terms = sums.lowestByte();
      crc = sums;
    }
  }

  /** {@inheritDoc} A block has one time of sending; the patterns are numbers' lowest bytes. */
  @Override
  public int write(ByteBuffer slots, int at, int stride, int count, int[] patterns) {
    HeaderCrc sums = crc;
    if (sums == null) {
      throw new IllegalStateException("no slot was laid out");
    }
    long first = next;
    long now = clock.now();
    int common = sums.common(first, now);
    int[] ofLowest = terms;
    int lowest = lowest(first);
    int block = Math.min(count, PATTERNS - lowest);
    for (int i = 0; i < block; i++) {
      int word = common ^ ofLowest[lowest + i];
      MessageHeader.writeOwn(slots, at + i * stride, first + i, now, word);
    }
    // A loop of its own, which verbs, needing no patterns, are spared.
    int told = Math.min(block, patterns.length);
    for (int i = 0; i < told; i++) {
      patterns[i] = lowest + i;
    }
    next = first + block;
    return block;
  }

  private static int lowest(long sequence) {
    return (int) sequence & (PATTERNS - 1);
  }

  /** Returns how many messages were stamped. */
  public long stamped() {
    return next;
  }
}
