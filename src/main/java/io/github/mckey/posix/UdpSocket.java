package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Gid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A UDP socket (socket(2), ip(7), ipv6(7), udp(7)). Addresses are GIDs, IPv4 as mapped. What can be
 * refused returns 0 or the error number. Belongs to one thread.
 */
public final class UdpSocket implements AutoCloseable {
  /** A value of {@link SocketOption#MTU_DISCOVERY}: datagrams are never fragmented. */
  public static final int NEVER_FRAGMENT = Libc.IP_PMTUDISC_DO();

  /** SO_MEMINFO and the size and last index of its result (linux/sock_diag.h). */
  private static final int SO_MEMINFO = 55;

  private static final int MEMINFO_VALUES = 9;
  private static final int MEMINFO_DROPS = 8;

  private static final int CLOSED = -1;

  private final NativeCalls calls;
  private final boolean ipv6;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment value = arena.allocate(ValueLayout.JAVA_INT, MEMINFO_VALUES);
  private final MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
  private final MemorySegment address = arena.allocate(SocketAddresses.SIZE, Integer.BYTES);
  private int descriptor = CLOSED;

  /**
   * Makes a socket that is not open yet.
   *
   * @param calls the caller's, for its thread
   * @param ipv6 the family
   */
  public UdpSocket(NativeCalls calls, boolean ipv6) {
    this.calls = calls;
    this.ipv6 = ipv6;
  }

  /** Opens the socket (socket(2)); it never waits in a call. */
  public int open() {
    int family = ipv6 ? Libc.AF_INET6() : Libc.AF_INET();
    int type = Libc.SOCK_DGRAM() | Libc.SOCK_CLOEXEC() | Libc.SOCK_NONBLOCK();
    int opened = calls.callInt(SocketFunctions.SOCKET, family, type, Libc.IPPROTO_UDP());
    if (opened < 0) {
      return calls.errno();
    }
    descriptor = opened;
    return ipv6 ? set(SocketOption.ONLY_IPV6, 1) : 0;
  }

  /** Returns the file descriptor, -1 while closed. */
  public int descriptor() {
    return descriptor;
  }

  /** Returns the family. */
  public boolean ipv6() {
    return ipv6;
  }

  /**
   * Binds to a local address or group (bind(2)).
   *
   * @param scopeId the interface of a link-local address, otherwise 0
   * @param port 0 for any free one
   */
  public int bind(Gid local, int scopeId, int port) {
    return withAddress(SocketFunctions.BIND, local, scopeId, port);
  }

  /** Fixes the destination, which makes the kernel look the route up (connect(2)). */
  public int connect(Gid remote, int scopeId, int port) {
    return withAddress(SocketFunctions.CONNECT, remote, scopeId, port);
  }

  private int withAddress(NativeFunction function, Gid gid, int scopeId, int port) {
    SocketAddresses.write(address, 0, ipv6, gid, scopeId, port);
    return errno(
        calls.callInt(function, descriptor, address.address(), SocketAddresses.size(ipv6)));
  }

  /** Reads the local address (getsockname(2)) for the three methods below. */
  public int readLocalAddress() {
    length.set(ValueLayout.JAVA_INT, 0, (int) SocketAddresses.SIZE);
    return errno(
        calls.callInt(
            SocketFunctions.GETSOCKNAME, descriptor, address.address(), length.address()));
  }

  /** Returns the local address that was read last. */
  public Gid localAddress() {
    return new Gid(SocketAddresses.high(address, 0), SocketAddresses.low(address, 0));
  }

  /** Returns the local port that was read last. */
  public int localPort() {
    return SocketAddresses.port(address, 0);
  }

  /** Returns the scope id of the local address that was read last. */
  public int localScopeId() {
    return SocketAddresses.scopeId(address, 0);
  }

  /** Sets an option (setsockopt(2)). */
  public int set(SocketOption option, int wanted) {
    value.set(ValueLayout.JAVA_INT, 0, wanted);
    return setRaw(option.level(ipv6), option.name(ipv6), value, Integer.BYTES);
  }

  /** Returns an option's value (getsockopt(2)), -1 where it cannot be read. */
  public int get(SocketOption option) {
    return getRaw(option.level(ipv6), option.name(ipv6), Integer.BYTES)
        ? value.get(ValueLayout.JAVA_INT, 0)
        : -1;
  }

