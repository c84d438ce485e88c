package io.github.mckey.transport;

import org.jspecify.annotations.Nullable;

/**
 * A 128-bit global identifier (GID) of a port or, as MGID, of a multicast group.
 *
 * @param high the first eight bytes, most significant first (subnet prefix of a port GID)
 * @param low the last eight bytes (interface id of a port GID)
 */
public record Gid(long high, long low) {
  /** The all-zero GID: as a group it asks the subnet administrator to assign one. */
  public static final Gid ZERO = new Gid(0, 0);

  /**
   * Reads a GID as inet_pton(3) does for AF_INET6: RFC 4291's forms, without scope or prefix.
   *
   * @return the GID, or null where the text is none
   */
  public static @Nullable Gid parse(String text) {
    return GidReader.read(text);
  }

  /**
   * Returns the text that glibc's inet_ntop(3) gives for AF_INET6, for example {@code
   * ::ffff:239.1.1.1}, which {@link java.net.InetAddress} never writes.
   */
  public String text() {
    return GidWriter.write(this);
  }

  /** By hand, as {@link #hashCode}: a record's own builds classes at run time, late in a start. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Gid gid && high == gid.high && low == gid.low;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(high) + Long.hashCode(low);
  }

  /** Returns {@link #text}. */
  @Override
  public String toString() {
    return text();
  }

  /** Returns the 16-bit group at an index from 0 to 7, the most significant first. */
  int group(int index) {
    long half = index < 4 ? high : low;
    return (int) (half >>> (48 - 16 * (index & 3))) & 0xffff;
  }
}
