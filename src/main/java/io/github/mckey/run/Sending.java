package io.github.mckey.run;

import io.github.mckey.transport.TransportException;

/** Sends each connection's messages, one connection after the other, and waits for them all. */
final class Sending {
  /**
   * How many messages one call posts at the most, so that a signal never waits long and what has
   * completed is known in time for reports.
   */
  static final int POST_AT_ONCE = 1 << 12;

  /** Signals and clocks are looked at once for so many messages: for a chain it would be much. */
  private static final int MESSAGES_A_LOOK = 2048;

  private final Phases phases;
  private final LateEvents events;
  private final Completions completions;
  private long postedSinceLook = MESSAGES_A_LOOK;

  Sending(Phases phases, LateEvents events) {
    this.phases = phases;
    this.events = events;
    this.completions = new Completions(phases);
  }

  /** Sends all messages and waits until the device has taken every one of them. */
  void run(long messageCount) throws PhaseFailure {
    try {
      for (Connection connection : phases.connections()) {
        while (connection.posted() < messageCount) {
          post(connection, messageCount - connection.posted());
        }
      }
      awaitPosted();
    } catch (TransportException e) {
      throw phases.failed(e);
    }
  }

  /** Waits until the device has taken all that was posted. */
  void awaitPosted() throws TransportException, PhaseFailure {
    for (Connection connection : phases.connections()) {
      while (connection.completed() < connection.posted()) {
        awaitCompletions(connection);
      }
    }
  }

  private void post(Connection connection, long left) throws TransportException, PhaseFailure {
    if (postedSinceLook >= MESSAGES_A_LOOK) {
      postedSinceLook = 0;
      phases.checkStop();
    }
    int count = (int) Math.min(left, POST_AT_ONCE);
    int posted = connection.postSends(count, count == left);
    postedSinceLook += posted;
    if (posted < count) {
      awaitCompletions(connection);
    } else if (posted < left) {
      completions.take(connection);
    }
  }

  private void awaitCompletions(Connection connection) throws TransportException, PhaseFailure {
    if (completions.take(connection) > 0) {
      return;
    }
    if (connection.endpoint().lookAhead()) {
      completions.take(connection);
      return;
    }
    connection.endpoint().requestNotification();
    if (completions.take(connection) == 0) {
      events.await(-1);
    }
  }
}
