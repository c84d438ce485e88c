package io.github.mckey.transport.udp;

import org.jspecify.annotations.Nullable;

/** What the ICRC of a packet owes to its length alone. */
final class IcrcLength {
  private static final int VARIANT_AS_ONES = CrcAlgebra.difference((byte) 0xFF);

  /** What the packet headers' CRC is multiplied by: the bytes from the BTH on follow them. */
  private final int shift;

  /** What it adds that the BTH's variant byte counts as ones although it is laid out as zero. */
  private final int variant;

  private final int bodyBytes;
  private @Nullable IpIdSolver solver;

  /**
   * Computes the terms.
   *
   * @param bodyBytes bytes from the BTH to the padding
   */
  IcrcLength(int bodyBytes) {
    this.bodyBytes = bodyBytes;
    shift = CrcAlgebra.shift(bodyBytes);
    variant =
        CrcAlgebra.multiply(CrcAlgebra.shift(bodyBytes - RoceHeader.VARIANT - 1), VARIANT_AS_ONES);
  }

  /** Returns what a body's CRC is to be added to, for headers of the given CRC. */
  int constant(int headerCrc) {
    return CrcAlgebra.multiply(shift, headerCrc) ^ variant;
  }

  /** Returns by how much an IPv4 identification other than 0 changes the ICRC. */
  int identification(int id) {
    return CrcAlgebra.multiply(
        CrcAlgebra.shift(Icrc.IPV4_BYTES_AFTER_ID + bodyBytes),
        CrcAlgebra.difference((byte) (id >>> 8), (byte) id));
  }

  /** Returns the solver for IPv4 packets of this length. */
  IpIdSolver solver() {
    IpIdSolver made = solver;
    if (made == null) {
      made = new IpIdSolver(Icrc.IPV4_BYTES_AFTER_ID + bodyBytes);
      solver = made;
    }
    return made;
  }
}
