package io.github.mckey.transport;

/** A step that the device, the kernel or a library refused. */
public final class TransportException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Step step;
  private final int code;
  private final int errno;

  /**
   * Creates the exception.
   *
   * @param step what failed
   * @param code what the C call returned: -1, or the errno value for calls that return it; -1 for
   *     calls that return NULL
   * @param errno the error number, 0 where the call gives none
   * @param detail the errno's text, or another one-line cause
   */
  public TransportException(Step step, int code, int errno, String detail) {
    super(detail);
    this.step = step;
    this.code = code;
    this.errno = errno;
  }

  /** Returns the step that failed. */
  public Step step() {
    return step;
  }

  /** Returns what the C call returned; never 0. */
  public int code() {
    return code;
  }

  /** Returns the error number, or 0 where there is none. */
  public int errno() {
    return errno;
  }

  /** Returns the cause in one line: strerror(3) text in the C locale, or what else is known. */
  public String detail() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
