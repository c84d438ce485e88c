package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.rdma.ibv_ah_attr;
import io.github.mckey.bindings.rdma.ibv_global_route;
import io.github.mckey.bindings.rdma.rdma_cm_event;
import io.github.mckey.bindings.rdma.rdma_cm_id;
import io.github.mckey.bindings.rdma.rdma_ud_param;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.JoinedGroup;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A CM event ({@code struct rdma_cm_event}), read when it is taken. */
final class VerbsCmEvent implements CmEvent {
  private final Verbs verbs;
  private final MemorySegment event;
  private final CmEventType type;
  private final int status;
  private @Nullable VerbsEndpoint endpoint;
  private @Nullable JoinedGroup group;
  private boolean acknowledged;

  /** Takes an event over; nothing here can fail before its owner has it. */
  VerbsCmEvent(Verbs verbs, long address) {
    this.verbs = verbs;
    event = Native.at(address, rdma_cm_event.layout());
    type = CmEventType.of(rdma_cm_event.event(event));
    status = rdma_cm_event.status(event);
  }

  /** Returns the context of the id concerned, 0 where the event names none. */
  long cookie() {
    MemorySegment id = rdma_cm_event.id(event);
    return id.address() == 0 ? 0 : rdma_cm_id.context(id).address();
  }

  /** Hands the event to the endpoint concerned, which keeps what it tells about its group. */
  void deliverTo(@Nullable VerbsEndpoint concerned) {
    endpoint = concerned;
    if (type == CmEventType.MULTICAST_JOIN) {
      MemorySegment ud = rdma_cm_event.param.ud(rdma_cm_event.param(event));
      MemorySegment path = rdma_ud_param.ah_attr(ud);
      MemorySegment route = ibv_ah_attr.grh(path);
      group =
          new JoinedGroup(
              Native.gid(ibv_global_route.dgid(route), 0),
              Short.toUnsignedInt(ibv_ah_attr.dlid(path)),
              Byte.toUnsignedInt(ibv_ah_attr.sl(path)),
              rdma_ud_param.qp_num(ud),
              rdma_ud_param.qkey(ud));
      if (concerned != null) {
        concerned.joined(group, path);
      }
    }
  }

  @Override
  public CmEventType type() {
    return type;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public @Nullable VerbsEndpoint endpoint() {
    return endpoint;
  }

  @Override
  public @Nullable JoinedGroup group() {
    return group;
  }

  /** Acknowledges the event (rdma_ack_cm_event(3)), which fails only without one. */
  @Override
  public void close() {
    if (!acknowledged) {
      acknowledged = true;
      verbs.calls.callInt(verbs.library.ackCmEvent, event.address());
    }
  }
}
