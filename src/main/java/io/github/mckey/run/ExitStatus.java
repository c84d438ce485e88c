package io.github.mckey.run;

/** From the printed status to the process's. */
public final class ExitStatus {
  /** The run could not begin: usage, no event channel, no CM ids; or it had nowhere to report. */
  public static final int SET_UP_FAILED = 1;

  private ExitStatus() {}

  /**
   * Returns what the process exits with: the low 8 bits of the status, but never 0 for a status
   * that is not.
   */
  public static int of(int status) {
    int exit = status & 0xff;
    return exit == 0 && status != 0 ? SET_UP_FAILED : exit;
  }
}
