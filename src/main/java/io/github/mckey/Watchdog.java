package io.github.mckey;

import io.github.mckey.run.ExitStatus;
import io.github.mckey.run.MulticastTest;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process where the run does not: half a second after its deadline, or after a signal, it
 * says the run's verdict in its place. A native call that blocks cannot hold these threads, since
 * they make none; not even a reader of stdout that has stopped reading can, for another half second
 * later the process ends in silence.
 *
 * <p>A run that is busy ending by itself is let go on, as long as it leaves or destroys something
 * every half second; and one that is over by its deadline may take its time to say so.
 */
final class Watchdog {
  private static final long GRACE_MILLIS = 500;
  private static final int SIGNALLED = 128;

  private final IntConsumer halt;
  private final long graceMillis;
  private volatile @Nullable MulticastTest test;

  /**
   * Creates a watchdog without a run.
   *
   * @param halt ends the process at once with an exit status
   */
  Watchdog(IntConsumer halt) {
    this(halt, GRACE_MILLIS);
  }

  /**
   * Creates a watchdog of another patience.
   *
   * @param graceMillis how long a run may do nothing once it must end, in milliseconds
   */
  Watchdog(IntConsumer halt, long graceMillis) {
    this.halt = halt;
    this.graceMillis = graceMillis;
  }

  /**
   * Watches a run.
   *
   * @param timeoutNanos its deadline from now on, in nanoseconds; 0 is none
   */
  void watch(MulticastTest run, long timeoutNanos, int timeoutStatus) {
    test = run;
    if (timeoutNanos > 0) {
      start("mckey-deadline", timeoutNanos / 1_000_000 + 1, timeoutStatus, false);
    }
  }

  /** Gives the run half a second to end because of a signal. */
  void signalled(int signal) {
    start("mckey-signal", 0, SIGNALLED + signal, true);
  }

  /** Ends the process at once because of a second signal. */
  void signalledAgain(int signal) {
    halt.accept(SIGNALLED + signal);
  }

  private void start(String name, long millis, int status, boolean interrupted) {
    Thread thread = new Thread(() -> endAfter(millis, status, interrupted), name);
    thread.setDaemon(true);
    thread.start();
  }

  private void endAfter(long millis, int status, boolean interrupted) {
    if (!sleep(millis) || !awaitStandstill()) {
      return;
    }
    Thread last = new Thread(() -> haltAfterGrace(status), "mckey-end");
    last.setDaemon(true);
    last.start();
    MulticastTest run = test;
    int exitStatus = run == null ? ExitStatus.of(status) : run.abandon(status, interrupted);
    if (exitStatus >= 0) {
      halt.accept(exitStatus);
    } else if (!interrupted) {
      // The run was over in time; what its reader takes for the rest is not the run's. After a
      // signal nobody is to wait for a reader.
      last.interrupt();
    }
  }

  /** Waits until the run has got no further with its own end for the length of the grace. */
  private boolean awaitStandstill() {
    int before;
    do {
      before = steps();
      if (!sleep(graceMillis)) {
        return false;
      }
    } while (steps() != before);
    return true;
  }

  private int steps() {
    MulticastTest run = test;
    return run == null ? 0 : run.closingSteps();
  }

  private void haltAfterGrace(int status) {
    if (sleep(graceMillis)) {
      halt.accept(ExitStatus.of(status));
    }
  }

  private static boolean sleep(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
