package io.github.mckey.posix;

/** The functions of the C library that this package calls. */
final class LibcFunctions {
  static final NativeFunction GETADDRINFO = function("getaddrinfo", ResultKind.INT, 4);
  static final NativeFunction FREEADDRINFO = function("freeaddrinfo", ResultKind.NOTHING, 1);
  static final NativeFunction GAI_STRERROR = function("gai_strerror", ResultKind.LONG, 1);
  static final NativeFunction STRERROR = function("strerror", ResultKind.LONG, 1);
  static final NativeFunction NEWLOCALE = function("newlocale", ResultKind.LONG, 3);
  static final NativeFunction USELOCALE = function("uselocale", ResultKind.LONG, 1);
  static final NativeFunction FREELOCALE = function("freelocale", ResultKind.NOTHING, 1);
  static final NativeFunction PPOLL = function("ppoll", ResultKind.INT, 4);
  static final NativeFunction EVENTFD = function("eventfd", ResultKind.INT, 2);
  static final NativeFunction READ = function("read", ResultKind.LONG, 3);
  static final NativeFunction WRITE = function("write", ResultKind.LONG, 3);
  static final NativeFunction CLOSE = function("close", ResultKind.INT, 1);

  /** Variadic; its only variable argument is an {@code int}, which travels as a fixed one does. */
  static final NativeFunction FCNTL = function("fcntl", ResultKind.INT, 3);

  private LibcFunctions() {}

  private static NativeFunction function(String name, ResultKind result, int arguments) {
    try {
      return NativeLibrary.libc().function(name, result, arguments);
    } catch (MissingLibraryException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
