package io.github.mckey.config;

import org.jspecify.annotations.Nullable;

/**
 * What a run is asked to do; already valid.
 *
 * @param group the multicast group, {@code -m} or {@code -M}
 * @param sender whether this side sends, {@code -s}
 * @param bindAddress the local address or its name, {@code -b}; null takes the route's. Never null
 *     with an unmapped group
 * @param connections members of this side, {@code -c}, at least 1
 * @param messageCount messages per connection, {@code -C}, 0 only joins
 * @param messageSize payload bytes per message, {@code -S}, 0 only joins
 * @param portSpace {@code -p}
 * @param sendOnly joins as send-only full member, {@code -o}
 * @param loopback whether this host's members hear its own datagrams; false with {@code -l}
 * @param transport {@code --transport}
 */
public record MckeyConfig(
    Group group,
    boolean sender,
    @Nullable String bindAddress,
    int connections,
    long messageCount,
    int messageSize,
    PortSpace portSpace,
    boolean sendOnly,
    boolean loopback,
    TransportKind transport) {}
