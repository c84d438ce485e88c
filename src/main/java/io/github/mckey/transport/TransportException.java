package io.github.mckey.transport;

import org.jspecify.annotations.Nullable;

/** A step that the device, the kernel or a library refused. */
public final class TransportException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Step step;
  private final int code;
  private final int errno;
  private final @Nullable String hint;
  private final int accepted;

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
    this(step, code, errno, detail, null);
  }

  /**
   * Creates the exception with advice.
   *
   * @param hint a further line that says what the user can do, or null
   */
  public TransportException(Step step, int code, int errno, String detail, @Nullable String hint) {
    this(step, code, errno, detail, hint, 0);
  }

  private TransportException(
      Step step, int code, int errno, String detail, @Nullable String hint, int accepted) {
    super(detail);
    this.step = step;
    this.code = code;
    this.errno = errno;
    this.hint = hint;
    this.accepted = accepted;
  }

  /** Returns the same failure of a post that took some of its work requests before. */
  public TransportException afterAccepting(int count) {
    return new TransportException(step, code, errno, detail(), hint, count);
  }

  /** Returns how many work requests a refused post took before; 0 in all other cases. */
  public int accepted() {
    return accepted;
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

  /** Returns a further line that says what the user can do, or null where none is known. */
  public @Nullable String hint() {
    return hint;
  }
}
