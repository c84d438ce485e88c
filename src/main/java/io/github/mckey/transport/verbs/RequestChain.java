package io.github.mckey.transport.verbs;

import io.github.mckey.posix.StructArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Work requests laid out once, by their first ({@link #repeatFirst}), each with its one SGE and
 * linked to the next. A post takes some in a row: it cuts the chain after them, and mends it again,
 * as a device has copied them when the post returns.
 *
 * <p>{@code struct ibv_send_wr} and {@code ibv_recv_wr} begin alike, up to {@code num_sge}.
 */
final class RequestChain {
  /** Enough for the cost of a call to vanish, few enough to stay in the cache: 128 bytes each. */
  static final int MAX_LENGTH = 128;

  private static final long WR_ID = Offsets.IBV_RECV_WR_WR_ID;
  private static final long NEXT = Offsets.IBV_RECV_WR_NEXT;
  private static final long SG_LIST = Offsets.IBV_RECV_WR_SG_LIST;
  private static final long NUM_SGE = Offsets.IBV_RECV_WR_NUM_SGE;
  private static final long SGE = Offsets.SIZEOF_IBV_SGE;
  private static final long SGE_ADDR = Offsets.IBV_SGE_ADDR;
  private static final long SGE_LENGTH = Offsets.IBV_SGE_LENGTH;
  private static final long SGE_LKEY = Offsets.IBV_SGE_LKEY;

  private final MemorySegment requests;
  private final MemorySegment elements;
  private final MemorySegment badOut;
  private final long stride;
  private final int length;

  private RequestChain(Arena arena, long stride, int length, int bytes, int localKey) {
    this.stride = stride;
    this.length = length;
    requests = arena.allocate(stride * length, 64);
    elements = arena.allocate(SGE * length, Long.BYTES);
    badOut = arena.allocate(ValueLayout.JAVA_LONG);
    requests.set(ValueLayout.JAVA_LONG, SG_LIST, elements.address());
    requests.set(ValueLayout.JAVA_INT, NUM_SGE, 1);
    mend(1);
    elements.set(ValueLayout.JAVA_INT, SGE_LENGTH, bytes);
    elements.set(ValueLayout.JAVA_INT, SGE_LKEY, localKey);
  }

  /**
   * Lays all requests out as the first one is, but for the work request id and the slot.
   *
   * @param idStep from one id to the next
   * @param slotStep from one slot to the next, in bytes; 0 where there is one
   */
  void repeatFirst(long firstId, int idStep, long firstSlot, long slotStep) {
    set(0, firstId, firstSlot);
    StructArray.repeatFirst(
        requests,
        stride,
        new StructArray.Counting(WR_ID, idStep),
        new StructArray.Counting(SG_LIST, SGE),
        new StructArray.Counting(NEXT, stride));
    StructArray.repeatFirst(elements, SGE, new StructArray.Counting(SGE_ADDR, slotStep));
    mend(length);
  }

  /** Lays out send requests of {@code bytes} each. */
  static RequestChain ofSends(Arena arena, int depth, int bytes, int localKey) {
    return new RequestChain(arena, Offsets.SIZEOF_IBV_SEND_WR, lengthFor(depth), bytes, localKey);
  }

  /** Lays out receive requests of {@code bytes} each. */
  static RequestChain ofReceives(Arena arena, int depth, int bytes, int localKey) {
    return new RequestChain(arena, Offsets.SIZEOF_IBV_RECV_WR, lengthFor(depth), bytes, localKey);
  }

  private static int lengthFor(int depth) {
    return Math.clamp(depth, 1, MAX_LENGTH);
  }

  /** Returns how many one post takes at most. */
  int length() {
    return length;
  }

  /** Returns the first request as a structure, for what all have in common. */
  MemorySegment first() {
    return requests.asSlice(0, stride);
  }

  /** Sets what differs from post to post. */
  void set(int i, long workRequestId, long slotAddress) {
    requests.set(ValueLayout.JAVA_LONG, i * stride + WR_ID, workRequestId);
    elements.set(ValueLayout.JAVA_LONG, i * SGE + SGE_ADDR, slotAddress);
  }

  /** Sets an {@code int} member of request {@code i}. */
  void setInt(int i, long offset, int value) {
    requests.set(ValueLayout.JAVA_INT, i * stride + offset, value);
  }

  /** Makes the request before {@code end} the last of a chain. */
  void cut(int end) {
    link(end, 0);
  }

  /** Puts back what {@link #cut} took. */
  void mend(int end) {
    link(end, end < length ? address(end) : 0);
  }

  private void link(int end, long next) {
    requests.set(ValueLayout.JAVA_LONG, (end - 1) * stride + NEXT, next);
  }

  /** Returns the address of request {@code i}. */
  long address(int i) {
    return requests.address() + i * stride;
  }

  /** Returns where a post writes the address of the first request that it refuses. */
  long badOut() {
    badOut.set(ValueLayout.JAVA_LONG, 0, 0);
    return badOut.address();
  }

  /**
   * Returns how many of a failed post's {@code count} requests the device took: those before the
   * refused one; none where it names none.
   */
  int acceptedOf(int first, int count) {
    long bad = badOut.get(ValueLayout.JAVA_LONG, 0) - address(first);
    return bad >= 0 && bad < count * stride ? (int) (bad / stride) : 0;
  }
}
