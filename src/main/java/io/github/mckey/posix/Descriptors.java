package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;

/** Calls on file descriptors; they return 0 or the error number. */
public final class Descriptors {
  private Descriptors() {}

  /** Makes reads of a descriptor give EAGAIN where they would wait (fcntl(2), O_NONBLOCK). */
  public static int setNonBlocking(NativeCalls calls, int descriptor) {
    int flags = calls.callInt(LibcFunctions.FCNTL, descriptor, Libc.F_GETFL(), 0);
    if (flags < 0) {
      return calls.errno();
    }
    int wanted = flags | Libc.O_NONBLOCK();
    return calls.callInt(LibcFunctions.FCNTL, descriptor, Libc.F_SETFL(), wanted) < 0
        ? calls.errno()
        : 0;
  }
}
