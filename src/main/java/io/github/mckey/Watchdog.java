package io.github.mckey;

import io.github.mckey.run.MulticastTest;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process where the run does not: half a second after its deadline, or after a signal, it
 * says the run's verdict in its place. A native call that blocks cannot hold these threads, since
 * they make none; not even a reader of stdout that has stopped reading can, for another half second
 * later the process ends in silence.
 */
final class Watchdog {
  private static final long GRACE_MILLIS = 500;
  private static final int SIGNALLED = 128;

  private final IntConsumer halt;
  private volatile @Nullable MulticastTest test;

  /**
   * Creates a watchdog without a run.
   *
   * @param halt ends the process at once with an exit status
   */
  Watchdog(IntConsumer halt) {
    this.halt = halt;
  }

  /**
   * Watches a run.
   *
   * @param timeoutNanos its deadline from now on, in nanoseconds; 0 is none
   */
  void watch(MulticastTest run, long timeoutNanos, int timeoutStatus) {
    test = run;
    if (timeoutNanos > 0) {
      start("mckey-deadline", timeoutNanos / 1_000_000 + 1 + GRACE_MILLIS, timeoutStatus, false);
    }
  }

  /** Gives the run half a second to end because of a signal. */
  void signalled(int signal) {
    start("mckey-signal", GRACE_MILLIS, SIGNALLED + signal, true);
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
    if (!sleep(millis)) {
      return;
    }
    Thread last = new Thread(() -> haltAfterGrace(status), "mckey-end");
    last.setDaemon(true);
    last.start();
    MulticastTest run = test;
    int exitStatus = run == null ? status & 0xff : run.abandon(status, interrupted);
    if (exitStatus >= 0) {
      halt.accept(exitStatus);
    }
  }

  private void haltAfterGrace(int status) {
    if (sleep(GRACE_MILLIS)) {
      halt.accept(status & 0xff);
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
