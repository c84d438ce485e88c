package io.github.mckey.run;

import io.github.mckey.measure.Pacer;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * Sends on all connections side by side: at a rate, or for a time, or both. Between messages it
 * sleeps.
 */
final class PacedSending {
  /** Messages that a connection posts before the next one has its turn, where no rate is given. */
  private static final int TURN = 256;

  private final Phases phases;
  private final LateEvents events;
  private final Completions completions;

  PacedSending(Phases phases, LateEvents events) {
    this.phases = phases;
    this.events = events;
    this.completions = new Completions(phases);
  }

  /** Sends until each connection has sent its messages, or the time is over. */
  void run(long messageCount) throws PhaseFailure {
    double rate = phases.config().limits().ratePerSecond();
    @Nullable Pacer pacer = rate > 0 ? new Pacer(rate, System.nanoTime()) : null;
    try {
      long target = 0;
      while (!isOver(messageCount)) {
        target = Math.min(messageCount, target + turn(pacer));
        if (postUpTo(target)) {
          if (pacer != null && !isOver(messageCount)) {
            events.await(pacer.sleepNanos(System.nanoTime()));
          }
          takeAll();
        } else {
          awaitRoom();
        }
      }
      new Sending(phases, events).awaitPosted();
    } catch (TransportException e) {
      throw phases.failed(e);
    }
  }

  /** Returns by how many messages each connection may be further on than before. */
  private static long turn(@Nullable Pacer pacer) {
    if (pacer == null) {
      return TURN;
    }
    long due = Math.min(pacer.due(System.nanoTime()), Sending.POST_AT_ONCE);
    pacer.sent(due);
    return due;
  }

  private boolean isOver(long messageCount) throws PhaseFailure {
    phases.checkStop();
    if (phases.watch().isDurationOver()) {
      return true;
    }
    for (Connection connection : phases.connections()) {
      if (connection.posted() < messageCount) {
        return false;
      }
    }
    return true;
  }

  /**
   * Posts what is due; returns whether every connection had room for it. Whatever is posted may be
   * the last before a long sleep or the end of the time, so that each turn's end is signalled.
   */
  private boolean postUpTo(long target) throws TransportException, PhaseFailure {
    boolean all = true;
    for (Connection connection : phases.connections()) {
      phases.checkStop();
      long left = target - connection.posted();
      if (left > 0 && !phases.watch().isDurationOver()) {
        int count = (int) Math.min(left, Integer.MAX_VALUE);
        all &= connection.postSends(count, true) == count;
      }
    }
    return all;
  }

  private int takeAll() throws TransportException, PhaseFailure {
    int taken = 0;
    for (Connection connection : phases.connections()) {
      int more;
      while ((more = completions.take(connection)) > 0) {
        taken += more;
      }
    }
    return taken;
  }

  private void awaitRoom() throws TransportException, PhaseFailure {
    if (takeAll() > 0) {
      return;
    }
    for (Connection connection : phases.connections()) {
      if (connection.endpoint().lookAhead()) {
        completions.take(connection);
        return;
      }
    }
    for (Connection connection : phases.connections()) {
      connection.endpoint().requestNotification();
    }
    if (takeAll() == 0) {
      events.await(-1);
    }
  }
}
