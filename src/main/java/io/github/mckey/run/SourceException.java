package io.github.mckey.run;

/** An interface or device that no run can speak from; the message is one line that says why. */
public final class SourceException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a line that lists what there is instead. */
  public SourceException(String reason) {
    super(reason, null, false, false);
  }

  /** Returns the line. */
  public String reason() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
