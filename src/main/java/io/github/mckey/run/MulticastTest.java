package io.github.mckey.run;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.SourceChoice;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.measure.Verdict;
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
  private final SourceChooser chooser;
  private final StopRequest stop;
  private final RunRecord listener;

  /** Like all lists that summaries are made of, read by the thread that ends a hanging run, too. */
  private final List<Connection> connections = Collections.synchronizedList(new ArrayList<>());

  private final Snapshots snapshots;
  private final Watch watch;
  private final RunEnd end;

  /** Where the run speaks from, once it is known; null leaves it to the route. */
  private @Nullable NetworkAddress source;

  /**
   * Creates a test that can run once; its deadline, where it has one, runs from now on.
   *
   * @param config what to do
   * @param provider opens the fabric
   * @param resolver looks the addresses of the options up
   * @param chooser finds the address of an interface or device
   * @param listener hears what happens
   * @param summaries hears figures
   * @param stop brings signals
   */
  public MulticastTest(
      MckeyConfig config,
      TransportProvider provider,
      AddressResolver resolver,
      SourceChooser chooser,
      RunListener listener,
      SummaryListener summaries,
      StopRequest stop) {
    this.config = config;
    this.provider = provider;
    this.resolver = resolver;
    this.chooser = chooser;
    this.stop = stop;
    long now = System.nanoTime();
    List<IntervalSummary> intervals = Collections.synchronizedList(new ArrayList<>());
    this.listener = new RunRecord(listener);
    snapshots = new Snapshots(config, this.listener, connections, intervals, now);
    IntervalSeries series = new IntervalSeries(config.sender(), connections, intervals);
    watch = new Watch(config, snapshots, series, summaries, now);
    end = new RunEnd(this.listener, snapshots, summaries);
  }

  /**
   * Runs the test and returns the process's exit status. Everything opened is closed, unless an
   * Error ends it: then the process's end does that.
   */
  public int run() {
    SourceChoice choice = config.source();
    if (choice != null && !choose(choice)) {
      return end.beforeBegin();
    }
    Transport transport;
    try {
      transport = provider.open();
    } catch (TransportException e) {
      listener.stepFailed(e);
      return end.beforeBegin();
    }
    stop.attach(transport);
    if (!createConnections(transport)) {
      // Stock mckey, too, destroys the last one first where it could not create them all.
      end.judged(ExitStatus.SET_UP_FAILED);
      Collections.reverse(connections);
      destroy(transport);
      return end.beforeBegin();
    }
    int status = runPhases(new Phases(config, transport, connections, listener, stop, watch));
    end.judged(status);
    passWarnings(transport);
    listener.testComplete();
    destroy(transport);
    int signal = stop.signal();
    // A signal may also come after the phases, while a group is left.
    return end.inOrder(status == 0 && signal != 0 ? 128 + signal : status, signal != 0);
  }

  /** Looks the group up first, for its family; where that fails, the run says so at its place. */
  private boolean choose(SourceChoice choice) {
    NetworkAddress group = null;
    try {
      group = resolveGroup();
    } catch (ResolutionException _) {
      // It will fail again.
    }
    try {
      source = chooser.choose(choice, group);
      return true;
    } catch (SourceException e) {
      listener.sourceRefused(e.reason());
      return false;
    }
  }

  private boolean createConnections(Transport transport) {
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
    NetworkAddress group;
    String name = config.bindAddress();
    try {
      if (name != null) {
        source = resolver.resolve(name);
      }
      name = groupName();
      group = resolveGroup();
    } catch (ResolutionException e) {
      listener.nameUnknown(name, e);
      return e.code();
    }
    listener.joining(source, group);
    Joining joining = new Joining(phases, source, group);
    try {
      joining.start();
    } catch (PhaseFailure failure) {
      // Destroying the ids leaves what was joined; stock mckey, too, does no more here.
      return ended(failure);
    }
    int status = joinAndTransfer(phases, joining);
    return leave(phases, group, status);
  }

  private String groupName() {
    return config.group() instanceof Group.Mapped mapped ? mapped.name() : "";
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
      return ended(failure);
    }
    LateEvents events = new LateEvents(phases);
    try {
      passWarnings(phases.transport());
      return new Transfer(phases, events, listener, snapshots).run();
    } catch (PhaseFailure failure) {
      events.tellPending();
      return ended(failure);
    }
  }

  private int ended(PhaseFailure failure) {
    if (watch.isExpired() || (watch.isDurationOver() && failure.status() == Verdict.TIMED_OUT)) {
      end.timedOut(failure.status());
    }
    return failure.status();
  }

  /**
   * Ends the run in the place of its own thread, which hangs in a call; any thread. Touches no
   * native object.
   *
   * @param status the run's status
   * @param interrupted whether a signal is the reason, rather than the deadline
   * @return the status that the process must end with at once, or -1 where the run has ended by
   *     itself
   */
  public int abandon(int status, boolean interrupted) {
    return end.abandoned(status, interrupted);
  }

  /**
   * Returns how many things the run has begun to leave or to destroy: as long as it grows, the run
   * is ending by itself. Any thread.
   */
  public int closingSteps() {
    return end.steps();
  }

  /**
   * Leaves the group on every connection, as stock mckey does also on those that never joined; that
   * fails and is said. After a signal or the deadline only what was joined is left.
   */
  private int leave(Phases phases, NetworkAddress group, int before) {
    listener.enter(RunPhase.LEAVING);
    end.judged(before);
    boolean cutShort = stop.signal() != 0 || watch.isExpired();
    int status = before;
    for (Connection connection : phases.connections()) {
      if (cutShort && !connection.isJoinRequested()) {
        continue;
      }
      end.closing();
      try {
        connection.endpoint().leave(group);
      } catch (TransportException e) {
        listener.stepFailed(e);
        status = cutShort && status != 0 ? status : StepStatus.of(e);
        end.judged(status);
      }
    }
    return status;
  }

  private void passWarnings(Transport transport) {
    for (String warning : transport.takeWarnings()) {
      listener.warned(warning);
    }
  }

  private void destroy(Transport transport) {
    for (Connection connection : connections) {
      end.closing();
      try {
        connection.endpoint().close();
      } catch (TransportException e) {
        listener.stepFailed(e);
      }
    }
    end.closing();
    try {
      transport.close();
    } catch (TransportException e) {
      listener.stepFailed(e);
    }
  }
}
