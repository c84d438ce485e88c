package io.github.mckey.run;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.util.List;

/**
 * What the phases of a run share.
 *
 * @param config what to do
 * @param transport the open fabric
 * @param connections all connections, in the order of their numbers
 * @param listener hears what happens
 * @param stop a signal's request to end
 * @param watch deadline, reports and what else happens at a time
 */
record Phases(
    MckeyConfig config,
    Transport transport,
    List<Connection> connections,
    RunListener listener,
    StopRequest stop,
    Watch watch) {

  /** Tells the listener of a failed step and returns what ends the phases. */
  PhaseFailure failed(TransportException failure) {
    listener.stepFailed(failure);
    return new PhaseFailure(StepStatus.of(failure), failure.detail());
  }

  /** Ends the phases where a signal has asked for it or time is over, and does what is due. */
  void checkStop() throws PhaseFailure {
    int signal = stop.signal();
    if (signal != 0) {
      listener.interrupted(signal);
      throw new PhaseFailure(128 + signal, "interrupted");
    }
    watch.check(stop);
  }

  /**
   * Sleeps until something happens or the time is over, or ends the phases where a signal came.
   *
   * @param timeoutNanos as {@link Transport#await} takes it
   */
  int await(long timeoutNanos) throws PhaseFailure {
    checkStop();
    int happened;
    try {
      happened = transport.await(watch.bound(timeoutNanos));
    } catch (TransportException e) {
      throw failed(e);
    }
    checkStop();
    return happened;
  }
}
