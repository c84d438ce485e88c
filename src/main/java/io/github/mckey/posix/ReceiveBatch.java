package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.libc.iovec;
import io.github.mckey.bindings.libc.mmsghdr;
import io.github.mckey.bindings.libc.msghdr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Room for the datagrams of one call of recvmmsg(2). The next call overwrites them. Belongs to one
 * thread.
 */
public final class ReceiveBatch implements AutoCloseable {
  private static final long ALIGNMENT = 64;
  private static final long NAME_STRIDE = 32;
  private static final long MESSAGE_STRIDE = mmsghdr.sizeof();
  private static final long LENGTH = mmsghdr.msg_len$offset();

  private final NativeCalls calls;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment messages;
  private final MemorySegment names;
  private final ByteBuffer data;
  private final int stride;

  /**
   * Lays the room out.
   *
   * @param calls the caller's, for its thread
   * @param slots how many datagrams one call takes at most
   * @param datagramBytes how much is kept of each; a longer one is cut off
   */
  public ReceiveBatch(NativeCalls calls, int slots, int datagramBytes) {
    this.calls = calls;
    stride = (int) ((datagramBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    MemorySegment memory = arena.allocate((long) slots * stride, ALIGNMENT);
    MemorySegment vectors = iovec.allocateArray(slots, arena);
    names = arena.allocate(slots * NAME_STRIDE, Long.BYTES);
    messages = mmsghdr.allocateArray(slots, arena);
    for (int i = 0; i < slots; i++) {
      MemorySegment vector = iovec.asSlice(vectors, i);
      iovec.iov_base(vector, memory.asSlice((long) i * stride));
      iovec.iov_len(vector, datagramBytes);
      MemorySegment message = mmsghdr.msg_hdr(mmsghdr.asSlice(messages, i));
      msghdr.msg_name(message, names.asSlice(i * NAME_STRIDE));
      msghdr.msg_namelen(message, (int) SocketAddresses.SIZE);
      msghdr.msg_iov(message, vector);
      msghdr.msg_iovlen(message, 1);
    }
    data = memory.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
  }

  /** Returns the memory of all slots, big-endian. */
  public ByteBuffer data() {
    return data;
  }

  /** Returns where a slot begins. */
  public int offset(int slot) {
    return slot * stride;
  }

  /**
   * Takes what has arrived, without waiting. All datagrams of a socket are of one family, so the
   * name lengths that the kernel leaves serve the next call.
   *
   * @param count how many at most
   * @return how many, or the negative error number where there was none (EAGAIN)
   */
  public int receive(UdpSocket socket, int count) {
    int flags = Libc.MSG_DONTWAIT() | Libc.MSG_TRUNC();
    int result =
        calls.callInt(
            SocketFunctions.RECVMMSG, socket.descriptor(), messages.address(), count, flags, 0);
    return result < 0 ? -calls.errno() : result;
  }

  /** Returns how long a datagram was on the wire, also where it was cut off. */
  public int length(int slot) {
    return messages.get(ValueLayout.JAVA_INT, slot * MESSAGE_STRIDE + LENGTH);
  }

  /** Returns the first eight bytes of the sender's address, IPv4 as mapped. */
  public long sourceHigh(int slot) {
    return SocketAddresses.high(names, slot * NAME_STRIDE);
  }

  /** Returns the last eight bytes of the sender's address. */
  public long sourceLow(int slot) {
    return SocketAddresses.low(names, slot * NAME_STRIDE);
  }

  /** Returns the sender's UDP port. */
  public int sourcePort(int slot) {
    return SocketAddresses.port(names, slot * NAME_STRIDE);
  }

  /** Gives the memory back. A second call does nothing. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
