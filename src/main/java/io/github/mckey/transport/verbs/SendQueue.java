package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.bindings.rdma.ibv_send_wr;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The send side of a QP. Sends are numbered from 0 by their work request ids and complete in order,
 * so one completion retires all before it. Only some are signalled, that is have one: every n-th,
 * those whose caller asks for it, and the one that fills the queue.
 */
final class SendQueue {
  private static final int MAX_PERIOD = 64;
  private static final long SEND_FLAGS = ibv_send_wr.send_flags$offset();
  private static final int SIGNALED = Rdma.IBV_SEND_SIGNALED();

  private final Verbs verbs;
  private final UdQueuePair qp;
  private final MessageBuffer messages;
  private final int depth;
  private final RequestChain chain;
  private long posted;
  private long retired;

  /** Slots that a writer has laid out: those before this one. */
  private int laidOut;

  /** What a writer tells of the messages, which matters to nobody here. */
  private final int[] patterns = new int[RequestChain.MAX_LENGTH];

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
    chain = RequestChain.ofSends(arena, depth, messages.messageSize(), messages.localKey());
    for (int i = 0; i < chain.length(); i++) {
      MemorySegment request = chain.request(i);
      ibv_send_wr.opcode(request, Rdma.IBV_WR_SEND_WITH_IMM());
      request.set(Native.NET_INT, ibv_send_wr.imm_data$offset(), qp.number());
      MemorySegment ud = ibv_send_wr.wr.ud(ibv_send_wr.wr(request));
      ibv_send_wr.wr.ud.ah(ud, MemorySegment.ofAddress(group.handle().address()));
      ibv_send_wr.wr.ud.remote_qpn(ud, group.qpn());
      ibv_send_wr.wr.ud.remote_qkey(ud, group.qkey());
    }
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
    int limit = writer == null ? depth : Math.min(depth, messages.slots());
    long room = limit - (posted - retired);
    int total = Math.clamp(room, 0, count);
    boolean signalEnd = total == room || (signalLast && total == count);
    long end = signalEnd ? posted + total : Long.MAX_VALUE;
    long before = posted;
    try {
      for (int done = 0; done < total; ) {
        int now = Math.min(total - done, chain.length());
        prepare(now, end, periodMask(limit), writer);
        postChain(now);
        done += now;
      }
    } catch (TransportException e) {
      throw e.afterAccepting((int) (posted - before));
    }
    return total;
  }

  /** Returns the period of signals less one; it is a power of two, and fits twice into a queue. */
  private static int periodMask(int limit) {
    return Integer.highestOneBit(Math.clamp(limit / 2, 1, MAX_PERIOD)) - 1;
  }

  /**
   * Sets what differs from post to post in the first {@code count} requests.
   *
   * @param end the number after the one that is signalled in any case
   */
  private void prepare(int count, long end, int periodMask, @Nullable PayloadWriter writer) {
    int slots = messages.slots();
    int slot = (int) (posted % slots);
    if (writer != null) {
      write(slot, count, writer);
    }
    for (int i = 0; i < count; i++) {
      long number = posted + i;
      boolean signaled = ((number + 1) & periodMask) == 0 || number + 1 == end;
      chain.set(i, number, messages.address(slot));
      chain.setInt(i, SEND_FLAGS, signaled ? SIGNALED : 0);
      slot = slot + 1 < slots ? slot + 1 : 0;
    }
  }

  /** Writes messages into the slots from one on, in turn. */
  private void write(int firstSlot, int count, PayloadWriter writer) {
    int slots = messages.slots();
    int slot = firstSlot;
    for (int left = count; left > 0; ) {
      int run = Math.min(left, slots - slot);
      for (; laidOut < slot + run; laidOut++) {
        writer.layOut(messages.outgoing(), messages.offset(laidOut), messages.messageSize());
      }
      int block =
          writer.write(
              messages.outgoing(), messages.offset(slot), messages.offset(1), run, patterns);
      left -= block;
      slot = slot + block < slots ? slot + block : 0;
    }
  }

  private void postChain(int count) throws TransportException {
    chain.cut(count);
    int result = qp.postSend(chain.first(), chain.badOut());
    chain.mend(count);
    posted += result == 0 ? count : chain.acceptedOf(count);
    verbs.status(Step.POST_SEND, result);
  }

  /**
   * Takes note of a completion.
   *
   * @param number the work request id
   * @return how many sends it retires: its own and the unsignalled ones before it
   */
  int retireThrough(long number) {
    long through = Math.min(number + 1, posted);
    int count = (int) Math.max(0, through - retired);
    retired += count;
    return count;
  }
}
