package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Gid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How full the receive buffers of this host's sockets on a group are: those of all processes in
 * this network namespace that are bound to the group itself (sock_diag(7), which needs no
 * privilege). Belongs to one thread.
 */
public final class ReceiverSockets implements AutoCloseable {
  /** AF_NETLINK (sys/socket.h) and NETLINK_SOCK_DIAG (linux/netlink.h). */
  private static final int AF_NETLINK = 16;

  private static final int NETLINK_SOCK_DIAG = 4;

  /** A struct nlmsghdr and its members (linux/netlink.h). */
  private static final int HEADER_BYTES = 16;

  private static final int TYPE = 4;
  private static final int FLAGS = 6;
  private static final short DUMP_REQUEST = 0x301; // NLM_F_REQUEST | NLM_F_ROOT | NLM_F_MATCH
  private static final int NLMSG_DONE = 3;

  /** SOCK_DIAG_BY_FAMILY (linux/sock_diag.h). */
  private static final short SOCK_DIAG_BY_FAMILY = 20;

  /** A struct inet_diag_req_v2 behind the header (linux/inet_diag.h): what is asked for. */
  private static final int REQUEST_BYTES = 56;

  private static final int EXTENSIONS = HEADER_BYTES + 2;
  private static final int STATES = HEADER_BYTES + 4;
  private static final int REQUEST_COOKIE = HEADER_BYTES + 48;

  /** INET_DIAG_SKMEMINFO, an attribute of the answer; the bit that asks for it is one lower. */
  private static final int MEMORY_ATTRIBUTE = 7;

  /**
   * The attribute INET_DIAG_REQ_BYTECODE, with one condition in it, which only sockets with the
   * given local address and port meet: a struct inet_diag_bc_op and a struct inet_diag_hostcond.
   */
  private static final short CONDITION_ATTRIBUTE = 1;

  private static final int ATTRIBUTE_BYTES = 4;
  private static final byte LOCAL_ADDRESS = 7; // INET_DIAG_BC_S_COND
  private static final int CONDITION_BYTES = 4 + 8;

  /** A struct inet_diag_msg behind the header, and its members. */
  private static final int ANSWER_BYTES = 72;

  private static final int ANSWER_COOKIE = HEADER_BYTES + 44;
  private static final int QUEUED = HEADER_BYTES + 56;

  /** Values of the attribute (linux/sock_diag.h): SK_MEMINFO_RMEM_ALLOC and SK_MEMINFO_RCVBUF. */
  private static final int CHARGED = ATTRIBUTE_BYTES;

  private static final int SIZE = ATTRIBUTE_BYTES + 4;

  /** The kernel puts as much as this into one read. */
  private static final int ROOM = 1 << 15;

  private static final int CLOSED = -1;
  private static final int LONGS = 4;

  private final NativeCalls calls;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment request;
  private final MemorySegment answer = arena.allocate(ROOM, Long.BYTES);
  private int descriptor;
  private int count;

  /** Of each socket: its cookie, and bytes of memory that are queued, charged, granted. */
  private long[] values = new long[LONGS];

  private ReceiverSockets(NativeCalls calls, int descriptor, Gid group, boolean ipv6, int port) {
    this.calls = calls;
    this.descriptor = descriptor;
    request = request(group, ipv6, port);
  }

  /**
   * Prepares to ask.
   *
   * @param calls the caller's, for its thread
   * @param ipv6 the family of the sockets
   * @param port their UDP port
   * @return null where the kernel does not let this process ask
   */
  public static @Nullable ReceiverSockets open(
      NativeCalls calls, Gid group, boolean ipv6, int port) {
    int type = Libc.SOCK_DGRAM() | Libc.SOCK_CLOEXEC() | Libc.SOCK_NONBLOCK();
    int opened = calls.callInt(SocketFunctions.SOCKET, AF_NETLINK, type, NETLINK_SOCK_DIAG);
    return opened < 0 ? null : new ReceiverSockets(calls, opened, group, ipv6, port);
  }

