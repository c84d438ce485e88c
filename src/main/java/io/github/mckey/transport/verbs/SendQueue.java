package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.posix.Memory;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The send side of a QP. Its work requests are a ring, each with its slot, its number in the ring
 * as work request id, and its flags: a post changes nothing but where the chain ends. Sends
 * complete in order, so one completion retires all before it. Only some are signalled, that is have
 * one: every n-th, those whose caller asks for it, and the one that fills the queue.
 */
final class SendQueue {
  private static final int MAX_PERIOD = 64;
  private static final int SIGNALED = Rdma.IBV_SEND_SIGNALED();
  private static final int[] NO_PATTERNS = {};

  private final Verbs verbs;
  private final UdQueuePair qp;
  private final MessageBuffer messages;
  private final int depth;
  private final RequestChain ring;
  private final int periodMask;
  private long posted;
  private long retired;

  /** Slots that a writer has laid out: those before this one. */
  private int laidOut;

  /**
   * Lays the requests out: SEND_WITH_IMM, the immediate being this QP's number in network order.
   *
   * @param group where the messages go
   */
  SendQueue(
      Verbs verbs,
      Arena arena,
      UdQueuePair qp,
      MessageBuffer messages,
      int depth,
      Destination group) {
    this.verbs = verbs;
    this.qp = qp;
    this.messages = messages;
    this.depth = depth;
    int slots = messages.slots();
    int wanted = slots > 1 ? Math.min(depth, slots) : depth;
    ring = RequestChain.ofSends(arena, wanted, messages.messageSize(), messages.localKey());
    periodMask = periodMask(wanted);
    MemorySegment request = ring.first();
    request.set(ValueLayout.JAVA_INT, Offsets.IBV_SEND_WR_OPCODE, Rdma.IBV_WR_SEND_WITH_IMM());
    request.set(Native.NET_INT, Offsets.IBV_SEND_WR_IMM_DATA, qp.number());
    Memory.pointer(request, Offsets.IBV_SEND_WR_WR_UD_AH, group.handle().address());
    request.set(ValueLayout.JAVA_INT, Offsets.IBV_SEND_WR_WR_UD_REMOTE_QPN, group.qpn());
    request.set(ValueLayout.JAVA_INT, Offsets.IBV_SEND_WR_WR_UD_REMOTE_QKEY, group.qkey());
    ring.repeatFirst(0, 1, messages.address(0), slots > 1 ? messages.offset(1) : 0);
    for (int i = periodMask; i < ring.length(); i += periodMask + 1) {
      ring.setInt(i, Offsets.IBV_SEND_WR_SEND_FLAGS, SIGNALED);
    }
  }

  /** Returns the period of signals less one; it is a power of two, and fits twice into a queue. */
  private static int periodMask(int depth) {
    return Integer.highestOneBit(Math.clamp(depth / 2, 1, MAX_PERIOD)) - 1;
  }

  private int flags(int request) {
    return ((request + 1) & periodMask) == 0 ? SIGNALED : 0;
  }

  /**
   * Where messages go.
   *
   * @param handle the path
   * @param qpn the QP number there
   * @param qkey its Q_Key
   */
  record Destination(AddressHandle handle, int qpn, int qkey) {}

  /**
   * Posts messages, as many of {@code count} as there is room for.
   *
   * @param signalLast whether the last of {@code count} is signalled in any case
   * @param writer fills each; then no slot is used again before its message has completed
   * @return how many were posted
   * @throws TransportException at {@link Step#POST_SEND}, with how many before the refused one are
   *     posted
   */
  int post(int count, boolean signalLast, @Nullable PayloadWriter writer)
      throws TransportException {
    int limit = writer == null ? depth : Math.min(depth, written());
    long room = limit - (posted - retired);
    int total = Math.clamp(room, 0, count);
    boolean signalEnd = total == room || (signalLast && total == count);
    long before = posted;
    try {
      for (int done = 0; done < total; ) {
        int first = (int) (posted % ring.length());
        int run = Math.min(total - done, ring.length() - first);
        if (writer != null) {
          run = write(first, run, writer);
        }
        done += run;
        post(first, run, signalEnd && done == total);
      }
    } catch (TransportException e) {
      throw e.afterAccepting((int) (posted - before));
    }
    return total;
  }

  /** Returns how many messages can be written before one has completed. */
  private int written() {
    return messages.slots() > 1 ? ring.length() : 1;
  }

  /** Lets a writer lay out all slots, so that no post need do it. */
  void layOut(PayloadWriter writer) {
    layOut(messages.slots(), writer);
  }

  private void layOut(int end, PayloadWriter writer) {
    for (; laidOut < end; laidOut++) {
      writer.layOut(messages.outgoing(), messages.offset(laidOut), messages.messageSize());
    }
  }

  private int write(int slot, int count, PayloadWriter writer) {
    layOut(Math.min(slot + count, messages.slots()), writer);
    int from = messages.slots() > 1 ? slot : 0;
    return writer.write(
        messages.outgoing(), messages.offset(from), messages.offset(1), count, NO_PATTERNS);
  }

  private void post(int first, int count, boolean signalEnd) throws TransportException {
    int end = first + count;
    if (signalEnd) {
      ring.setInt(end - 1, Offsets.IBV_SEND_WR_SEND_FLAGS, SIGNALED);
    }
    ring.cut(end);
    int result = qp.postSend(ring.address(first), ring.badOut());
    ring.mend(end);
    if (signalEnd) {
      ring.setInt(end - 1, Offsets.IBV_SEND_WR_SEND_FLAGS, flags(end - 1));
    }
    posted += result == 0 ? count : ring.acceptedOf(first, count);
    verbs.status(Step.POST_SEND, result);
  }

  /**
   * Takes note of a completion. The queue may hold more than the ring has requests, but no more
   * than one ring's length lies between two completions.
   *
   * @param request the work request id
   * @return how many sends it retires: its own and the unsignalled ones before it
   */
  int retireThrough(long request) {
    int next = (int) (retired % ring.length());
    long ahead = Math.floorMod(request - next, (long) ring.length());
    int count = (int) Math.clamp(ahead + 1, 0, posted - retired);
    retired += count;
    return count;
  }
}
