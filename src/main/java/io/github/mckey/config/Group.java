package io.github.mckey.config;

import io.github.mckey.transport.Gid;

/** The multicast group as the user names it. */
public sealed interface Group {
  /**
   * An IP group, by address or name ({@code -m}); mapped to an MGID by the CM.
   *
   * @param name what getaddrinfo(3) gets
   */
  record Mapped(String name) implements Group {}

  /**
   * An MGID used as it is ({@code -M}).
   *
   * @param mgid the group; zero lets the subnet administrator assign one
   */
  record Unmapped(Gid mgid) implements Group {}
}
