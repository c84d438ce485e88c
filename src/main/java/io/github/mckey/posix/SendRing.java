package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Gid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Datagrams of one length to one destination, laid out once and sent many at a time (sendmmsg(2)).
 * Belongs to one thread.
 */
public final class SendRing implements AutoCloseable {
  private static final long ALIGNMENT = 64;
  private static final long IOV_BASE = Offsets.IOVEC_IOV_BASE;
  private static final long IOV_LEN = Offsets.IOVEC_IOV_LEN;

  private final MemorySegment memory;
  private final NativeCalls calls;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment messages;
  private final MemorySegment train;
  private final MemorySegment trainVector;
  private final ByteBuffer data;
  private final int slots;
  private final int stride;

  /**
   * Lays the datagrams out, filled with zeros.
   *
   * @param calls the caller's, for its thread
   * @param slots how many there are
   * @param datagramBytes the length of each
   * @param scopeId the interface of a link-scoped destination, otherwise 0
   */
  public SendRing(
      NativeCalls calls,
      int slots,
      int datagramBytes,
      boolean ipv6,
      Gid destination,
      int scopeId,
      int port) {
    this.calls = calls;
    this.slots = slots;
    // Without gaps, so that one piece of memory holds any run of slots.
    stride = datagramBytes;
    memory = arena.allocate((long) slots * stride, ALIGNMENT);
    MemorySegment name = arena.allocate(SocketAddresses.SIZE, Integer.BYTES);
    SocketAddresses.write(name, 0, ipv6, destination, scopeId, port);
    MemorySegment vectors = arena.allocate(slots * Offsets.SIZEOF_IOVEC, Long.BYTES);
    messages = arena.allocate(slots * Offsets.SIZEOF_MMSGHDR, Long.BYTES);
    Memory.pointer(vectors, IOV_BASE, memory.address());
    vectors.set(ValueLayout.JAVA_LONG, IOV_LEN, datagramBytes);
    StructArray.repeatFirst(
        vectors, Offsets.SIZEOF_IOVEC, new StructArray.Counting(IOV_BASE, stride));
    SocketMessage.write(
        messages, Offsets.MMSGHDR_MSG_HDR, name, SocketAddresses.size(ipv6), vectors);
    StructArray.repeatFirst(
        messages,
        Offsets.SIZEOF_MMSGHDR,
        new StructArray.Counting(
            Offsets.MMSGHDR_MSG_HDR + Offsets.MSGHDR_MSG_IOV, Offsets.SIZEOF_IOVEC));
    train = arena.allocate(Offsets.SIZEOF_MSGHDR, Long.BYTES);
    trainVector = arena.allocate(Offsets.SIZEOF_IOVEC, Long.BYTES);
    SocketMessage.write(train, 0, name, SocketAddresses.size(ipv6), trainVector);
    data = memory.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
  }

  /** Returns the memory of all slots, big-endian. */
  public ByteBuffer data() {
    return data;
  }

  /** Returns how many slots there are. */
  public int slots() {
    return slots;
  }

  /** Returns how far it is from one slot to the next. */
  public int stride() {
    return stride;
  }

  /** Returns where a slot begins. */
  public int offset(int slot) {
    return slot * stride;
  }

  /**
   * Sends slots in order without waiting.
   *
   * @param first the first of them
   * @param count how many, at most up to the last slot
   * @return how many the kernel took, or the negative error number where it took none
   */
  public int send(UdpSocket socket, int first, int count) {
    long from = messages.address() + first * Offsets.SIZEOF_MMSGHDR;
    int result =
        calls.callInt(
            SocketFunctions.SENDMMSG, socket.descriptor(), from, count, Libc.MSG_DONTWAIT());
    return result < 0 ? -calls.errno() : result;
  }

  /**
   * Sends slots as one datagram, which the socket cuts into theirs ({@link
   * SocketOption#SEGMENT_SIZE}), without waiting.
   *
   * @param first the first of them
   * @param count how many, at most up to the last slot
   * @return {@code count}, or the negative error number
   */
  public int sendSegmented(UdpSocket socket, int first, int count) {
    // Not by the generated setters: a slice of the memory would be an object for each call.
    trainVector.set(ValueLayout.JAVA_LONG, IOV_BASE, memory.address() + offset(first));
    trainVector.set(ValueLayout.JAVA_LONG, IOV_LEN, (long) count * stride);
    long result =
        calls.callLong(
            SocketFunctions.SENDMSG, socket.descriptor(), train.address(), Libc.MSG_DONTWAIT());
    return result < 0 ? -calls.errno() : count;
  }

  /** Gives the memory back. A second call does nothing. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
