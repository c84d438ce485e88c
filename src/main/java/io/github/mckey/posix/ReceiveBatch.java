package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The datagrams that one call of recvmmsg(2) takes, gone through one by one. The kernel may hand
 * several that came together as a train over in one piece ({@link SocketOption#RECEIVE_TRAINS});
 * here they are single again. The next call overwrites them. Belongs to one thread.
 */
public final class ReceiveBatch implements AutoCloseable {
  /** Room for any train. */
  public static final int TRAIN_BYTES = 1 << 16;

  private static final long ALIGNMENT = 64;

  private static final long NAME_STRIDE = 32;
  private static final long MESSAGE_STRIDE = Offsets.SIZEOF_MMSGHDR;
  private static final long LENGTH = Offsets.MMSGHDR_MSG_LEN;

  /** Room for one control message, with an int in it. */
  private static final long CONTROL_STRIDE = 24;

  private static final long CONTROL_VALUE = Offsets.SIZEOF_CMSGHDR;
  private static final long HEADER = Offsets.MMSGHDR_MSG_HDR;
  private static final long CONTROL_LENGTH = HEADER + Offsets.MSGHDR_MSG_CONTROLLEN;

  private final NativeCalls calls;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment messages;
  private final MemorySegment names;
  private final MemorySegment controls;
  private final ByteBuffer data;
  private final int slots;
  private final boolean trains;
  private final int stride;
  private int filled;
  private int slot = -1;
  private int slotBytes;
  private int segmentBytes;
  private int segment;
  private int at;
  private int bytes;
  private long sourceHigh;
  private long sourceLow;
  private int sourcePort;

  private ReceiveBatch(NativeCalls calls, int slots, int slotBytes, boolean trains) {
    this.calls = calls;
    this.slots = slots;
    this.trains = trains;
    // An odd number of cache lines: slots of a power of two would share the same few of the cache.
    stride = (int) (((slotBytes + ALIGNMENT - 1) / ALIGNMENT | 1) * ALIGNMENT);
    MemorySegment memory = arena.allocate((long) slots * stride, ALIGNMENT);
    MemorySegment vectors = arena.allocate(slots * Offsets.SIZEOF_IOVEC, Long.BYTES);
    names = arena.allocate(slots * NAME_STRIDE, Long.BYTES);
    controls = arena.allocate(trains ? slots * CONTROL_STRIDE : 0, Long.BYTES);
    messages = arena.allocate(slots * MESSAGE_STRIDE, Long.BYTES);
    layOut(memory, vectors, slotBytes);
    data = memory.asByteBuffer().order(ByteOrder.BIG_ENDIAN);
  }

  /**
   * Makes room for datagrams.
   *
   * @param calls the caller's, for its thread
   * @param slots how many one call takes at most
   * @param bytes how much is kept of each; a longer one is cut off
   */
  public static ReceiveBatch ofDatagrams(NativeCalls calls, int slots, int bytes) {
    return new ReceiveBatch(calls, slots, bytes, false);
  }

  /**
   * Makes room for trains, from a socket with {@link SocketOption#RECEIVE_TRAINS}.
   *
   * @param calls the caller's, for its thread
   * @param slots how many one call takes at most
   */
  public static ReceiveBatch ofTrains(NativeCalls calls, int slots) {
    return new ReceiveBatch(calls, slots, TRAIN_BYTES, true);
  }

  private void layOut(MemorySegment memory, MemorySegment vectors, int slotBytes) {
    Memory.pointer(vectors, Offsets.IOVEC_IOV_BASE, memory.address());
    vectors.set(ValueLayout.JAVA_LONG, Offsets.IOVEC_IOV_LEN, slotBytes);
    StructArray.repeatFirst(
        vectors, Offsets.SIZEOF_IOVEC, new StructArray.Counting(Offsets.IOVEC_IOV_BASE, stride));
    SocketMessage.write(messages, HEADER, names, SocketAddresses.SIZE, vectors);
    if (trains) {
      Memory.pointer(messages, HEADER + Offsets.MSGHDR_MSG_CONTROL, controls.address());
      messages.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH, CONTROL_STRIDE);
    }
    StructArray.repeatFirst(
        messages,
        MESSAGE_STRIDE,
        new StructArray.Counting(HEADER + Offsets.MSGHDR_MSG_NAME, NAME_STRIDE),
        new StructArray.Counting(HEADER + Offsets.MSGHDR_MSG_IOV, Offsets.SIZEOF_IOVEC),
        new StructArray.Counting(HEADER + Offsets.MSGHDR_MSG_CONTROL, trains ? CONTROL_STRIDE : 0));
  }

  /** Returns the memory of all slots, big-endian. */
  public ByteBuffer data() {
    return data;
  }

  /** Returns how many datagrams or trains one call takes at most. */
  public int slots() {
    return slots;
  }

  /**
   * Takes what has arrived, without waiting. All datagrams of a socket are of one family, so the
   * name lengths that the kernel leaves serve the next call. Those of control messages do not.
   *
   * @return how many, or the negative error number where there was none (EAGAIN)
   */
  public int receive(UdpSocket socket) {
    for (int i = 0; trains && i < filled; i++) {
      messages.set(ValueLayout.JAVA_LONG, i * MESSAGE_STRIDE + CONTROL_LENGTH, CONTROL_STRIDE);
    }
    int flags = Libc.MSG_DONTWAIT() | Libc.MSG_TRUNC();
    int result =
        calls.callInt(
            SocketFunctions.RECVMMSG, socket.descriptor(), messages.address(), slots, flags, 0);
    filled = Math.max(0, result);
    slot = -1;
    at = 0;
    bytes = 0;
    slotBytes = 0;
    return result < 0 ? -calls.errno() : result;
  }

  /** Returns whether {@link #next} has a datagram left. */
  public boolean hasNext() {
    return at + bytes < slotBytes || slot + 1 < filled;
  }

  /** Goes on to the next datagram; returns whether there is one. */
  public boolean next() {
    int start = at + bytes;
    if (start >= slotBytes) {
      if (slot + 1 >= filled) {
        return false;
      }
      open(slot + 1);
      start = 0;
    } else {
      segment++;
    }
    at = start;
    bytes = Math.min(segmentBytes, slotBytes - start);
    return true;
  }

  private void open(int next) {
    slot = next;
    segment = 0;
    slotBytes = messages.get(ValueLayout.JAVA_INT, slot * MESSAGE_STRIDE + LENGTH);
    sourceHigh = SocketAddresses.high(names, slot * NAME_STRIDE);
    sourceLow = SocketAddresses.low(names, slot * NAME_STRIDE);
    sourcePort = SocketAddresses.port(names, slot * NAME_STRIDE);
    segmentBytes = slotBytes;
    if (trains
        && messages.get(ValueLayout.JAVA_LONG, slot * MESSAGE_STRIDE + CONTROL_LENGTH)
            >= CONTROL_VALUE + Integer.BYTES) {
      // The one control message that was asked for.
      int size = controls.get(ValueLayout.JAVA_INT, slot * CONTROL_STRIDE + CONTROL_VALUE);
      segmentBytes = size > 0 ? size : slotBytes;
    }
  }

  /** Returns which slot the datagram arrived in. */
  public int slot() {
    return slot;
  }

  /** Returns which place the datagram has in its train, from 0. */
  public int segment() {
    return segment;
  }

  /** Returns where the datagram begins. */
  public int offset() {
    return slot * stride + at;
  }

  /** Returns how long the datagram was on the wire, also where it was cut off. */
  public int length() {
    return bytes;
  }

  /** Returns the first eight bytes of the sender's address, IPv4 as mapped. */
  public long sourceHigh() {
    return sourceHigh;
  }

  /** Returns the last eight bytes of the sender's address. */
  public long sourceLow() {
    return sourceLow;
  }

  /** Returns the sender's UDP port. */
  public int sourcePort() {
    return sourcePort;
  }

  /** Gives the memory back. A second call does nothing. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
