package io.github.mckey.run;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.transport.AddressResolver;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import io.github.mckey.transport.TransportProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The multicast test, phase by phase on one thread: open, resolve, join, pause, transfer, leave,
 * destroy.
 */
public final class MulticastTest {
  private final MckeyConfig config;
  private final TransportProvider provider;
  private final AddressResolver resolver;
  private final RunListener listener;
  private final StopRequest stop;

  /**
   * Creates a test that can run once.
   *
   * @param config what to do
   * @param provider opens the fabric
   * @param resolver looks the addresses of the options up
   * @param listener hears what happens
   * @param stop brings signals
   */
  public MulticastTest(
      MckeyConfig config,
      TransportProvider provider,
      AddressResolver resolver,
      RunListener listener,
      StopRequest stop) {
    this.config = config;
    this.provider = provider;
    this.resolver = resolver;
    this.listener = listener;
    this.stop = stop;
  }

  /** Runs the test and returns the process's exit status; everything opened is closed. */
  public int run() {
    Transport transport;
    try {
      transport = provider.open();
    } catch (TransportException e) {
      listener.stepFailed(e);
      return ExitStatus.SET_UP_FAILED;
    }
    stop.attach(transport);
    List<Connection> connections = new ArrayList<>();
    if (!createConnections(transport, connections)) {
      // Stock mckey, too, destroys the last one first where it could not create them all.
      Collections.reverse(connections);
      destroy(transport, connections);
      return ExitStatus.SET_UP_FAILED;
    }
    int status = runPhases(new Phases(config, transport, connections, listener, stop));
    passWarnings(transport);
    listener.testComplete();
    destroy(transport, connections);
    listener.finished(status);
    return ExitStatus.of(status);
  }

  private boolean createConnections(Transport transport, List<Connection> connections) {
    try {
      for (int i = 0; i < config.connections(); i++) {
        connections.add(new Connection(transport.createEndpoint(i)));
      }
      return true;
    } catch (TransportException e) {
      listener.stepFailed(e);
      return false;
    }
  }

  private int runPhases(Phases phases) {
    listener.starting(config.sender());
    @Nullable NetworkAddress source;
    NetworkAddress group;
    try {
      source = config.bindAddress() == null ? null : resolver.resolve(config.bindAddress());
      group = resolveGroup();
    } catch (ResolutionException e) {
      listener.nameUnknown(e);
      return e.code();
    }
    listener.joining();
    Joining joining = new Joining(phases, source, group);
    try {
      joining.start();
    } catch (PhaseFailure failure) {
      // Destroying the ids leaves what was joined; stock mckey, too, does no more here.
      return failure.status();
    }
    int status = joinAndTransfer(phases, joining);
    return leave(phases, group, status);
  }

  private NetworkAddress resolveGroup() throws ResolutionException {
    // Not a switch: one over types builds a class at run time, which no start-up archive holds.
    Group group = config.group();
    return group instanceof Group.Mapped mapped
        ? resolver.resolve(mapped.name())
        : new NetworkAddress.Ib(((Group.Unmapped) group).mgid());
  }

  private int joinAndTransfer(Phases phases, Joining joining) {
    try {
      joining.awaitAll();
    } catch (PhaseFailure failure) {
      return failure.status();
    }
    LateEvents events = new LateEvents(phases);
    try {
      passWarnings(phases.transport());
      events.pause(config.settleNanos());
      long count = config.messageSize() == 0 ? 0 : config.messageCount();
      if (count > 0) {
        listener.transferring(config.sender());
        if (config.sender()) {
          new Sending(phases, events).run(count);
        } else {
          new Receiving(phases, events).run(count);
        }
        events.handlePending();
        listener.transferComplete();
      }
    } catch (PhaseFailure failure) {
      events.tellPending();
      return failure.status();
    }
    return events.status();
  }

  /**
   * Leaves the group on every connection, as stock mckey does also on those that never joined; that
   * fails and is said. After a signal only what was joined is left.
   */
  private int leave(Phases phases, NetworkAddress group, int before) {
    int status = before;
    for (Connection connection : phases.connections()) {
      if (stop.signal() != 0 && !connection.isJoinRequested()) {
        continue;
      }
      try {
        connection.endpoint().leave(group);
      } catch (TransportException e) {
        listener.stepFailed(e);
        status = stop.signal() == 0 ? StepStatus.of(e) : status;
      }
    }
    return status;
  }

  private void passWarnings(Transport transport) {
    for (String warning : transport.takeWarnings()) {
      listener.warned(warning);
    }
  }

  private void destroy(Transport transport, List<Connection> connections) {
    for (Connection connection : connections) {
      try {
        connection.endpoint().close();
      } catch (TransportException e) {
        tellAll(e);
      }
    }
    try {
      transport.close();
    } catch (TransportException e) {
      tellAll(e);
    }
  }

  private void tellAll(TransportException failure) {
    listener.stepFailed(failure);
    for (Throwable later : failure.getSuppressed()) {
      if (later instanceof TransportException suppressed) {
        listener.stepFailed(suppressed);
      }
    }
  }
}