  /**
   * Returns how many datagrams the kernel dropped because the receive buffer was full (SO_MEMINFO,
   * since Linux 4.12), modulo 2^32; 0 where it does not tell.
   */
  public long dropped() {
    return getRaw(Libc.SOL_SOCKET(), SO_MEMINFO, (int) value.byteSize())
        ? Integer.toUnsignedLong(value.getAtIndex(ValueLayout.JAVA_INT, MEMINFO_DROPS))
        : 0;
  }

  private boolean getRaw(int level, int name, int bytes) {
    length.set(ValueLayout.JAVA_INT, 0, bytes);
    return calls.callInt(
            SocketFunctions.GETSOCKOPT, descriptor, level, name, value.address(), length.address())
        == 0;
  }

  /** Chooses the interface that multicast datagrams leave by, by its index. */
  public int setMulticastInterface(int index) {
    if (ipv6) {
      value.set(ValueLayout.JAVA_INT, 0, index);
      return setRaw(Libc.IPPROTO_IPV6(), Libc.IPV6_MULTICAST_IF(), value, Integer.BYTES);
    }
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment request = temporary.allocate(Offsets.SIZEOF_IP_MREQN, Integer.BYTES);
      request.set(ValueLayout.JAVA_INT, Offsets.IP_MREQN_IMR_IFINDEX, index);
      return setRaw(Libc.IPPROTO_IP(), Libc.IP_MULTICAST_IF(), request, request.byteSize());
    }
  }

  /** Joins a group on an interface (IP_ADD_MEMBERSHIP, IPV6_JOIN_GROUP). */
  public int join(Gid group, int interfaceIndex) {
    return membership(group, interfaceIndex, Libc.IP_ADD_MEMBERSHIP(), Libc.IPV6_ADD_MEMBERSHIP());
  }

  /** Leaves a group on an interface (IP_DROP_MEMBERSHIP, IPV6_LEAVE_GROUP). */
  public int leave(Gid group, int interfaceIndex) {
    return membership(
        group, interfaceIndex, Libc.IP_DROP_MEMBERSHIP(), Libc.IPV6_DROP_MEMBERSHIP());
  }

  private int membership(Gid group, int interfaceIndex, int name4, int name6) {
    try (Arena temporary = Arena.ofConfined()) {
      if (ipv6) {
        MemorySegment request = temporary.allocate(Offsets.SIZEOF_IPV6_MREQ, Integer.BYTES);
        SocketAddresses.writeGid(request, Offsets.IPV6_MREQ_IPV6MR_MULTIADDR, group);
        request.set(ValueLayout.JAVA_INT, Offsets.IPV6_MREQ_IPV6MR_INTERFACE, interfaceIndex);
        return setRaw(Libc.IPPROTO_IPV6(), name6, request, request.byteSize());
      }
      MemorySegment request = temporary.allocate(Offsets.SIZEOF_IP_MREQN, Integer.BYTES);
      SocketAddresses.writeIpv4(request, Offsets.IP_MREQN_IMR_MULTIADDR, group);
      request.set(ValueLayout.JAVA_INT, Offsets.IP_MREQN_IMR_IFINDEX, interfaceIndex);
      return setRaw(Libc.IPPROTO_IP(), name4, request, request.byteSize());
    }
  }

  private int setRaw(int level, int name, MemorySegment from, long bytes) {
    return errno(
        calls.callInt(SocketFunctions.SETSOCKOPT, descriptor, level, name, from.address(), bytes));
  }

  /** Throws the reports away that {@link SocketOption#REPORT_ERRORS} collected. */
  public void discardErrorReports() {
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment message = temporary.allocate(Offsets.SIZEOF_MSGHDR, Long.BYTES);
      int flags = Libc.MSG_ERRQUEUE() | Libc.MSG_DONTWAIT();
      long result = 0;
      while (result >= 0) {
        result = calls.callLong(SocketFunctions.RECVMSG, descriptor, message.address(), flags);
      }
    }
    get(SocketOption.PENDING_ERROR);
  }

  private int errno(int result) {
    return result < 0 ? calls.errno() : 0;
  }

  /** Closes the socket, which also leaves its groups. A second call does nothing. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      if (descriptor != CLOSED) {
        calls.callInt(LibcFunctions.CLOSE, descriptor);
        descriptor = CLOSED;
      }
      arena.close();
    }
  }
}
