package io.github.mckey.transport.udp;

/**
 * Finds the IPv4 identification of a received packet, which a socket does not show, from its ICRC,
 * which covers it.
 *
 * <p>Each of the sixteen bits of the identification, where set, adds a fixed word to the ICRC; the
 * word depends only on how many bytes follow the field. The sixteen words are independent, so at
 * most one identification explains a given difference. They are brought to reduced row echelon form
 * here, once per length: each row then owns a pivot bit that no other row has, and solving takes
 * sixteen masked additions.
 */
final class IpIdSolver {
  private static final int BITS = 16;

  private final int[] rows = new int[BITS];
  private final int[] pivots = new int[BITS];
  private final int[] ids = new int[BITS];

  /**
   * Prepares for packets of one length.
   *
   * @param bytesAfterId bytes that the ICRC covers after the identification
   */
  IpIdSolver(int bytesAfterId) {
    int shift = CrcAlgebra.shift(bytesAfterId);
    for (int bit = 0; bit < BITS; bit++) {
      int id = 1 << bit;
      int word = CrcAlgebra.multiply(shift, CrcAlgebra.difference((byte) (id >>> 8), (byte) id));
      insert(bit, word, id);
    }
  }

  private void insert(int row, int word, int id) {
    int reduced = word;
    int combination = id;
    for (int k = 0; k < row; k++) {
      if ((reduced >>> pivots[k] & 1) != 0) {
        reduced ^= rows[k];
        combination ^= ids[k];
      }
    }
    int pivot = 31 - Integer.numberOfLeadingZeros(reduced);
    for (int k = 0; k < row; k++) {
      if ((rows[k] >>> pivot & 1) != 0) {
        rows[k] ^= reduced;
        ids[k] ^= combination;
      }
    }
    rows[row] = reduced;
    pivots[row] = pivot;
    ids[row] = combination;
  }

  /**
   * Solves for the identification.
   *
   * @param difference the packet's ICRC, exclusive-or the one it would have with identification 0
   * @return 0…65535, or -1 where no identification explains the difference
   */
  int solve(int difference) {
    int rest = difference;
    int id = 0;
    for (int k = 0; k < BITS; k++) {
      int taken = -(difference >>> pivots[k] & 1);
      rest ^= rows[k] & taken;
      id ^= ids[k] & taken;
    }
    return rest == 0 ? id : -1;
  }
}
