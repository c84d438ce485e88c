package io.github.mckey.transport;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open fabric: an event channel and what is waited for. All methods but {@link #wake} belong to
 * the thread that opened it.
 */
public interface Transport extends AutoCloseable {
  /** In {@link #await}'s result: {@link #nextEvent} has something. */
  int CM_EVENT = 1;

  /** In {@link #await}'s result: a completion queue that asked for it has something. */
  int COMPLETION = 2;

  /** In {@link #await}'s result: {@link #wake} was called. */
  int WOKEN = 4;

  /**
   * Creates an endpoint (rdma_create_id(3)); the caller closes it, before this transport.
   *
   * @param index the caller's number for it
   */
  Endpoint createEndpoint(int index) throws TransportException;

  /**
   * Sleeps until a CM event, a notified completion or a call of {@link #wake}, or until the time is
   * over.
   *
   * @param timeoutNanos the longest time to sleep, in nanoseconds; 0 only looks; negative is for
   *     ever
   * @return what there is, as the sum of {@link #CM_EVENT}, {@link #COMPLETION} and {@link #WOKEN};
   *     0 where the time is over
   */
  int await(long timeoutNanos) throws TransportException;

  /** Takes the next CM event without waiting; null where there is none (rdma_get_cm_event(3)). */
  @Nullable CmEvent nextEvent() throws TransportException;

  /**
   * Waits for CM events no longer, because they cannot be read: their channel would end each sleep
   * at once.
   */
  default void ignoreEvents() {}

  /** Takes what the user should know although nothing failed, one line each; each comes once. */
  default List<String> takeWarnings() {
    return List.of();
  }

  /** Ends a present or the next {@link #await}. Any thread may call it, also after closing. */
  void wake();

  /** Closes the event channel. A second call does nothing. */
  @Override
  void close() throws TransportException;
}
