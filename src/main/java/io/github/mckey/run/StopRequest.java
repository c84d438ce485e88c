package io.github.mckey.run;

import io.github.mckey.transport.Transport;
import org.jspecify.annotations.Nullable;

/** A signal's way into the run: set by the signal's thread, seen by the run's. */
public final class StopRequest {
  private volatile int signal;
  private volatile int summariesAsked;
  private volatile @Nullable Transport transport;

  /** Asks the run to end; any thread. The first signal counts. */
  public void request(int number) {
    if (signal == 0) {
      signal = number;
    }
    wake();
  }

  /** Asks for a summary of how the run stands. Calls may come from any thread, one at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void requestSummary() {
    summariesAsked++;
    wake();
  }

  private void wake() {
    Transport present = transport;
    if (present != null) {
      present.wake();
    }
  }

  /** Returns the signal's number, or 0 while there was none. */
  public int signal() {
    return signal;
  }

  /** Returns how many summaries were asked for so far. */
  int summariesAsked() {
    return summariesAsked;
  }

  /** From now on a request also ends the transport's waiting. */
  void attach(Transport waiting) {
    transport = waiting;
    if (signal != 0) {
      waiting.wake();
    }
  }
}
