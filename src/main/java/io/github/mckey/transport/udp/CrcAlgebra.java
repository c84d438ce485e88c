package io.github.mckey.transport.udp;

import java.util.zip.CRC32;

/**
 * CRC-32 as arithmetic on polynomials over GF(2) modulo the generator, in the bit order of {@link
 * CRC32} (the highest bit is the constant term).
 *
 * <p>Two facts carry the ICRC code. Appending {@code n} bytes multiplies by x to the power 8n, so
 * {@code crc(A B) = crc(A) * x^(8|B|) + crc(B)}. And the CRC is affine: changing bytes changes it
 * by a sum that depends only on the change and on how many bytes follow.
 */
final class CrcAlgebra {
  /** How many values a byte has. */
  static final int BYTE_VALUES = 256;

  private static final int GENERATOR = 0xEDB88320;
  private static final int ONE = 0x80000000;
  private static final int X = ONE >>> 1;

  private CrcAlgebra() {}

  /** Returns the product of two polynomials. */
  static int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int rest = a; rest != 0; rest <<= 1) {
      product ^= shifted & (rest >> 31);
      shifted = (shifted >>> 1) ^ (GENERATOR & -(shifted & 1));
    }
    return product;
  }

  /** Returns what appending {@code bytes} bytes multiplies by. */
  static int shift(int bytes) {
    int power = ONE;
    int square = X;
    for (int bits = bytes * 8; bits != 0; bits >>>= 1) {
      if ((bits & 1) != 0) {
        power = multiply(power, square);
      }
      square = multiply(square, square);
    }
    return power;
  }

  /** Returns by how much the CRC changes when the last bytes of a message change by these. */
  static int difference(byte... change) {
    return crc(change) ^ crc(new byte[change.length]);
  }

  /**
   * Computes by how much the CRC changes with each change of one byte, from what its bits add.
   *
   * @param terms where the terms of all {@link #BYTE_VALUES} changes go
   * @param from the place of the first one, no change at all, which holds 0 and stays
   * @param bytesAfter how many bytes follow the changed one
   */
  static void fillTerms(int[] terms, int from, int bytesAfter) {
    int shift = shift(bytesAfter);
    for (int value = 1; value < BYTE_VALUES; value++) {
      int lowest = Integer.lowestOneBit(value);
      terms[from + value] =
          lowest == value
              ? multiply(shift, difference((byte) value))
              : terms[from + lowest] ^ terms[from + (value ^ lowest)];
    }
  }

  private static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