  private MemorySegment request(Gid group, boolean ipv6, int port) {
    int addressBytes = ipv6 ? 2 * Long.BYTES : Integer.BYTES;
    int condition = CONDITION_BYTES + addressBytes;
    int at = HEADER_BYTES + REQUEST_BYTES;
    int bytes = at + ATTRIBUTE_BYTES + condition;
    byte family = (byte) (ipv6 ? Libc.AF_INET6() : Libc.AF_INET());
    MemorySegment memory = arena.allocate(bytes, Long.BYTES);
    memory.set(ValueLayout.JAVA_INT, 0, bytes);
    memory.set(ValueLayout.JAVA_SHORT, TYPE, SOCK_DIAG_BY_FAMILY);
    memory.set(ValueLayout.JAVA_SHORT, FLAGS, DUMP_REQUEST);
    memory.set(ValueLayout.JAVA_BYTE, HEADER_BYTES, family);
    memory.set(ValueLayout.JAVA_BYTE, HEADER_BYTES + 1, (byte) Libc.IPPROTO_UDP());
    memory.set(ValueLayout.JAVA_BYTE, EXTENSIONS, (byte) (1 << (MEMORY_ATTRIBUTE - 1)));
    memory.set(ValueLayout.JAVA_INT, STATES, -1);
    memory.set(ValueLayout.JAVA_LONG, REQUEST_COOKIE, -1L); // any
    memory.set(ValueLayout.JAVA_SHORT, at, (short) (ATTRIBUTE_BYTES + condition));
    memory.set(ValueLayout.JAVA_SHORT, at + 2, CONDITION_ATTRIBUTE);
    at += ATTRIBUTE_BYTES;
    memory.set(ValueLayout.JAVA_BYTE, at, LOCAL_ADDRESS);
    memory.set(ValueLayout.JAVA_BYTE, at + 1, (byte) condition); // met: to the end, which accepts
    memory.set(ValueLayout.JAVA_SHORT, at + 2, (short) (condition + 4)); // beyond it: refused
    memory.set(ValueLayout.JAVA_BYTE, at + 4, family);
    memory.set(ValueLayout.JAVA_BYTE, at + 5, (byte) (addressBytes * Byte.SIZE));
    memory.set(ValueLayout.JAVA_INT, at + 8, port);
    if (ipv6) {
      SocketAddresses.writeGid(memory, at + CONDITION_BYTES, group);
    } else {
      SocketAddresses.writeIpv4(memory, at + CONDITION_BYTES, group);
    }
    return memory;
  }

  /**
   * Asks the kernel, for the methods below.
   *
   * @return whether it told
   */
  public boolean ask() {
    count = 0;
    long bytes = request.byteSize();
    if (calls.callLong(LibcFunctions.WRITE, descriptor, request.address(), bytes) != bytes) {
      return false;
    }
    while (true) {
      long read = calls.callLong(LibcFunctions.READ, descriptor, answer.address(), ROOM);
      if (read < HEADER_BYTES) {
        return false;
      }
      for (long at = 0; at + HEADER_BYTES <= read; ) {
        int type = answer.get(ValueLayout.JAVA_SHORT, at + TYPE);
        if (type == NLMSG_DONE) {
          // With the error behind it, for one where the kernel's module is missing.
          return answer.get(ValueLayout.JAVA_INT, at + HEADER_BYTES) >= 0;
        }
        int length = answer.get(ValueLayout.JAVA_INT, at);
        if (type != SOCK_DIAG_BY_FAMILY || length < HEADER_BYTES) {
          return false;
        }
        add(at);
        at += align(length);
      }
    }
  }

  private void add(long at) {
    long end = at + answer.get(ValueLayout.JAVA_INT, at);
    long attribute = at + HEADER_BYTES + ANSWER_BYTES;
    while (attribute + SIZE + Integer.BYTES <= end) {
      int length = Short.toUnsignedInt(answer.get(ValueLayout.JAVA_SHORT, attribute));
      if (answer.get(ValueLayout.JAVA_SHORT, attribute + 2) == MEMORY_ATTRIBUTE) {
        int to = count++ * LONGS;
        if (to == values.length) {
          values = Arrays.copyOf(values, 2 * to);
        }
        values[to] = answer.get(ValueLayout.JAVA_LONG_UNALIGNED, at + ANSWER_COOKIE);
        values[to + 1] = unsigned(at + QUEUED);
        values[to + 2] = unsigned(attribute + CHARGED);
        values[to + 3] = unsigned(attribute + SIZE);
        return;
      }
      attribute += Math.max(ATTRIBUTE_BYTES, align(length));
    }
  }

  private long unsigned(long at) {
    return Integer.toUnsignedLong(answer.get(ValueLayout.JAVA_INT, at));
  }

  private static int align(int length) {
    return (length + 3) & ~3;
  }

  /** Returns how many sockets there are. */
  public int count() {
    return count;
  }

  /** Returns a number that no other socket has as long as the kernel runs. */
  public long cookie(int i) {
    return values[i * LONGS];
  }

  /** Returns how many bytes the datagrams that nobody has read yet occupy. */
  public long queuedBytes(int i) {
    return values[i * LONGS + 1];
  }

  /** Returns how many bytes count as occupied: the kernel gives room back in large steps. */
  public long chargedBytes(int i) {
    return values[i * LONGS + 2];
  }

  /** Returns how many bytes may be occupied before datagrams are dropped. */
  public long bufferBytes(int i) {
    return values[i * LONGS + 3];
  }

  /** Asks no more. A second call does nothing. */
  @Override
  public void close() {
    if (descriptor != CLOSED) {
      calls.callInt(LibcFunctions.CLOSE, descriptor);
      descriptor = CLOSED;
      arena.close();
    }
  }
}
