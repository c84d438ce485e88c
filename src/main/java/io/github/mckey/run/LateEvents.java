package io.github.mckey.run;

import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;

/**
 * Waits after all connections have joined, and minds the CM events that come meanwhile. A lost
 * membership does not end the run, as in stock mckey, but it cannot end well any more.
 */
final class LateEvents {
  private final Phases phases;
  private boolean readable = true;
  private int status;

  LateEvents(Phases phases) {
    this.phases = phases;
  }

  /** Returns the status that the events give the run; 0 where there was no failure. */
  int status() {
    return status;
  }

  /** Sleeps until the time is over, handling events; also without a pause those there are. */
  void pause(long nanos) throws PhaseFailure {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      await(left);
    }
    handlePending();
  }

  /**
   * Sleeps until something happens or the time is over, handling an event.
   *
   * @param timeoutNanos as {@link Transport#await} takes it
   */
  void await(long timeoutNanos) throws PhaseFailure {
    int happened = phases.await(timeoutNanos);
    if ((happened & Transport.CM_EVENT) != 0 && readable) {
      handleNextEvent();
    }
  }

  /** Handles the events that have come already. */
  void handlePending() throws PhaseFailure {
    while (readable && (phases.await(0) & Transport.CM_EVENT) != 0) {
      handleNextEvent();
    }
  }

  /** Tells of the events that have come already, in a run that has failed and said why. */
  void tellPending() {
    try {
      while (readable && (phases.transport().await(0) & Transport.CM_EVENT) != 0) {
        handleNextEvent();
      }
    } catch (TransportException | PhaseFailure _) {
      // It cannot fail more than it has.
    }
  }

  private void handleNextEvent() throws PhaseFailure {
    try (CmEvent event = phases.transport().nextEvent()) {
      if (event != null) {
        handle(event);
      }
    } catch (TransportException e) {
      // Messages can still go; stock mckey, too, says so and gives up listening.
      readable = false;
      phases.transport().ignoreEvents();
      phases.listener().eventsLost(e);
    }
  }

  private void handle(CmEvent event) throws PhaseFailure {
    switch (event.type()) {
      case MULTICAST_ERROR -> {
        phases.listener().lateEvent(event.type(), event.status());
        if (status == 0) {
          status = event.status() == 0 ? -1 : event.status();
        }
      }
      case ADDR_CHANGE -> phases.listener().lateEvent(event.type(), event.status());
      case DEVICE_REMOVAL -> {
        phases.listener().deviceRemoved();
        throw new PhaseFailure(-1, event.type().text());
      }
      default -> {
        // Nothing that concerns a member of a group.
      }
    }
  }
}
