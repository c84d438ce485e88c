package io.github.mckey.transport.udp;

import java.nio.ByteBuffer;

/**
 * What some four-byte words of a packet add to its ICRC, compared with zeros there. A CRC is
 * affine: each byte adds a term of its own, which is looked up; and most words are as they were in
 * the message before.
 */
final class WordTerms {
  private static final int VALUES = 256;
  private static final int TABLE = Integer.BYTES * VALUES;

  private final int[] offsets;
  private final int[] tables;
  private final int[] words;
  private final int[] terms;

  /**
   * Computes the terms.
   *
   * @param offsets where the words begin, counted from the BTH
   * @param bodyBytes bytes from the BTH to the padding
   */
  WordTerms(int[] offsets, int bodyBytes) {
    this.offsets = offsets.clone();
    tables = new int[offsets.length * TABLE];
    words = new int[offsets.length];
    terms = new int[offsets.length];
    for (int w = 0; w < offsets.length; w++) {
      for (int i = 0; i < Integer.BYTES; i++) {
        fill(tables, w * TABLE + i * VALUES, bodyBytes - offsets[w] - i - 1);
      }
    }
  }

  /**
   * Computes what each value of a byte adds, from what its bits add.
   *
   * @param table where the 256 terms go
   * @param bytesAfter bytes that the ICRC covers after it
   */
  static void fill(int[] terms, int table, int bytesAfter) {
    int shift = CrcAlgebra.shift(bytesAfter);
    for (int value = 1; value < VALUES; value++) {
      int lowest = Integer.lowestOneBit(value);
      terms[table + value] =
          lowest == value
              ? CrcAlgebra.multiply(shift, CrcAlgebra.difference((byte) value))
              : terms[table + lowest] ^ terms[table + (value ^ lowest)];
    }
  }

  /** Returns what the words of a packet add. */
  int of(ByteBuffer packets, int packet) {
    int sum = 0;
    for (int w = 0; w < offsets.length; w++) {
      int word = packets.getInt(packet + offsets[w]);
      if (word != words[w]) {
        words[w] = word;
        terms[w] = term(w * TABLE, word);
      }
      sum ^= terms[w];
    }
    return sum;
  }

  private int term(int table, int word) {
    return tables[table + (word >>> 24)]
        ^ tables[table + VALUES + (word >>> 16 & 0xFF)]
        ^ tables[table + 2 * VALUES + (word >>> 8 & 0xFF)]
        ^ tables[table + 3 * VALUES + (word & 0xFF)];
  }
}
