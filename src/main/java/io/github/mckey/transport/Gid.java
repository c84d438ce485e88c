package io.github.mckey.transport;

/**
 * A 128-bit global identifier (GID) of a port or, as MGID, of a multicast group.
 *
 * @param high the first eight bytes, most significant first (subnet prefix of a port GID)
 * @param low the last eight bytes (interface id of a port GID)
 */
public record Gid(long high, long low) {
  /** The all-zero GID: as a group it asks the subnet administrator to assign one. */
  public static final Gid ZERO = new Gid(0, 0);
}
