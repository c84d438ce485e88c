package io.github.mckey.measure;

import java.nio.ByteBuffer;

/**
 * The header that our senders put at the beginning of a message's payload, version 1; all numbers
 * big-endian. docs/message-format.md has the table. Stock senders send none.
 */
public final class MessageHeader {
  /** Bytes of the header; shorter messages go without. */
  public static final int SIZE = 44;

  /** The first four bytes: "mcky". */
  public static final int MAGIC = 0x6d636b79;

  /** The version that this class writes and reads. */
  public static final int VERSION = 1;

  /** Sequence numbers and announced totals are at most that; sums over all sources stay exact. */
  public static final long MOST_MESSAGES = 1L << 48;

  /** Where the CRC-32C of everything after it stands. */
  static final int CRC_AT = 4;

  /** Where the part begins that the CRC covers; it ends with the payload. */
  static final int COVERED_FROM = 8;

  private static final int VERSION_AT = 8;
  private static final int CONNECTION_AT = 10;
  private static final int RUN_ID_AT = 12;

  /** Where the sequence number stands. */
  static final int SEQUENCE_AT = 16;

  private static final int TOTAL_AT = 24;

  /** Where the time of sending stands. */
  static final int SENT_AT = 32;

  private static final int CLOCK_ID_AT = 40;

  private MessageHeader() {}

  /** Writes what stays the same over a run; {@link #writeOwn} does the rest. */
  static void writeFixed(
      ByteBuffer slots, int at, int connection, int runId, long total, int clockId) {
    slots.putInt(at, MAGIC);
    slots.put(at + VERSION_AT, (byte) VERSION);
    slots.putShort(at + CONNECTION_AT, (short) connection);
    slots.putInt(at + RUN_ID_AT, runId);
    slots.putLong(at + TOTAL_AT, total);
    slots.putInt(at + CLOCK_ID_AT, clockId);
  }

  /** Writes what is a message's own. */
  static void writeOwn(ByteBuffer slots, int at, long sequence, long sentNanos, int crc) {
    slots.putInt(at + CRC_AT, crc);
    slots.putLong(at + SEQUENCE_AT, sequence);
    slots.putLong(at + SENT_AT, sentNanos);
  }

  /** Returns whether a payload begins with a header that this class can read. */
  public static boolean isPresent(ByteBuffer payload) {
    return payload.limit() >= SIZE
        && payload.getInt(0) == MAGIC
        && payload.get(VERSION_AT) == VERSION;
  }

  /** Returns whether the numbers of a header are such as senders write, rather than forged. */
  static boolean isPlausible(ByteBuffer payload) {
    return isCount(sequence(payload)) && isCount(total(payload));
  }

  private static boolean isCount(long number) {
    return number >= 0 && number <= MOST_MESSAGES;
  }

  /** Returns the sender's number for the connection, 0…65535; larger ones wrap. */
  public static int connection(ByteBuffer payload) {
    return payload.getShort(CONNECTION_AT) & 0xffff;
  }

  /** Returns the number that tells two runs of a sender apart. */
  public static int runId(ByteBuffer payload) {
    return payload.getInt(RUN_ID_AT);
  }

  /** Returns the message's number on its connection, from 0. */
  public static long sequence(ByteBuffer payload) {
    return payload.getLong(SEQUENCE_AT);
  }

  /** Returns how many messages the connection will carry; 0 where the sender does not know yet. */
  public static long total(ByteBuffer payload) {
    return payload.getLong(TOTAL_AT);
  }

  /** Returns when the message was handed to the transport, in nanoseconds since the epoch (UTC). */
  public static long sentNanos(ByteBuffer payload) {
    return payload.getLong(SENT_AT);
  }

  /** Returns which clock the time was read from; equal ids are one clock, 0 is unknown. */
  public static int clockId(ByteBuffer payload) {
    return payload.getInt(CLOCK_ID_AT);
  }
}
