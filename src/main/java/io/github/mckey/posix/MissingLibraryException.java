package io.github.mckey.posix;

/** A shared library, or a function of it, that this machine does not have. */
public final class MissingLibraryException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with one line that names what is missing. */
  MissingLibraryException(String message) {
    super(message);
  }

  /** Returns one line that names what is missing. */
  @Override
  public String getMessage() {
    String message = super.getMessage();
    return message == null ? "" : message;
  }
}
