package io.github.mckey.transport.udp;

import io.github.mckey.posix.ErrorTexts;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/** Makes exceptions of error numbers. */
final class Failures {
  private Failures() {}

  /** Returns the exception for a step whose C call of librdmacm would have given -1. */
  static TransportException of(NativeCalls calls, Step step, int errno) {
    return of(calls, step, errno, null);
  }

  static TransportException of(NativeCalls calls, Step step, int errno, @Nullable String hint) {
    return new TransportException(step, -1, errno, ErrorTexts.strerror(calls, errno), hint);
  }

  /** Throws where an error number is not 0. */
  static void check(NativeCalls calls, Step step, int errno) throws TransportException {
    if (errno != 0) {
      throw of(calls, step, errno);
    }
  }
}
