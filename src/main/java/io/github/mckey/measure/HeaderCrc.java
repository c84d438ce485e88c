package io.github.mckey.measure;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The CRC-32C of a connection's messages, which differ in their sequence numbers and times only. A
 * CRC is affine: each bit that is set adds a word of its own. So one pass over a message is enough
 * for all of them.
 */
final class HeaderCrc {
  /** The generator in the CRC's bit order, the highest bit being the constant term. */
  private static final int GENERATOR = 0x82F63B78;

  private static final int BYTE_VALUES = 256;

  private final int[] sequenceBits = new int[Long.SIZE];
  private final int[] timeBits = new int[Long.SIZE];
  private final int constant;

  /**
   * Prepares for messages like this one.
   *
   * @param message with sequence number and time 0; afterwards it is as it was
   */
  HeaderCrc(CRC32C crc, ByteBuffer message) {
    constant = PayloadCrc.of(crc, message);
    int end = MessageHeader.SENT_AT + Long.BYTES - 1;
    message.put(end, (byte) 0x80);
    int term = PayloadCrc.of(crc, message) ^ constant;
    message.put(end, (byte) 0);
    // The highest bit of a byte is the last that the CRC takes; each bit before it counts x times.
    for (int at = end; at >= MessageHeader.SEQUENCE_AT; at--) {
      for (int bit = Byte.SIZE - 1; bit >= 0; bit--) {
        note(at, bit, term);
        term = (term >>> 1) ^ (GENERATOR & -(term & 1));
      }
    }
  }

  private void note(int at, int bit, int term) {
    if (at >= MessageHeader.SENT_AT) {
      timeBits[(MessageHeader.SENT_AT + Long.BYTES - 1 - at) * Byte.SIZE + bit] = term;
    } else if (at < MessageHeader.SEQUENCE_AT + Long.BYTES) {
      sequenceBits[(MessageHeader.SEQUENCE_AT + Long.BYTES - 1 - at) * Byte.SIZE + bit] = term;
    }
  }

  /** Returns the CRC but for the sequence number's lowest byte. */
  int common(long sequence, long time) {
    return constant ^ sum(sequenceBits, sequence & -BYTE_VALUES) ^ sum(timeBits, time);
  }

  /** Returns what each value of the sequence number's lowest byte adds. */
  int[] lowestByte() {
    int[] terms = new int[BYTE_VALUES];
    for (int value = 1; value < BYTE_VALUES; value++) {
      terms[value] =
          terms[value & (value - 1)] ^ sequenceBits[Integer.numberOfTrailingZeros(value)];
    }
    return terms;
  }

  private static int sum(int[] terms, long value) {
    int sum = 0;
    for (long rest = value; rest != 0; rest &= rest - 1) {
      sum ^= terms[Long.numberOfTrailingZeros(rest)];
    }
    return sum;
  }
}
