package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.bindings.rdma.ibv_qp;
import io.github.mckey.bindings.rdma.ibv_qp_cap;
import io.github.mckey.bindings.rdma.ibv_qp_init_attr;
import io.github.mckey.bindings.rdma.ibv_qp_init_attr_ex;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
    number = ibv_qp.qp_num(qp);
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
        ibv_qp_init_attr_ex.comp_mask(
            attributes, Rdma.IBV_QP_INIT_ATTR_CREATE_FLAGS() | Rdma.IBV_QP_INIT_ATTR_PD());
        ibv_qp_init_attr_ex.pd(attributes, MemorySegment.ofAddress(pd.address()));
        ibv_qp_init_attr_ex.create_flags(attributes, Rdma.IBV_QP_CREATE_BLOCK_SELF_MCAST_LB());
        result = verbs.calls.callInt(verbs.library.createQpEx, id.address(), attributes.address());
      } else {
        result =
            verbs.calls.callInt(
                verbs.library.createQp, id.address(), pd.address(), attributes.address());
      }
      verbs.zero(Step.CREATE_QP, result);
    }
    return new UdQueuePair(verbs, id, Native.at(id.qp(), ibv_qp.layout()), ops);
  }

  /** Fills what {@code ibv_qp_init_attr} and the longer {@code ibv_qp_init_attr_ex} begin with. */
  private static MemorySegment attributes(
      Arena arena, CompletionQueue cq, QueueDepths depths, long cookie) {
    MemorySegment attributes = ibv_qp_init_attr_ex.allocate(arena);
    MemorySegment cap = ibv_qp_init_attr.cap(attributes);
    ibv_qp_cap.max_send_wr(cap, depths.sends());
    ibv_qp_cap.max_recv_wr(cap, depths.receives());
    ibv_qp_cap.max_send_sge(cap, 1);
    ibv_qp_cap.max_recv_sge(cap, 1);
    ibv_qp_init_attr.qp_context(attributes, MemorySegment.ofAddress(cookie));
    ibv_qp_init_attr.qp_type(attributes, Rdma.IBV_QPT_UD());
    ibv_qp_init_attr.send_cq(attributes, MemorySegment.ofAddress(cq.address()));
    ibv_qp_init_attr.recv_cq(attributes, MemorySegment.ofAddress(cq.address()));
    return attributes;
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
