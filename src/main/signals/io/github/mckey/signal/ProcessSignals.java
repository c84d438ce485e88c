package io.github.mckey.signal;

import java.util.function.IntConsumer;
import sun.misc.Signal;

/**
 * Signals by name, through the JDK's only (unsupported) way to receive them. The class stands in a
 * source root of its own because its compiler warning can neither be suppressed nor be an error.
 */
public final class ProcessSignals {
  private ProcessSignals() {}

  /**
   * Calls the handler, on a thread of the JVM's, each time the signal arrives.
   *
   * @param name the signal without SIG: INT, TERM, USR1
   * @param handler gets the signal's number
   */
  public static void handle(String name, IntConsumer handler) {
    Signal.handle(new Signal(name), signal -> handler.accept(signal.getNumber()));
  }
}
