package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import java.lang.foreign.Arena;

/**
 * The C library's error texts in the C locale.
 *
 * <p>strerror(3) and gai_strerror(3) speak the process's language, and the JVM, unlike stock mckey,
 * sets that from the environment. So the calling thread uses the "C" locale for as long as the call
 * takes. (strerrordesc_np(3) would need glibc 2.32, and has no counterpart for getaddrinfo(3).)
 * Both must be called on a platform thread: uselocale(3) is per thread.
 */
public final class ErrorTexts {
  private ErrorTexts() {}

  /** Returns strerror(3) for an error number. */
  public static String strerror(NativeCalls calls, int errno) {
    return inCLocale(calls, LibcFunctions.STRERROR, errno);
  }

  /** Returns gai_strerror(3) for a result of getaddrinfo(3). */
  public static String gaiStrerror(NativeCalls calls, int code) {
    return inCLocale(calls, LibcFunctions.GAI_STRERROR, code);
  }

  private static String inCLocale(NativeCalls calls, NativeFunction describe, int code) {
    try (Arena arena = Arena.ofConfined()) {
      long name = Memory.text(arena, "C");
      long locale = calls.callLong(LibcFunctions.NEWLOCALE, Libc.LC_ALL_MASK(), name, 0);
      if (locale == 0) {
        return Memory.text(calls.callLong(describe, code));
      }
      long before = calls.callLong(LibcFunctions.USELOCALE, locale);
      String text = Memory.text(calls.callLong(describe, code));
      calls.callLong(LibcFunctions.USELOCALE, before);
      calls.run(LibcFunctions.FREELOCALE, locale);
      return text;
    }
  }
}
