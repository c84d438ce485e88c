package io.github.mckey.transport;

/** A name that getaddrinfo(3) does not resolve. */
public final class ResolutionException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;

  /**
   * Creates the exception.
   *
   * @param code getaddrinfo's result, one of EAI_*; negative in glibc
   * @param text gai_strerror(3) for it
   */
  public ResolutionException(int code, String text) {
    super(text);
    this.code = code;
  }

  /** Returns getaddrinfo's result. */
  public int code() {
    return code;
  }

  /** Returns gai_strerror(3) for the code, in the C locale. */
  public String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
