package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Hears when network interfaces come, change or go (rtnetlink(7), group RTMGRP_LINK). */
public final class LinkWatcher implements AutoCloseable {
  /** AF_NETLINK (sys/socket.h), and NETLINK_ROUTE and RTMGRP_LINK (linux/rtnetlink.h). */
  private static final int AF_NETLINK = 16;

  private static final int NETLINK_ROUTE = 0;
  private static final int RTMGRP_LINK = 1;

  /** A struct sockaddr_nl (linux/netlink.h): family, padding, port id, groups. */
  private static final int ADDRESS_BYTES = 12;

  private static final int GROUPS_OFFSET = 8;
  private static final int IF_NAMESIZE = 16;
  private static final int CLOSED = -1;

  private final NativeCalls calls;
  private int descriptor;

  private LinkWatcher(NativeCalls calls, int descriptor) {
    this.calls = calls;
    this.descriptor = descriptor;
  }

  /**
   * Starts listening.
   *
   * @param calls the caller's, for its thread
   * @return null where the kernel does not let this process listen, as in some containers
   */
  public static @Nullable LinkWatcher open(NativeCalls calls) {
    int type = Libc.SOCK_DGRAM() | Libc.SOCK_CLOEXEC() | Libc.SOCK_NONBLOCK();
    int opened = calls.callInt(SocketFunctions.SOCKET, AF_NETLINK, type, NETLINK_ROUTE);
    if (opened < 0) {
      return null;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(ADDRESS_BYTES, Integer.BYTES);
      address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_NETLINK);
      address.set(ValueLayout.JAVA_INT, GROUPS_OFFSET, RTMGRP_LINK);
      if (calls.callInt(SocketFunctions.BIND, opened, address.address(), ADDRESS_BYTES) != 0) {
        calls.callInt(LibcFunctions.CLOSE, opened);
        return null;
      }
    }
    return new LinkWatcher(calls, opened);
  }

  /** Returns the descriptor that has input after a change. */
  public int descriptor() {
    return descriptor;
  }

  /** Takes all news away. What they say does not matter: the reader looks at the interfaces. */
  public void drain() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment start = arena.allocate(ValueLayout.JAVA_LONG);
      long read = 0;
      while (read >= 0) {
        read = calls.callLong(LibcFunctions.READ, descriptor, start.address(), start.byteSize());
      }
    }
  }

  /**
   * Returns whether there is an interface with an index, whatever its name (if_indextoname(3)). It
   * counts as there where the kernel cannot be asked: glibc needs a descriptor for that, and a
   * process may have no more.
   */
  public boolean exists(int index) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(IF_NAMESIZE);
      long found = calls.callLong(SocketFunctions.IF_INDEXTONAME, index, name.address());
      return found != 0 || calls.errno() != Errno.ENXIO;
    }
  }

  /** Stops listening. A second call does nothing. */
  @Override
  public void close() {
    if (descriptor != CLOSED) {
      calls.callInt(LibcFunctions.CLOSE, descriptor);
      descriptor = CLOSED;
    }
  }
}
