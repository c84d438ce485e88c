package io.github.mckey.run;

import io.github.mckey.measure.ReceiveMeter;
import io.github.mckey.transport.TransportException;

/** Receives until every connection has its messages, or for as long as was asked for. */
final class Receiving {
  /** A look at signals and clocks for so many batches. */
  private static final int TAKES_A_LOOK = 16;

  private final Phases phases;
  private final LateEvents events;
  private final Completions completions;
  private int taken;

  Receiving(Phases phases, LateEvents events) {
    this.phases = phases;
    this.events = events;
    this.completions = new Completions(phases);
  }

  /** Receives the given number of messages on each connection. */
  void run(long messageCount) throws PhaseFailure {
    startMeters();
    try {
      while (!drain(messageCount)) {
        if (lookAhead(messageCount)) {
          continue;
        }
        for (Connection connection : phases.connections()) {
          connection.endpoint().requestNotification();
        }
        if (!drain(messageCount)) {
          events.await(-1);
        }
      }
    } catch (TransportException e) {
      throw phases.failed(e);
    }
  }

  /** Looks at the connections of which {@link #drain} then takes what has come. */
  private boolean lookAhead(long messageCount) throws TransportException {
    for (Connection connection : phases.connections()) {
      if (isWanting(connection, messageCount) && connection.endpoint().lookAhead()) {
        return true;
      }
    }
    return false;
  }

  private void startMeters() {
    long now = System.nanoTime();
    for (Connection connection : phases.connections()) {
      ReceiveMeter meter = connection.meter();
      if (meter != null) {
        meter.start(now);
      }
    }
  }

  /** Takes all completions there are; returns whether the transfer is over. */
  private boolean drain(long messageCount) throws TransportException, PhaseFailure {
    boolean done = true;
    for (Connection connection : phases.connections()) {
      while (isWanting(connection, messageCount) && completions.take(connection) > 0) {
        repost(connection, messageCount);
        if (taken++ % TAKES_A_LOOK == 0) {
          phases.checkStop();
        }
      }
      done &= connection.received() >= messageCount;
    }
    return done || phases.watch().isDurationOver();
  }

  private boolean isWanting(Connection connection, long messageCount) {
    return connection.received() < messageCount && !phases.watch().isDurationOver();
  }

  /** Posts the receives that are still wanted, once a quarter of the queue is free. */
  private void repost(Connection connection, long messageCount) throws TransportException {
    int depth = connection.depths().receives();
    long free = depth - (connection.posted() - connection.completed());
    // Where messages are looked at, one that came twice or damaged used a receive for nothing.
    long wanted = connection.meter() == null ? messageCount - connection.posted() : free;
    if (wanted > 0 && free >= Math.max(1, depth / 4)) {
      connection.postReceives((int) Math.min(wanted, free));
    }
  }
}
