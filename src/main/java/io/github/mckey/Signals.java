package io.github.mckey;

import io.github.mckey.run.StopRequest;
import io.github.mckey.signal.ProcessSignals;
import java.util.function.IntConsumer;

/**
 * What signals do: SIGINT and SIGTERM end the run in order, a second one ends it at once; SIGUSR1
 * asks how it stands.
 */
final class Signals implements IntConsumer {
  private static final int SIGUSR1 = 10;

  private final StopRequest stop;
  private final Watchdog watchdog;
  private boolean stopping;

  private Signals(StopRequest stop, Watchdog watchdog) {
    this.stop = stop;
    this.watchdog = watchdog;
  }

  /** Takes the signals over. */
  static void install(StopRequest stop, Watchdog watchdog) {
    Signals signals = new Signals(stop, watchdog);
    ProcessSignals.handle("INT", signals);
    ProcessSignals.handle("TERM", signals);
    ProcessSignals.handle("USR1", signals);
  }

  /** The JVM may start a thread for each signal; what they do here they do one at a time. */
  @Override
  public synchronized void accept(int signal) {
    if (signal == SIGUSR1) {
      stop.requestSummary();
    } else if (stopping) {
      watchdog.signalledAgain(signal);
    } else {
      stopping = true;
      stop.request(signal);
      watchdog.signalled(signal);
    }
  }
}
