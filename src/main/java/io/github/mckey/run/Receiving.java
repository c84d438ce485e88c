package io.github.mckey.run;

import io.github.mckey.transport.TransportException;

/** Receives until every connection has its messages. */
final class Receiving {
  private final Phases phases;
  private final LateEvents events;
  private final Completions completions;

  Receiving(Phases phases, LateEvents events) {
    this.phases = phases;
    this.events = events;
    this.completions = new Completions(phases);
  }

  /** Receives the given number of messages on each connection. */
  void run(long messageCount) throws PhaseFailure {
    try {
      while (!drain(messageCount)) {
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

  /** Takes all completions there are; returns whether every connection has its messages. */
  private boolean drain(long messageCount) throws TransportException, PhaseFailure {
    boolean done = true;
    for (Connection connection : phases.connections()) {
      while (connection.completed() < messageCount && completions.take(connection) > 0) {
        repost(connection, messageCount);
        phases.checkStop();
      }
      done &= connection.completed() >= messageCount;
    }
    return done;
  }

  /** Posts the receives that are still wanted, once a quarter of the queue is free. */
  private void repost(Connection connection, long messageCount) throws TransportException {
    long wanted = messageCount - connection.posted();
    int depth = connection.depths().receives();
    long free = depth - (connection.posted() - connection.completed());
    if (wanted > 0 && free >= Math.max(1, depth / 4)) {
      int count = (int) Math.min(wanted, free);
      connection.endpoint().postReceives(count);
      connection.addPosted(count);
    }
  }
}
