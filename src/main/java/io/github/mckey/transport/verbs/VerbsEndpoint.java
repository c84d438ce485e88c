package io.github.mckey.transport.verbs;

import io.github.mckey.posix.Memory;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A connection over a CM id; owns all that was created for it. */
final class VerbsEndpoint implements Endpoint, VerbsObject {
  private final Verbs verbs;
  private final Notifications notifications;
  private final int index;
  private final long cookie;
  private final CmId id;

  /** Requests, completions and the joined path: what lives as long as the endpoint. */
  private final Arena arena = Arena.ofConfined();

  private final MemorySegment path = arena.allocate(Offsets.SIZEOF_IBV_AH_ATTR, Long.BYTES);

  private @Nullable ProtectionDomain pd;
  private @Nullable CompletionQueue cq;
  private @Nullable UdQueuePair qp;
  private @Nullable MessageBuffer messages;
  private @Nullable AddressHandle handle;

  private @Nullable QueueDepths depths;
  private @Nullable JoinedGroup joined;
  private @Nullable WorkCompletions completions;
  private @Nullable ReceiveQueue receives;
  private @Nullable SendQueue sends;
  private boolean closed;

  VerbsEndpoint(Verbs verbs, Notifications notifications, CmId id, int index, long cookie) {
    this.verbs = verbs;
    this.notifications = notifications;
    this.id = id;
    this.index = index;
    this.cookie = cookie;
  }

  @Override
  public int index() {
    return index;
  }

  /** Sets the traffic class, 0…255, of what the endpoint will send. */
  void setTypeOfService(int tos) throws TransportException {
    id.setTypeOfService(tos);
  }

  @Override
  public void bind(NetworkAddress source) throws TransportException {
    id.bind(source);
  }

  @Override
  public void resolveAddress(
      @Nullable NetworkAddress source, NetworkAddress group, int timeoutMillis)
      throws TransportException {
    id.resolve(source, group, timeoutMillis);
  }

  @Override
  public boolean hasDevice() {
    return id.hasDevice();
  }

  @Override
  public int queryActiveMtu() throws TransportException {
    return DeviceInfo.activeMtu(verbs, id.context(Step.QUERY_PORT), id.port());
  }

  @Override
  public DeviceLimits queryLimits() {
    try {
      return DeviceInfo.limits(verbs, id.context(Step.CREATE_CQ));
    } catch (TransportException _) {
      return DeviceLimits.UNKNOWN;
    }
  }

  @Override
  public void allocatePd() throws TransportException {
    pd = ProtectionDomain.allocate(verbs, id.context(Step.ALLOCATE_PD));
  }

  @Override
  public void createCq(QueueDepths wanted) throws TransportException {
    CompletionQueue former = cq;
    if (former != null) {
      cq = null;
      Teardown teardown = new Teardown();
      notifications.closeQueue(former, teardown);
      teardown.finish();
    }
    cq = notifications.createQueue(id.context(Step.CREATE_CQ), wanted.completions(), cookie);
    completions = new WorkCompletions(arena, cq);
  }

  @Override
  public void createQp(QueueDepths wanted, boolean blockLoopback) throws TransportException {
    qp =
        UdQueuePair.create(
            verbs, id, need(pd, "PD"), need(cq, "CQ"), wanted, blockLoopback, cookie);
    depths = wanted;
  }

  @Override
  public void registerMessages(int messageSize, int slots) throws TransportException {
    messages = MessageBuffer.register(verbs, need(pd, "PD"), messageSize, slots);
    need(completions, "CQ").receivesInto(messages);
  }

  @Override
  public void postReceives(int count) throws TransportException {
    ReceiveQueue queue = receives;
    if (queue == null) {
      queue =
          new ReceiveQueue(
              verbs,
              arena,
              need(qp, "QP"),
              need(messages, "message buffer"),
              need(depths, "QP").receives());
      receives = queue;
    }
    queue.post(count);
  }

  @Override
  public void join(NetworkAddress group, boolean sendOnly) throws TransportException {
    id.join(group, sendOnly);
  }

  /** Keeps what a MULTICAST_JOIN event tells, as its memory goes when it is acknowledged. */
  void joined(JoinedGroup group, MemorySegment groupPath) {
    if (handle == null) {
      joined = group;
      path.copyFrom(groupPath);
    }
  }

  @Override
  public void createAddressHandle() throws TransportException {
    need(joined, "group");
    handle = AddressHandle.create(verbs, need(pd, "PD"), path);
  }

  @Override
  public int qpn() {
    return need(qp, "QP").number();
  }

  @Override
  public void prepareSends(@Nullable PayloadWriter writer) {
    JoinedGroup group = need(joined, "group");
    SendQueue queue =
        new SendQueue(
            verbs,
            arena,
            need(qp, "QP"),
            need(messages, "message buffer"),
            need(depths, "QP").sends(),
            new SendQueue.Destination(need(handle, "address handle"), group.qpn(), group.qkey()));
    if (writer != null) {
      queue.layOut(writer);
    }
    sends = queue;
    need(completions, "CQ").retiresFrom(queue);
  }

  @Override
  public int postSends(int count, boolean signalLast, @Nullable PayloadWriter writer)
      throws TransportException {
    if (sends == null) {
      prepareSends(null);
    }
    return need(sends, "sends").post(count, signalLast, writer);
  }

  @Override
  public CompletionBatch poll() throws TransportException {
    return need(completions, "CQ").poll();
  }

  @Override
  public boolean lookAhead() throws TransportException {
    return need(completions, "CQ").lookAhead();
  }

  @Override
  public void requestNotification() throws TransportException {
    need(cq, "CQ").requestNotification();
  }

  @Override
  public String statusText(int status) {
    return Memory.text(verbs.calls.callLong(verbs.library.wcStatusStr, status));
  }

  @Override
  public void leave(NetworkAddress group) throws TransportException {
    id.leave(group);
  }

  @Override
  public void close() throws TransportException {
    if (closed) {
      return;
    }
    closed = true;
    Teardown teardown = new Teardown();
    teardown.close(handle);
    teardown.close(qp);
    if (cq != null) {
      notifications.closeQueue(cq, teardown);
    }
    teardown.close(messages);
    teardown.close(pd);
    teardown.close(id);
    arena.close();
    teardown.finish();
  }

  private static <T> T need(@Nullable T object, String what) {
    if (object == null) {
      throw new IllegalStateException("this endpoint has no " + what);
    }
    return object;
  }
}
