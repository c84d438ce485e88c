package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.posix.Memory;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A queue pair of type UD ({@code struct ibv_qp}), which the CM has made ready to send. */
final class UdQueuePair implements VerbsObject {
  private final Verbs verbs;
  private final CmId id;
  private final long address;
  private final int number;
  private final DeviceOps ops;
  private boolean closed;

  private UdQueuePair(Verbs verbs, CmId id, MemorySegment qp, DeviceOps ops) {
    this.verbs = verbs;
    this.id = id;
    this.ops = ops;
    address = qp.address();
    number = qp.get(ValueLayout.JAVA_INT, Offsets.IBV_QP_QP_NUM);
  }

  /**
   * Creates the pair (rdma_create_qp(3); rdma_create_qp_ex where loopback is to be blocked).
   *
   * @param cookie its context
   */
  static UdQueuePair create(
      Verbs verbs,
      CmId id,
      ProtectionDomain pd,
      CompletionQueue cq,
      QueueDepths depths,
      boolean blockLoopback,
      long cookie)
      throws TransportException {
    DeviceOps ops = DeviceOps.of(id.context(Step.CREATE_QP));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = attributes(arena, cq, depths, cookie);
      int result;
      if (blockLoopback) {
        attributes.set(
            ValueLayout.JAVA_INT,
            Offsets.IBV_QP_INIT_ATTR_EX_COMP_MASK,
            Rdma.IBV_QP_INIT_ATTR_CREATE_FLAGS() | Rdma.IBV_QP_INIT_ATTR_PD());
        Memory.pointer(attributes, Offsets.IBV_QP_INIT_ATTR_EX_PD, pd.address());
        attributes.set(
            ValueLayout.JAVA_INT,
            Offsets.IBV_QP_INIT_ATTR_EX_CREATE_FLAGS,
            Rdma.IBV_QP_CREATE_BLOCK_SELF_MCAST_LB());
        result = verbs.calls.callInt(verbs.library.createQpEx, id.address(), attributes.address());
      } else {
        result =
            verbs.calls.callInt(
                verbs.library.createQp, id.address(), pd.address(), attributes.address());
      }
      verbs.zero(Step.CREATE_QP, result);
    }
    return new UdQueuePair(
        verbs, id, Memory.at(id.qp(), Offsets.IBV_QP_QP_NUM + Integer.BYTES), ops);
  }

  /** Fills what {@code ibv_qp_init_attr} and the longer {@code ibv_qp_init_attr_ex} begin with. */
  private static MemorySegment attributes(
      Arena arena, CompletionQueue cq, QueueDepths depths, long cookie) {
    MemorySegment attributes = arena.allocate(Offsets.SIZEOF_IBV_QP_INIT_ATTR_EX, Long.BYTES);
    cap(attributes, Offsets.IBV_QP_CAP_MAX_SEND_WR, depths.sends());
    cap(attributes, Offsets.IBV_QP_CAP_MAX_RECV_WR, depths.receives());
    cap(attributes, Offsets.IBV_QP_CAP_MAX_SEND_SGE, 1);
    cap(attributes, Offsets.IBV_QP_CAP_MAX_RECV_SGE, 1);
    Memory.pointer(attributes, Offsets.IBV_QP_INIT_ATTR_QP_CONTEXT, cookie);
    attributes.set(ValueLayout.JAVA_INT, Offsets.IBV_QP_INIT_ATTR_QP_TYPE, Rdma.IBV_QPT_UD());
    Memory.pointer(attributes, Offsets.IBV_QP_INIT_ATTR_SEND_CQ, cq.address());
    Memory.pointer(attributes, Offsets.IBV_QP_INIT_ATTR_RECV_CQ, cq.address());
    return attributes;
  }

  private static void cap(MemorySegment attributes, long member, int value) {
    attributes.set(ValueLayout.JAVA_INT, Offsets.IBV_QP_INIT_ATTR_CAP + member, value);
  }

  /** Returns the QP number, 24 bits. */
  int number() {
    return number;
  }

  /**
   * Posts a chain of {@code struct ibv_send_wr} (ibv_post_send(3), which calls the device's own
   * function).
   *
   * @param badRequest where the address of the first one refused goes
   * @return 0 or the error number
   */
  int postSend(long firstRequest, long badRequest) {
    return verbs.calls.callInt(ops.postSend(), address, firstRequest, badRequest);
  }

  /** Posts a chain of {@code struct ibv_recv_wr} (ibv_post_recv(3)), as {@link #postSend} does. */
  int postReceive(long firstRequest, long badRequest) {
    return verbs.calls.callInt(ops.postRecv(), address, firstRequest, badRequest);
  }

  /** Destroys the pair (rdma_destroy_qp(3)), which reports nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (id.qp() != 0) {
        verbs.calls.run(verbs.library.destroyQp, id.address());
      }
    }
  }
}
