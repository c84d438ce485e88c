package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.config.PortSpace;
import io.github.mckey.posix.Memory;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** A CM id ({@code struct rdma_cm_id}): the address, the device and the group of a connection. */
final class CmId implements VerbsObject {
  private final Verbs verbs;
  private final MemorySegment id;
  private final long cookie;
  private boolean closed;

  private CmId(Verbs verbs, long address, long cookie) {
    this.verbs = verbs;
    this.id = Memory.at(address, Offsets.SIZEOF_RDMA_CM_ID);
    this.cookie = cookie;
  }

  /**
   * Creates an id (rdma_create_id(3)).
   *
   * @param cookie its context, by which its events are told apart; also the context of its join
   */
  static CmId create(Verbs verbs, EventChannel channel, PortSpace portSpace, long cookie)
      throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
      verbs.zero(
          Step.CREATE_ID,
          verbs.calls.callInt(
              verbs.library.createId,
              channel.address(),
              out.address(),
              cookie,
              portSpace.number()));
      return new CmId(verbs, Memory.pointer(out, 0), cookie);
    }
  }

  long address() {
    return id.address();
  }

  /** Sets the traffic class of what follows (rdma_set_option(3), RDMA_OPTION_ID_TOS), 0…255. */
  void setTypeOfService(int tos) throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) tos);
      verbs.zero(
          Step.SET_OPTION,
          verbs.calls.callInt(
              verbs.library.setOption,
              address(),
              Rdma.RDMA_OPTION_ID(),
              Rdma.RDMA_OPTION_ID_TOS(),
              value.address(),
              value.byteSize()));
    }
  }

  /** Binds to a local address (rdma_bind_addr(3)). */
  void bind(NetworkAddress source) throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      verbs.zero(
          Step.BIND_ADDRESS,
          verbs.calls.callInt(verbs.library.bindAddr, address(), SocketAddress.of(source, arena)));
    }
  }

  /** Starts to resolve an address (rdma_resolve_addr(3)). */
  void resolve(@Nullable NetworkAddress source, NetworkAddress target, int timeoutMillis)
      throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      verbs.zero(
          Step.RESOLVE_ADDRESS,
          verbs.calls.callInt(
              verbs.library.resolveAddr,
              address(),
              SocketAddress.of(source, arena),
              SocketAddress.of(target, arena),
              timeoutMillis));
    }
  }

  /** Starts to join a group (rdma_join_multicast_ex(3)). */
  void join(NetworkAddress group, boolean sendOnly) throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(Offsets.SIZEOF_RDMA_CM_JOIN_MC_ATTR_EX, Long.BYTES);
      attributes.set(
          ValueLayout.JAVA_INT,
          Offsets.RDMA_CM_JOIN_MC_ATTR_EX_COMP_MASK,
          Rdma.RDMA_CM_JOIN_MC_ATTR_ADDRESS() | Rdma.RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS());
      attributes.set(
          ValueLayout.JAVA_INT,
          Offsets.RDMA_CM_JOIN_MC_ATTR_EX_JOIN_FLAGS,
          sendOnly
              ? Rdma.RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER()
              : Rdma.RDMA_MC_JOIN_FLAG_FULLMEMBER());
      Memory.pointer(
          attributes, Offsets.RDMA_CM_JOIN_MC_ATTR_EX_ADDR, SocketAddress.of(group, arena));
      verbs.zero(
          Step.JOIN,
          verbs.calls.callInt(
              verbs.library.joinMulticastEx, address(), attributes.address(), cookie));
    }
  }

  /** Leaves a group (rdma_leave_multicast(3)). */
  void leave(NetworkAddress group) throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      verbs.zero(
          Step.LEAVE,
          verbs.calls.callInt(
              verbs.library.leaveMulticast, address(), SocketAddress.of(group, arena)));
    }
  }

  /** Returns whether the id is bound to a device; a few providers resolve without one. */
  boolean hasDevice() {
    return Memory.pointer(id, Offsets.RDMA_CM_ID_VERBS) != 0;
  }

  /**
   * Returns the device's {@code struct ibv_context}.
   *
   * @throws TransportException at the given step where the id has no device
   */
  long context(Step step) throws TransportException {
    long context = Memory.pointer(id, Offsets.RDMA_CM_ID_VERBS);
    if (context == 0) {
      throw verbs.failure(step, -1, Libc.ENODEV());
    }
    return context;
  }

  /** Returns the device's port, from 1. */
  int port() {
    return Byte.toUnsignedInt(id.get(ValueLayout.JAVA_BYTE, Offsets.RDMA_CM_ID_PORT_NUM));
  }

  /** Returns the address of the {@code struct ibv_qp} that the CM created, 0 where it has none. */
  long qp() {
    return Memory.pointer(id, Offsets.RDMA_CM_ID_QP);
  }

  /** Destroys the id (rdma_destroy_id(3)), which waits for events that nobody acknowledged. */
  @Override
  public void close() throws TransportException {
    if (!closed) {
      closed = true;
      verbs.zero(Step.DESTROY, verbs.calls.callInt(verbs.library.destroyId, address()));
    }
  }
}
