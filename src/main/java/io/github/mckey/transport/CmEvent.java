package io.github.mckey.transport;

import org.jspecify.annotations.Nullable;

/** A CM event; closing it acknowledges it (rdma_ack_cm_event(3)), which every event needs. */
public interface CmEvent extends AutoCloseable {
  /** Returns what happened. */
  CmEventType type();

  /** Returns the event's status: 0, a negative errno, or whatever the provider put there. */
  int status();

  /** Returns the endpoint concerned, or null where the event names none of this transport's. */
  @Nullable Endpoint endpoint();

  /** Returns the group that was joined; null for all but MULTICAST_JOIN. */
  @Nullable JoinedGroup group();

  /** Acknowledges the event; a second call does nothing. */
  @Override
  void close();
}
