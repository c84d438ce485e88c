package io.github.mckey.run;

import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** An endpoint of {@link FakeTransport}. */
final class FakeEndpoint implements Endpoint {
  private final FakeTransport transport;
  private final int index;
  private final Deque<Integer> completions = new ArrayDeque<>();

  /** Of the sends without a completion, those that will have one, numbered from 1. */
  private final Deque<Long> signalled = new ArrayDeque<>();

  private long completedSends;
  private boolean armed;
  private QueueDepths depths = new QueueDepths(2, 1, 1);

  boolean device = true;

  /** Whether messages lie in locked memory. */
  boolean locking = true;

  /** Whether resolving the address never ends. */
  boolean silent;

  /** What happens while messages are posted. */
  Runnable posting = () -> {};

  DeviceLimits limits = new DeviceLimits(32767, 16384, 56);
  int mtu = 1024;
  int outstandingSends;
  int outstandingReceives;
  long sent;
  int mostOutstanding;

  /** Messages that the fabric still has for this endpoint. */
  long arriving;

  /** Messages that come while somebody looks ahead. */
  long coming;

  FakeEndpoint(FakeTransport transport, int index) {
    this.transport = transport;
    this.index = index;
  }

  /** Queues a completion with the given status. */
  void complete(int status) {
    completions.add(status);
  }

  /** Returns whether a notification was asked for and has come, which takes it. */
  boolean takeNotification() {
    boolean notified = armed && hasCompletions();
    armed &= !notified;
    return notified;
  }

  private boolean hasCompletions() {
    return !completions.isEmpty()
        || !signalled.isEmpty()
        || (arriving > 0 && outstandingReceives > 0);
  }

  private void call(Step step, String text) throws TransportException {
    transport.call(step, text + " " + index);
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void bind(NetworkAddress source) throws TransportException {
    call(Step.BIND_ADDRESS, "bind");
  }

  @Override
  public void resolveAddress(
      @Nullable NetworkAddress source, NetworkAddress group, int timeoutMillis)
      throws TransportException {
    call(Step.RESOLVE_ADDRESS, "resolve");
    if (!silent) {
      transport.queue(CmEventType.ADDR_RESOLVED, 0, this);
    }
  }

  @Override
  public boolean hasDevice() {
    return device;
  }

  @Override
  public int queryActiveMtu() throws TransportException {
    call(Step.QUERY_PORT, "query port");
    return mtu;
  }

  @Override
  public DeviceLimits queryLimits() {
    return limits;
  }

  @Override
  public boolean locksMessages() {
    return locking;
  }

  @Override
  public void allocatePd() throws TransportException {
    call(Step.ALLOCATE_PD, "alloc pd");
  }

  @Override
  public void createCq(QueueDepths wanted) throws TransportException {
    call(Step.CREATE_CQ, "create cq " + wanted.completions());
    depths = wanted;
  }

  @Override
  public void createQp(QueueDepths wanted, boolean blockLoopback) throws TransportException {
    call(Step.CREATE_QP, "create qp " + wanted.sends() + "/" + wanted.receives());
  }

  @Override
  public void registerMessages(int messageSize, int slots) throws TransportException {
    call(Step.REGISTER_MR, "reg mr " + messageSize);
  }

  @Override
  public void postReceives(int count) throws TransportException {
    call(Step.POST_RECEIVE, "post " + count + " receives");
    outstandingReceives += count;
    if (outstandingReceives > depths.receives()) {
      throw new AssertionError("receive queue overrun");
    }
  }

  @Override
  public void join(NetworkAddress group, boolean sendOnly) throws TransportException {
    call(Step.JOIN, sendOnly ? "join send-only" : "join");
    transport.queue(CmEventType.MULTICAST_JOIN, 0, this);
  }

  @Override
  public void createAddressHandle() throws TransportException {
    call(Step.CREATE_AH, "create ah");
  }

  @Override
  public int qpn() {
    return 0x11 + index;
  }

  @Override
  public int postSends(int count, boolean signalLast, @Nullable PayloadWriter writer)
      throws TransportException {
    int room = depths.sends() - outstandingSends;
    int posted = Math.min(count, room);
    boolean signalEnd = posted == room || (signalLast && posted == count);
    call(Step.POST_SEND, "post " + posted + " sends");
    posting.run();
    outstandingSends += posted;
    mostOutstanding = Math.max(mostOutstanding, outstandingSends);
    for (int i = 1; i <= posted; i++) {
      sent++;
      if (sent % signalPeriod() == 0 || (signalEnd && i == posted)) {
        signalled.add(sent);
      }
    }
    return posted;
  }

  /** As the verbs do it: sends in between complete with the next one that is signalled. */
  private int signalPeriod() {
    return Integer.highestOneBit(Math.clamp(depths.sends() / 2, 1, 64));
  }

  @Override
  public CompletionBatch poll() throws TransportException {
    call(Step.POLL_CQ, "poll");
    if (!completions.isEmpty()) {
      return new Batch(1, completions.remove(), outstandingReceives > 0, new int[] {1});
    }
    if (!signalled.isEmpty()) {
      int[] each = retire();
      return new Batch(each.length, 0, false, each);
    }
    int received = (int) Math.min(Math.min(arriving, outstandingReceives), 8);
    arriving -= received;
    outstandingReceives -= received;
    int[] each = new int[received];
    Arrays.fill(each, 1);
    return new Batch(received, 0, true, each);
  }

  private int[] retire() {
    int[] each = new int[Math.min(signalled.size(), 64)];
    for (int i = 0; i < each.length; i++) {
      long through = signalled.remove();
      each[i] = (int) (through - completedSends);
      completedSends = through;
      outstandingSends -= each[i];
    }
    return each;
  }

  @Override
  public boolean lookAhead() {
    arriving += coming;
    coming = 0;
    return hasCompletions();
  }

  @Override
  public void requestNotification() throws TransportException {
    call(Step.WAIT, "notify");
    armed = true;
  }

  @Override
  public String statusText(int status) {
    return "text of " + status;
  }

  @Override
  public void leave(NetworkAddress group) throws TransportException {
    call(Step.LEAVE, "leave");
  }

  @Override
  public void close() throws TransportException {
    call(Step.DESTROY, "close");
  }

  private record Batch(int size, int status, boolean receive, int[] each)
      implements CompletionBatch {
    @Override
    public boolean isReceive(int i) {
      return receive;
    }

    @Override
    public int status(int i) {
      return status;
    }

    @Override
    public int vendorError(int i) {
      return status == 0 ? 0 : 0x81;
    }

    @Override
    public int retired(int i) {
      return each[i];
    }

    @Override
    public int length(int i) {
      return 100;
    }

    @Override
    public boolean hasImmediate(int i) {
      return true;
    }

    @Override
    public int immediate(int i) {
      return 0x11;
    }

    @Override
    public int sourceQpn(int i) {
      return 0x11;
    }

    @Override
    public Gid sourceGid(int i) {
      return Gid.ZERO;
    }

    @Override
    public ByteBuffer payload(int i) {
      return ByteBuffer.allocate(100);
    }
  }
}
