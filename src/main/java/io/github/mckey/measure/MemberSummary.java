package io.github.mckey.measure;

import io.github.mckey.transport.JoinedGroup;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a run.
 *
 * @param connection its number, from 0
 * @param joined the group, or null where it was not joined
 * @param sent what it sent; null for a receiver
 * @param received what it received; null for a sender
 * @param errors failed work requests by kind
 * @param refused packets that were no messages, by reason; empty where the transport does not say
 */
public record MemberSummary(
    int connection,
    @Nullable JoinedGroup joined,
    @Nullable SendSummary sent,
    @Nullable ReceiveSummary received,
    List<ErrorCount> errors,
    Map<String, Long> refused) {}
