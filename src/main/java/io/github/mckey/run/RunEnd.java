package io.github.mckey.run;

import io.github.mckey.measure.RunOutcome;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.measure.RunSummary;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells how the run ended, once: by the run itself, or in its place by a thread that found it
 * hanging.
 */
final class RunEnd {
  private final RunRecord record;
  private final Snapshots snapshots;
  private final SummaryListener summaries;
  private final AtomicBoolean timeoutTold = new AtomicBoolean();

  RunEnd(RunRecord record, Snapshots snapshots, SummaryListener summaries) {
    this.record = record;
    this.snapshots = snapshots;
    this.summaries = summaries;
  }

  /** Says, where that was not done yet, what is missing now that time is over. */
  void timedOut(int status) {
    if (timeoutTold.compareAndSet(false, true)) {
      record.conclude(RunOutcome.TIMED_OUT);
      summaries.timedOut(snapshots.of(status));
    }
  }

  private void timedOutHanging(int status) {
    record.conclude(RunOutcome.TIMED_OUT);
    if (timeoutTold.compareAndSet(false, true)) {
      summaries.timedOut(snapshots.ofHanging(status));
    }
  }

  /** Ends a run that failed before it had anything to report the status of. */
  int beforeBegin() {
    claim();
    record.conclude(RunOutcome.FAILED);
    summaries.concluded(snapshots.of(ExitStatus.SET_UP_FAILED));
    return ExitStatus.SET_UP_FAILED;
  }

  /** Ends the run in order and returns the process's exit status. */
  int inOrder(int status, boolean interrupted) {
    claim();
    record.enter(RunPhase.FINISHED);
    record.conclude(outcome(status, interrupted));
    return tell(status, snapshots.of(status));
  }

  private RunOutcome outcome(int status, boolean interrupted) {
    if (status == 0) {
      return RunOutcome.SUCCEEDED;
    }
    if (interrupted) {
      return RunOutcome.INTERRUPTED;
    }
    return timeoutTold.get() ? RunOutcome.TIMED_OUT : RunOutcome.FAILED;
  }

  /**
   * Ends the run although it hangs.
   *
   * @return the process's exit status, or -1 where the run has told its own meanwhile
   */
  int abandoned(int status, boolean interrupted) {
    if (!record.claimEnd()) {
      return -1;
    }
    record.silence();
    if (interrupted) {
      record.conclude(RunOutcome.INTERRUPTED);
    } else {
      timedOutHanging(status);
    }
    return tell(status, snapshots.ofHanging(status));
  }

  private int tell(int status, RunSummary summary) {
    record.finished(status);
    summaries.concluded(summary);
    return summary.exitStatus();
  }

  /** Waits for the process's end where another thread is about to bring it. */
  private void claim() {
    boolean mine = record.claimEnd();
    while (!mine) {
      LockSupport.park(this);
    }
  }
}
