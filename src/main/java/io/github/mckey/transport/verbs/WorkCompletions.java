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

  /** All looks ahead together take about as long as falling asleep and being woken. */
  private static final int LOOKS = 3;

  private static final long BETWEEN_LOOKS_NANOS = 3_000;

  /** Where looking ahead finds nothing, up to so many waits do without it. */
  private static final int MOST_SKIPPED = 63;

  private static final int WITH_IMM = Rdma.IBV_WC_WITH_IMM();
  private static final int GRH = Rdma.IBV_WC_GRH();
  private static final int QPN_MASK = 0xff_ffff;

  private final CompletionQueue cq;
  private final MemorySegment entries;
  private final int[] retired = new int[CAPACITY];
  private int size;

  /** Whether the batch was taken by a look ahead and is still to be given. */
  private boolean foreseen;

  /** Whether something has completed since the last look ahead. */
  private boolean flowing;

  /** How many waits do without looking ahead, since it found nothing. */
  private int toSkip;

  private int skipped;

  private @Nullable MessageBuffer messages;
  private @Nullable SendQueue sends;

  WorkCompletions(Arena arena, CompletionQueue cq) {
    this.cq = cq;
    entries = arena.allocate(CAPACITY * Offsets.SIZEOF_IBV_WC, Long.BYTES);
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
    if (foreseen) {
      foreseen = false;
      return this;
    }
    take();
    return this;
  }

  /**
   * Looks a few times more where something has completed since the last wait: the next completion
   * may be here sooner than a sleeper would be woken. Where that proves wrong it is tried less and
   * less often.
   *
   * @return whether something came, which the next {@link #poll} gives
   */
  boolean lookAhead() throws TransportException {
    if (foreseen || !flowing) {
      return foreseen;
    }
    flowing = false;
    if (skipped < toSkip) {
      skipped++;
      return false;
    }
    skipped = 0;
    foreseen = comesSoon();
    toSkip = foreseen ? 0 : Math.min(2 * toSkip + 1, MOST_SKIPPED);
    return foreseen;
  }

  private boolean comesSoon() throws TransportException {
    long next = System.nanoTime();
    for (int look = 0; look < LOOKS; look++) {
      next += BETWEEN_LOOKS_NANOS;
      while (System.nanoTime() - next < 0) {
        Thread.onSpinWait();
      }
      take();
      if (size > 0) {
        return true;
      }
    }
    return false;
  }

  private void take() throws TransportException {
    size = 0;
    int taken = cq.poll(CAPACITY, entries.address());
    SendQueue queue = sends;
    if (queue != null) {
      for (int i = 0; i < taken; i++) {
        retired[i] = isReceive(i) ? 1 : queue.retireThrough(workRequestId(i));
      }
    }
    flowing |= taken > 0;
    size = taken;
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
    return field(i, Offsets.IBV_WC_STATUS);
  }

  @Override
  public int vendorError(int i) {
    return field(i, Offsets.IBV_WC_VENDOR_ERR);
  }

  @Override
  public int retired(int i) {
    return sends == null ? 1 : retired[i];
  }

  @Override
  public int length(int i) {
    return Math.clamp(
        field(i, Offsets.IBV_WC_BYTE_LEN) - MessageBuffer.GRH_BYTES, 0, messages().messageSize());
  }

  @Override
  public boolean hasImmediate(int i) {
    return (field(i, Offsets.IBV_WC_WC_FLAGS) & WITH_IMM) != 0;
  }

  @Override
  public int immediate(int i) {
    return entries.get(Native.NET_INT, i * Offsets.SIZEOF_IBV_WC + Offsets.IBV_WC_IMM_DATA);
  }

  @Override
  public int sourceQpn(int i) {
    return field(i, Offsets.IBV_WC_SRC_QP) & QPN_MASK;
  }

  /** {@inheritDoc} Zero where the device delivered no GRH, which multicast always carries. */
  @Override
  public Gid sourceGid(int i) {
    return (field(i, Offsets.IBV_WC_WC_FLAGS) & GRH) == 0 ? Gid.ZERO : messages().sourceOf(slot(i));
  }

  @Override
  public ByteBuffer payload(int i) {
    return messages().incoming(slot(i), length(i));
  }

  private int slot(int i) {
    return ReceiveQueue.slotOf(workRequestId(i));
  }

  private long workRequestId(int i) {
    return entries.get(ValueLayout.JAVA_LONG, i * Offsets.SIZEOF_IBV_WC + Offsets.IBV_WC_WR_ID);
  }

  private int field(int i, long offset) {
    return entries.get(ValueLayout.JAVA_INT, i * Offsets.SIZEOF_IBV_WC + offset);
  }

  private MessageBuffer messages() {
    MessageBuffer buffer = messages;
    if (buffer == null) {
      throw new IllegalStateException("nothing was received");
    }
    return buffer;
  }
}
