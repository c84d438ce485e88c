package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.posix.Memory;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The registered memory of a connection's messages ({@code struct ibv_mr}): slots side by side,
 * each with room for the 40 bytes of GRH that a UD receive begins with. A message to send begins
 * where its slot does; a received payload begins after the 40 bytes.
 */
final class MessageBuffer implements VerbsObject {
  /** Bytes before a received payload. */
  static final int GRH_BYTES = (int) Offsets.SIZEOF_IBV_GRH;

  /** Slots begin on a cache line of their own. */
  private static final long SLOT_ALIGNMENT = 64;

  private final Verbs verbs;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory;
  private final long stride;
  private final int messageSize;
  private final int slots;
  private @Nullable ByteBuffer outgoing;
  private final @Nullable ByteBuffer[] incoming;
  private final GrhSource source = new GrhSource();
  private long mr;
  private boolean closed;

  private MessageBuffer(Verbs verbs, int messageSize, int slots) {
    this.verbs = verbs;
    this.messageSize = messageSize;
    stride = stride(messageSize, slots);
    memory = arena.allocate(slots * stride, SLOT_ALIGNMENT);
    this.slots = slots;
    incoming = new ByteBuffer[slots];
  }

  /**
   * Allocates the memory and registers it for local writes (ibv_reg_mr(3)). A single slot is as
   * large as stock mckey's buffer.
   *
   * @throws TransportException at {@link Step#REGISTER_MR}
   */
  static MessageBuffer register(Verbs verbs, ProtectionDomain pd, int messageSize, int slots)
      throws TransportException {
    MessageBuffer buffer = new MessageBuffer(verbs, messageSize, slots);
    try {
      buffer.register(pd);
      return buffer;
    } catch (TransportException e) {
      buffer.close();
      throw e;
    }
  }

  private void register(ProtectionDomain pd) throws TransportException {
    mr =
        verbs.object(
            Step.REGISTER_MR,
            verbs.calls.callLong(
                verbs.library.regMr,
                pd.address(),
                memory.address(),
                memory.byteSize(),
                Rdma.IBV_ACCESS_LOCAL_WRITE()));
  }

  private static long stride(int messageSize, int slots) {
    long needed = (long) messageSize + GRH_BYTES;
    return slots == 1 ? needed : (needed + SLOT_ALIGNMENT - 1) & -SLOT_ALIGNMENT;
  }

  /** Returns the key that work requests name the memory by. */
  int localKey() {
    return Memory.at(mr, Offsets.SIZEOF_IBV_MR).get(ValueLayout.JAVA_INT, Offsets.IBV_MR_LKEY);
  }

  /** Returns the payload bytes of a message. */
  int messageSize() {
    return messageSize;
  }

  /** Returns how many slots there are. */
  int slots() {
    return slots;
  }

  /** Returns the address of a slot. */
  long address(int slot) {
    return memory.address() + slot * stride;
  }

  /** Returns where a slot begins, from the first one's beginning; for messages to send. */
  int offset(int slot) {
    return (int) (slot * stride);
  }

  /** Returns all slots as messages to send, big-endian. */
  ByteBuffer outgoing() {
    ByteBuffer all = outgoing;
    if (all == null) {
      all = memory.asByteBuffer();
      outgoing = all;
    }
    return all;
  }

  /** Returns the payload received in a slot: position 0, limit its length. */
  ByteBuffer incoming(int slot, int length) {
    ByteBuffer view = incoming[slot];
    if (view == null) {
      view = memory.asSlice(slot * stride + GRH_BYTES, messageSize).asByteBuffer();
      incoming[slot] = view;
    }
    return view.clear().limit(length);
  }

  /** Tells who sent the message received in a slot. */
  Gid sourceOf(int slot) {
    return source.of(memory, slot * stride);
  }

  /**
   * Takes the registration back (ibv_dereg_mr(3)), then frees the memory; not where that fails,
   * since the device may still write to it.
   */
  @Override
  public void close() throws TransportException {
    if (!closed) {
      closed = true;
      if (mr != 0) {
        verbs.status(Step.DESTROY, verbs.calls.callInt(verbs.library.deregMr, mr));
      }
      arena.close();
    }
  }
}
