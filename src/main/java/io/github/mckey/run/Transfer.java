package io.github.mckey.run;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.measure.Verdict;

/** What comes between joining and leaving: the pause, then the messages, then the verdict. */
final class Transfer {
  private final MckeyConfig config;
  private final Phases phases;
  private final RunRecord record;
  private final Snapshots snapshots;
  private final LateEvents events;

  Transfer(Phases phases, LateEvents events, RunRecord record, Snapshots snapshots) {
    this.config = phases.config();
    this.phases = phases;
    this.record = record;
    this.snapshots = snapshots;
    this.events = events;
  }

  /** Runs it and returns the run's status; 0 where all went well. */
  int run() throws PhaseFailure {
    record.enter(RunPhase.SETTLING);
    long count = config.messageSize() == 0 ? 0 : config.messageCount();
    if (count > 0 && config.sender()) {
      for (Connection connection : phases.connections()) {
        connection.endpoint().prepareSends(connection.stamp());
      }
    }
    events.pause(config.settleNanos());
    if (count > 0) {
      transfer(count);
    }
    return events.status();
  }

  private void transfer(long count) throws PhaseFailure {
    record.transferring(config.sender());
    phases.watch().transferStarts(System.nanoTime());
    try {
      move(count);
    } finally {
      phases.watch().transferEnds(System.nanoTime());
    }
    events.handlePending();
    record.transferComplete();
  }

  private void move(long count) throws PhaseFailure {
    if (!config.sender()) {
      receive(count);
    } else if (config.limits().ratePerSecond() > 0 || config.limits().durationNanos() > 0) {
      new PacedSending(phases, events).run(count);
    } else {
      new Sending(phases, events).run(count);
    }
  }

  private void receive(long count) throws PhaseFailure {
    try {
      new Receiving(phases, events).run(count);
    } catch (PhaseFailure failure) {
      if (!phases.watch().isExpired() || verdict() != 0) {
        throw failure;
      }
    }
    if (phases.watch().isDurationOver() && verdict() != 0) {
      throw new PhaseFailure(Verdict.TIMED_OUT, "Connection timed out");
    }
  }

  private int verdict() {
    return Verdict.atDeadline(snapshots.received(), config.limits().allowedLossPercent());
  }
}
