package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;

/**
 * The receive side of a QP. Receives complete in the order in which they were posted, so the slots
 * are used in turn.
 */
final class ReceiveQueue {
  /** Marks the work request ids of receives: of a failed completion nothing else can be trusted. */
  static final long RECEIVE = Long.MIN_VALUE;

  private final Verbs verbs;
  private final UdQueuePair qp;
  private final MessageBuffer messages;
  private final RequestChain chain;
  private int nextSlot;

  ReceiveQueue(Verbs verbs, Arena arena, UdQueuePair qp, MessageBuffer messages, int depth) {
    this.verbs = verbs;
    this.qp = qp;
    this.messages = messages;
    chain =
        RequestChain.ofReceives(
            arena, depth, messages.messageSize() + MessageBuffer.GRH_BYTES, messages.localKey());
    chain.repeatFirst(RECEIVE, 0, messages.address(0), 0); // which is all where there is one slot
  }

  /**
   * Posts receives.
   *
   * @throws TransportException at {@link Step#POST_RECEIVE}, with how many before the refused one
   *     are posted
   */
  void post(int count) throws TransportException {
    for (int done = 0; done < count; ) {
      int now = Math.min(count - done, chain.length());
      try {
        postChain(now);
      } catch (TransportException e) {
        throw e.afterAccepting(done + e.accepted());
      }
      done += now;
    }
  }

  private void postChain(int count) throws TransportException {
    if (messages.slots() > 1) {
      assignSlots(count, nextSlot);
    }
    chain.cut(count);
    int result = qp.postReceive(chain.address(0), chain.badOut());
    chain.mend(count);
    int accepted = result == 0 ? count : chain.acceptedOf(0, count);
    nextSlot = (int) ((nextSlot + (long) accepted) % messages.slots());
    if (result != 0) {
      throw verbs.failure(Step.POST_RECEIVE, result, Math.abs(result)).afterAccepting(accepted);
    }
  }

  /** Gives the first {@code count} requests the slots from one on, in turn. */
  private void assignSlots(int count, int firstSlot) {
    int slots = messages.slots();
    int slot = firstSlot;
    for (int i = 0; i < count; i++) {
      chain.set(i, RECEIVE | slot, messages.address(slot));
      slot = slot + 1 < slots ? slot + 1 : 0;
    }
  }

  /** Returns the slot that a receive's work request id names. */
  static int slotOf(long workRequestId) {
    return (int) workRequestId;
  }
}
