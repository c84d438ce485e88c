package io.github.mckey.cli;

/** Arguments that cannot be understood; the message is one line that says why. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String complaint) {
    super(complaint, null, false, false);
  }

  /** Returns the line, without the program's name in front. */
  String complaint() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
