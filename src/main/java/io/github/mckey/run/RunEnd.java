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

  /** The status that the run has earned so far; 0 also before it has been judged. */
  private volatile int judged;

  private volatile int steps;

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

  /** The phases are over, or leaving has failed, with this status; what is left is to close. */
  void judged(int status) {
    judged = status;
  }

  /** Something is about to be left or destroyed; called by the run's thread only. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void closing() {
    steps++;
  }

  /** Returns how many times {@link #closing} was called; any thread. */
  int steps() {
    return steps;
  }

  /** Ends a run that failed before it had anything to report the status of. */
  int beforeBegin() {
    claim();
    record.conclude(RunOutcome.FAILED);
    summaries.concluded(snapshots.of(ExitStatus.SET_UP_FAILED));
    record.allTold();
    return ExitStatus.SET_UP_FAILED;
  }

  /** Ends the run in order and returns the process's exit status. */
  int inOrder(int status, boolean interrupted) {
    claim();
    record.enter(RunPhase.FINISHED);
    record.conclude(outcome(status, interrupted));
    RunSummary summary = snapshots.of(status);
    record.finished(status);
    summaries.concluded(summary);
    record.allTold();
    return summary.exitStatus();
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
   * Ends the run although it hangs. A failure that the run has come to already stays its status.
   *
   * @return the process's exit status, or -1 where the run has told its own meanwhile
   */
  int abandoned(int status, boolean interrupted) {
    if (!record.claimEnd()) {
      return -1;
    }
    record.silence();
    int verdict = judged == 0 ? status : judged;
    if (!interrupted && judged == 0) {
      tellTimeout(verdict);
    }
    record.conclude(outcome(verdict, interrupted));
    record.finished(verdict);
    tellFigures(verdict);
    record.allTold();
    return ExitStatus.of(verdict);
  }

  private void tellTimeout(int status) {
    record.conclude(RunOutcome.TIMED_OUT);
    if (timeoutTold.compareAndSet(false, true)) {
      try {
        summaries.timedOut(snapshots.ofHanging(status));
      } catch (RuntimeException _) {
        // See below.
      }
    }
  }

  /** A run that is slow rather than hanging may change what is read here. The status is told. */
  private void tellFigures(int status) {
    try {
      summaries.concluded(snapshots.ofHanging(status));
    } catch (RuntimeException _) {
      // Without figures, then: no later time would be better.
    }
  }

  /** Waits for the process's end where another thread is about to bring it. */
  private void claim() {
    boolean mine = record.claimEnd();
    while (!mine) {
      LockSupport.park(this);
    }
  }
}
