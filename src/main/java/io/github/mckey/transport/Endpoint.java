package io.github.mckey.transport;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the test: a CM id with its PD, CQ, UD QP, MR and AH. Used by one thread. The
 * methods stand in the order in which a run calls them.
 */
public interface Endpoint extends AutoCloseable {
  /** Returns the number given at creation, from 0. */
  int index();

  /** Binds to a local address, and so to a device (rdma_bind_addr(3)). */
  void bind(NetworkAddress source) throws TransportException;

  /**
   * Starts to map the group to a device; an ADDR_RESOLVED or ADDR_ERROR event follows
   * (rdma_resolve_addr(3)).
   *
   * @param source the local address, or null to take the route's
   * @param timeoutMillis how long the fabric may take, in milliseconds
   */
  void resolveAddress(@Nullable NetworkAddress source, NetworkAddress group, int timeoutMillis)
      throws TransportException;

  /** Returns whether a device stands behind the address; some providers leave it out. */
  boolean hasDevice();

  /** Returns the port's active MTU in bytes, 256…4096 (ibv_query_port(3)). */
  int queryActiveMtu() throws TransportException;

  /** Returns what the device can hold, {@link DeviceLimits#UNKNOWN} where it does not tell. */
  DeviceLimits queryLimits();

  /** Allocates the protection domain (ibv_alloc_pd(3)). */
  void allocatePd() throws TransportException;

  /**
   * Creates the completion queue and its channel (ibv_create_cq(3)). Called again before there is a
   * queue pair, it destroys the former queue first.
   */
  void createCq(QueueDepths depths) throws TransportException;

  /**
   * Creates the UD queue pair (rdma_create_qp(3)).
   *
   * @param blockLoopback asks that this host's members do not hear its own datagrams
   *     (IBV_QP_CREATE_BLOCK_SELF_MCAST_LB)
   */
  void createQp(QueueDepths depths, boolean blockLoopback) throws TransportException;

  /**
   * Returns whether the buffer of {@link #registerMessages} is locked into memory, which the kernel
   * limits; where not, its slots cost nothing.
   */
  default boolean locksMessages() {
    return true;
  }

  /**
   * Registers the message buffer (ibv_reg_mr(3)).
   *
   * @param messageSize payload bytes of a message, at least 1
   * @param slots messages that the buffer holds side by side, at least 1; work requests share slots
   *     where there are more of them than slots
   */
  void registerMessages(int messageSize, int slots) throws TransportException;

  /**
   * Posts receives (ibv_post_recv(3)).
   *
   * @param count how many, at most the receive depth less those outstanding
   * @throws TransportException where one is refused; it tells how many before it were accepted
   */
  void postReceives(int count) throws TransportException;

  /** Starts to join; MULTICAST_JOIN or MULTICAST_ERROR follows (rdma_join_multicast_ex(3)). */
  void join(NetworkAddress group, boolean sendOnly) throws TransportException;

  /** Creates the address handle from the join event's UD parameters (ibv_create_ah(3)). */
  void createAddressHandle() throws TransportException;

  /** Returns this endpoint's QP number, 24 bits; it is also the immediate data of its messages. */
  int qpn();

  /**
   * Lays out what the sends of a joined endpoint need, before the first of them.
   *
   * @param writer the one that will be given to {@link #postSends}
   */
  default void prepareSends(@Nullable PayloadWriter writer) {}

  /**
   * Posts messages (ibv_post_send(3)), as many of {@code count} as there is room for in the send
   * queue and its slots.
   *
   * @param signalLast whether the last of {@code count} must be signalled, because nothing may
   *     follow it for long: of those before it and of others not every one is, and what is not
   *     completes with the next one that is
   * @param writer fills each message, or null to send the slots as they are
   * @return how many were posted, 0…count
   * @throws TransportException where one is refused; it tells how many before it were accepted
   */
  int postSends(int count, boolean signalLast, @Nullable PayloadWriter writer)
      throws TransportException;

  /** Takes what the completion queue holds, a batch at a time (ibv_poll_cq(3)). */
  CompletionBatch poll() throws TransportException;

  /**
   * Waits some microseconds for a completion, without sleeping, where the last ones came in a flow.
   *
   * @return whether there is one now; false also where looking costs as much as sleeping
   */
  default boolean lookAhead() throws TransportException {
    return false;
  }

  /**
   * Asks that the next completion ends {@link Transport#await} (ibv_req_notify_cq(3)). Poll once
   * more after it: completions that came before it do not count.
   */
  void requestNotification() throws TransportException;

  /**
   * Returns how many packets for this endpoint's group were refused instead of received, by reason;
   * empty where the transport does not know, because a device refuses in silence.
   */
  default Map<String, Long> refused() {
    return Map.of();
  }

  /** Returns ibv_wc_status_str(3) for a completion status. */
  String statusText(int status);

  /** Leaves the group (rdma_leave_multicast(3)). */
  void leave(NetworkAddress group) throws TransportException;

  /**
   * Destroys everything in stock mckey's order: AH, QP, CQ, MR, PD, id. Goes on after a failure and
   * throws the first one with the later ones suppressed. A second call does nothing.
   */
  @Override
  void close() throws TransportException;
}
