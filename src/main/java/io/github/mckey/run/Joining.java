package io.github.mckey.run;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/** Binds, resolves, sets the queues up and joins, for all connections side by side. */
final class Joining {
  /** How long the fabric may take to resolve an address, in milliseconds. */
  private static final int RESOLVE_TIMEOUT_MILLIS = 2000;

  private static final int ENODEV = 19;
  private static final int ENOMEM = 12;
  private static final int EINVAL = 22;

  private final Phases phases;
  private final @Nullable NetworkAddress source;
  private final NetworkAddress group;
  private final MessagePlan messages;
  private int pending;

  /** How many queue pairs of a host the device takes into one group. */
  private int mostMembers = Integer.MAX_VALUE;

  /**
   * Messages per connection. It drops to 0 when the first connection of a run with empty messages
   * has its queues, as in stock mckey: that one's queues are sized for the messages, the later
   * ones' are not.
   */
  private long messageCount;

  Joining(Phases phases, @Nullable NetworkAddress source, NetworkAddress group) {
    this.phases = phases;
    this.source = source;
    this.group = group;
    this.messages = new MessagePlan(phases.config(), phases.listener(), new LockedMemory());
    this.pending = phases.connections().size();
    this.messageCount = phases.config().messageCount();
  }

  /** Starts every connection: binds it, then resolves the group's address or, unmapped, joins. */
  void start() throws PhaseFailure {
    for (Connection connection : phases.connections()) {
      phases.checkStop();
      try {
        start(connection);
      } catch (TransportException e) {
        throw phases.failed(e);
      }
    }
  }

  private void start(Connection connection) throws TransportException, PhaseFailure {
    Endpoint endpoint = connection.endpoint();
    if (source != null) {
      endpoint.bind(source);
    }
    if (group instanceof NetworkAddress.Ib) {
      setUpUnmapped(connection);
    } else {
      endpoint.resolveAddress(source, group, RESOLVE_TIMEOUT_MILLIS);
    }
  }

  /** An unmapped group needs no resolving; its failures get a stderr line where they had none. */
  private void setUpUnmapped(Connection connection) throws PhaseFailure {
    try {
      setUp(connection);
    } catch (TransportException e) {
      PhaseFailure failure = phases.failed(e);
      if (!StepStatus.isToldOnStderr(e.step())) {
        phases.listener().unmappedSetUpFailed(failure.reason());
      }
      throw failure;
    } catch (PhaseFailure failure) {
      phases.listener().unmappedSetUpFailed(failure.reason());
      throw failure;
    }
  }

  /** Waits until every connection has joined. */
  void awaitAll() throws PhaseFailure {
    while (pending > 0) {
      if ((phases.await(-1) & Transport.CM_EVENT) != 0) {
        handleNextEvent();
      }
    }
  }

  private void handleNextEvent() throws PhaseFailure {
    try (CmEvent event = phases.transport().nextEvent()) {
      if (event != null) {
        handle(event);
      }
    } catch (TransportException e) {
      throw phases.failed(e);
    }
  }

  private void handle(CmEvent event) throws TransportException, PhaseFailure {
    switch (event.type()) {
      case ADDR_RESOLVED -> {
        Connection connection = connectionOf(event);
        if (connection != null) {
          setUp(connection);
        }
      }
      case MULTICAST_JOIN -> {
        Connection connection = connectionOf(event);
        JoinedGroup joined = event.group();
        if (connection != null && joined != null) {
          finish(connection, joined);
        }
      }
      case ADDR_ERROR, ROUTE_ERROR, MULTICAST_ERROR -> {
        int joined = phases.connections().size() - pending;
        if (event.type() == CmEventType.MULTICAST_ERROR && joined >= mostMembers) {
          phases.listener().groupFull(joined);
        }
        phases.listener().connectEventFailed(event.type(), event.status());
        throw new PhaseFailure(event.status() == 0 ? -1 : event.status(), event.type().text());
      }
      case DEVICE_REMOVAL -> {
        phases.listener().deviceRemoved();
        throw new PhaseFailure(-1, event.type().text());
      }
      default -> {
        // The other events belong to connected services; stock mckey passes over them, too.
      }
    }
  }

  private @Nullable Connection connectionOf(CmEvent event) {
    Endpoint endpoint = event.endpoint();
    return endpoint == null ? null : phases.connections().get(endpoint.index());
  }

  private void setUp(Connection connection) throws TransportException, PhaseFailure {
    MckeyConfig config = phases.config();
    Endpoint endpoint = connection.endpoint();
    checkMtu(endpoint);
    DeviceLimits limits = endpoint.queryLimits();
    mostMembers = limits.maxMembers();
    connection.setDepths(messages.depths(messageCount, limits, endpoint.locksMessages()));
    endpoint.allocatePd();
    createQueues(connection);
    if (config.messageSize() == 0) {
      messageCount = 0;
    }
    if (messageCount > 0) {
      endpoint.registerMessages(config.messageSize(), messages.prepare(connection));
      if (!config.sender()) {
        postFirstReceives(connection);
      }
    }
    endpoint.join(group, config.sendOnly());
    connection.markJoinRequested();
  }

  /**
   * A device's limits are upper bounds: with what else a queue pair needs it may refuse deep queues
   * all the same. Smaller ones, used again and again, do as well.
   */
  private void createQueues(Connection connection) throws TransportException {
    QueueDepths depths = connection.depths();
    try {
      createQueues(connection.endpoint(), depths);
    } catch (TransportException e) {
      if (depths.sends() <= QueuePlan.REUSED_DEPTH || !isRefusedForSize(e)) {
        throw e;
      }
      connection.setDepths(QueuePlan.reused());
      createQueues(connection.endpoint(), connection.depths());
    }
  }

  private void createQueues(Endpoint endpoint, QueueDepths depths) throws TransportException {
    endpoint.createCq(depths);
    endpoint.createQp(depths, !phases.config().loopback());
  }

  private static boolean isRefusedForSize(TransportException e) {
    return (e.step() == Step.CREATE_CQ || e.step() == Step.CREATE_QP)
        && (e.errno() == EINVAL || e.errno() == ENOMEM);
  }

  /** As many as there will be messages; where they are looked at, as many as the queue takes. */
  private void postFirstReceives(Connection connection) throws TransportException {
    int depth = connection.depths().receives();
    int first = connection.meter() == null ? (int) Math.min(messageCount, depth) : depth;
    connection.postReceives(first);
  }

  private void checkMtu(Endpoint endpoint) throws TransportException, PhaseFailure {
    if (!endpoint.hasDevice()) {
      throw new TransportException(Step.QUERY_PORT, -1, ENODEV, "No such device");
    }
    int size = phases.config().messageSize();
    int mtu = endpoint.queryActiveMtu();
    if (messageCount > 0 && size > mtu) {
      phases.listener().messageTooLarge(size, mtu);
      throw new PhaseFailure(-EINVAL, "Invalid argument");
    }
  }

  private void finish(Connection connection, JoinedGroup joined) throws TransportException {
    phases.listener().joined(connection.index(), joined);
    connection.endpoint().createAddressHandle();
    connection.setJoined(joined);
    pending--;
  }
}
