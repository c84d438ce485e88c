package io.github.mckey.transport.verbs;

import io.github.mckey.posix.Memory;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.JoinedGroup;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
    event = Memory.at(address, Offsets.SIZEOF_RDMA_CM_EVENT);
    type = CmEventType.of(event.get(ValueLayout.JAVA_INT, Offsets.RDMA_CM_EVENT_EVENT));
    status = event.get(ValueLayout.JAVA_INT, Offsets.RDMA_CM_EVENT_STATUS);
  }

  /** Returns the context of the id concerned, 0 where the event names none. */
  long cookie() {
    long id = Memory.pointer(event, Offsets.RDMA_CM_EVENT_ID);
    return id == 0
        ? 0
        : Memory.pointer(Memory.at(id, Offsets.SIZEOF_RDMA_CM_ID), Offsets.RDMA_CM_ID_CONTEXT);
  }

  /** Hands the event to the endpoint concerned, which keeps what it tells about its group. */
  void deliverTo(@Nullable VerbsEndpoint concerned) {
    endpoint = concerned;
    if (type == CmEventType.MULTICAST_JOIN) {
      MemorySegment ud = event.asSlice(Offsets.RDMA_CM_EVENT_PARAM_UD);
      MemorySegment path = ud.asSlice(Offsets.RDMA_UD_PARAM_AH_ATTR, Offsets.SIZEOF_IBV_AH_ATTR);
      group =
          new JoinedGroup(
              Native.gid(path, Offsets.IBV_AH_ATTR_GRH + Offsets.IBV_GLOBAL_ROUTE_DGID),
              Short.toUnsignedInt(path.get(ValueLayout.JAVA_SHORT, Offsets.IBV_AH_ATTR_DLID)),
              Byte.toUnsignedInt(path.get(ValueLayout.JAVA_BYTE, Offsets.IBV_AH_ATTR_SL)),
              ud.get(ValueLayout.JAVA_INT, Offsets.RDMA_UD_PARAM_QP_NUM),
              ud.get(ValueLayout.JAVA_INT, Offsets.RDMA_UD_PARAM_QKEY));
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
