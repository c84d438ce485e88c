package io.github.mckey.posix;

/** The functions of the C library on sockets and interfaces. */
final class SocketFunctions {
  static final NativeFunction SOCKET = function("socket", ResultKind.INT, 3);
  static final NativeFunction BIND = function("bind", ResultKind.INT, 3);
  static final NativeFunction CONNECT = function("connect", ResultKind.INT, 3);
  static final NativeFunction GETSOCKNAME = function("getsockname", ResultKind.INT, 3);
  static final NativeFunction SETSOCKOPT = function("setsockopt", ResultKind.INT, 5);
  static final NativeFunction GETSOCKOPT = function("getsockopt", ResultKind.INT, 5);
  static final NativeFunction RECVMSG = function("recvmsg", ResultKind.LONG, 3);
  static final NativeFunction SENDMSG = function("sendmsg", ResultKind.LONG, 3);
  static final NativeFunction SENDMMSG = function("sendmmsg", ResultKind.INT, 4);
  static final NativeFunction RECVMMSG = function("recvmmsg", ResultKind.INT, 5);
  static final NativeFunction GETIFADDRS = function("getifaddrs", ResultKind.INT, 1);
  static final NativeFunction FREEIFADDRS = function("freeifaddrs", ResultKind.NOTHING, 1);
  static final NativeFunction IF_NAMETOINDEX = function("if_nametoindex", ResultKind.INT, 1);

  static final NativeFunction IF_INDEXTONAME = function("if_indextoname", ResultKind.LONG, 2);

  private SocketFunctions() {}

  private static NativeFunction function(String name, ResultKind result, int arguments) {
    try {
      return NativeLibrary.libc().function(name, result, arguments);
    } catch (MissingLibraryException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
