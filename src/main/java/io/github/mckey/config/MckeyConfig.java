package io.github.mckey.config;

import org.jspecify.annotations.Nullable;

/**
 * What a run is asked to do; already valid.
 *
 * @param group the multicast group, {@code -m} or {@code -M}
 * @param sender whether this side sends, {@code -s}
 * @param bindAddress the local address or its name, {@code -b}; null takes the route's
 * @param source what takes part in place of a bind address, {@code --interface} or {@code
 *     --device}; never with one. One of the two is there with an unmapped group
 * @param connections members of this side, {@code -c}, 1 to {@link #MAX_CONNECTIONS}
 * @param messageCount messages per connection, {@code -C}, 0 only joins, {@link #UNLIMITED} leaves
 *     it to the time
 * @param messageSize payload bytes per message, {@code -S}, 0 only joins
 * @param portSpace {@code -p}
 * @param sendOnly joins as send-only full member, {@code -o}
 * @param loopback whether this host's members hear its own datagrams; false with {@code -l}
 * @param transport {@code --transport}
 * @param ttl the IP time to live of sent datagrams, {@code --ttl}, 1 to 255; only {@link
 *     TransportKind#UDP} sets it
 * @param tos the IP type of service or IPv6 traffic class of sent datagrams, {@code --tos}, 0 to
 *     255; null leaves the transport's own
 * @param settleNanos the pause between joining and transferring, which gives a subnet manager the
 *     time to set the switches up, {@code --settle}; nanoseconds, at least 0
 * @param limits what bounds it in time, rate and loss
 * @param reporting what it tells beyond stock mckey's lines
 */
public record MckeyConfig(
    Group group,
    boolean sender,
    @Nullable String bindAddress,
    @Nullable SourceChoice source,
    int connections,
    long messageCount,
    int messageSize,
    PortSpace portSpace,
    boolean sendOnly,
    boolean loopback,
    TransportKind transport,
    int ttl,
    @Nullable Integer tos,
    long settleNanos,
    Limits limits,
    Reporting reporting) {

  /**
   * The most members that one process joins: each of them holds a CM id and a queue pair, and a
   * typing mistake should not ask the kernel for millions of them.
   */
  public static final int MAX_CONNECTIONS = 65_535;

  /** The message count of a run that only its duration ends. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Refuses what {@link MckeyConfig} promises never to hold. */
  public MckeyConfig {
    require(connections >= 1 && connections <= MAX_CONNECTIONS, "connections");
    require(messageCount >= 0, "messageCount");
    require(messageSize >= 0, "messageSize");
    require(ttl >= 1 && ttl <= 255, "ttl");
    require(tos == null || (tos >= 0 && tos <= 255), "tos");
    require(settleNanos >= 0, "settleNanos");
    require(
        !(group instanceof Group.Unmapped) || bindAddress != null || source != null, "bindAddress");
    require(bindAddress == null || source == null, "source");
  }

  /** Returns whether only the duration ends the transfer. */
  public boolean isUnlimited() {
    return messageCount == UNLIMITED;
  }

  /**
   * Returns whether messages are looked at one by one rather than counted, because a deadline or a
   * report must tell which ones arrived.
   */
  public boolean isMeasuring() {
    return limits.timeoutNanos() > 0 || limits.durationNanos() > 0 || reporting.isWanted();
  }

  private static void require(boolean holds, String component) {
    if (!holds) {
      throw new IllegalArgumentException(component);
    }
  }

  /** Returns a builder that holds the defaults of the manual page for everything but the group. */
  public static MckeyConfigBuilder of(Group group) {
    return new MckeyConfigBuilder(group);
  }
}
