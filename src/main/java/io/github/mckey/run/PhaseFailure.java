package io.github.mckey.run;

/** Ends the phases of a run; the listener has been told why. Carries no stack trace. */
final class PhaseFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  PhaseFailure(int status, String cause) {
    super(cause, null, false, false);
    this.status = status;
  }

  /** Returns the status that the run gets; never 0. */
  int status() {
    return status;
  }

  /** Returns the cause as errno text. */
  String reason() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
