package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The completions of one poll ({@code struct ibv_wc}), laid out once. */
final class WorkCompletions implements CompletionBatch {
  private static final int CAPACITY = 64;
  private static final long SIZE = Offsets.SIZEOF_IBV_WC;
  private static final long WR_ID = Offsets.IBV_WC_WR_ID;
  private static final long STATUS = Offsets.IBV_WC_STATUS;
  private static final long VENDOR_ERR = Offsets.IBV_WC_VENDOR_ERR;
  private static final long BYTE_LEN = Offsets.IBV_WC_BYTE_LEN;
  private static final long IMM_DATA = Offsets.IBV_WC_IMM_DATA;
  private static final long SRC_QP = Offsets.IBV_WC_SRC_QP;
  private static final long WC_FLAGS = Offsets.IBV_WC_WC_FLAGS;
  private static final int WITH_IMM = Rdma.IBV_WC_WITH_IMM();
  private static final int GRH = Rdma.IBV_WC_GRH();
  private static final int QPN_MASK = 0xff_ffff;

  private final CompletionQueue cq;
  private final MemorySegment entries;
  private final int[] retired = new int[CAPACITY];
  private int size;
  private @Nullable MessageBuffer messages;
  private @Nullable SendQueue sends;

  WorkCompletions(Arena arena, CompletionQueue cq) {
    this.cq = cq;
    entries = arena.allocate(CAPACITY * SIZE, Long.BYTES);
  }

  /** Names the buffer that receives go to. */
  void receivesInto(MessageBuffer buffer) {
    messages = buffer;
  }

  /** Names the queue whose sends complete here. */
  void retiresFrom(SendQueue queue) {
    sends = queue;
  }

  /** Takes what the completion queue holds. */
  WorkCompletions poll() throws TransportException {
    size = 0;
    int taken = cq.poll(CAPACITY, entries.address());
    SendQueue queue = sends;
    if (queue != null) {
      for (int i = 0; i < taken; i++) {
        retired[i] = isReceive(i) ? 1 : queue.retireThrough(workRequestId(i));
      }
    }
    size = taken;
    return this;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isReceive(int i) {
    return workRequestId(i) < 0;
  }

  @Override
  public int status(int i) {
    return field(i, STATUS);
  }

  @Override
  public int vendorError(int i) {
    return field(i, VENDOR_ERR);
  }

  @Override
  public int retired(int i) {
    return sends == null ? 1 : retired[i];
  }

  @Override
  public int length(int i) {
    return Math.clamp(field(i, BYTE_LEN) - MessageBuffer.GRH_BYTES, 0, messages().messageSize());
  }

  @Override
  public boolean hasImmediate(int i) {
    return (field(i, WC_FLAGS) & WITH_IMM) != 0;
  }

  @Override
  public int immediate(int i) {
    return entries.get(Native.NET_INT, i * SIZE + IMM_DATA);
  }

  @Override
  public int sourceQpn(int i) {
    return field(i, SRC_QP) & QPN_MASK;
  }

  /** {@inheritDoc} Zero where the device delivered no GRH, which multicast always carries. */
  @Override
  public Gid sourceGid(int i) {
    return (field(i, WC_FLAGS) & GRH) == 0 ? Gid.ZERO : messages().sourceOf(slot(i));
  }

  @Override
  public ByteBuffer payload(int i) {
    return messages().incoming(slot(i), length(i));
  }

  private int slot(int i) {
    return ReceiveQueue.slotOf(workRequestId(i));
  }

  private long workRequestId(int i) {
    return entries.get(ValueLayout.JAVA_LONG, i * SIZE + WR_ID);
  }

  private int field(int i, long offset) {
    return entries.get(ValueLayout.JAVA_INT, i * SIZE + offset);
  }

  private MessageBuffer messages() {
    MessageBuffer buffer = messages;
    if (buffer == null) {
      throw new IllegalStateException("nothing was received");
    }
    return buffer;
  }
}
