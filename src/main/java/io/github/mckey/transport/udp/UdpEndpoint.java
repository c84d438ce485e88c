package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.LinkWatcher;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.Poller;
import io.github.mckey.posix.SendRing;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection over UDP sockets. A member that posts receives before it joins gets a socket bound
 * to the group; any other joins with the socket that it sends from, which then hears nothing and
 * needs no share of the port.
 */
final class UdpEndpoint implements Endpoint {
  /** Messages that wait for the kernel at most; also what one system call sends at most. */
  private static final int RING_SLOTS = 64;

  private static final int NOT_WATCHED = -1;

  private final UdpTransport transport;
  private final NativeCalls calls;
  private final Addressing addressing;
  private final int index;
  private final UdpCompletions completions = new UdpCompletions();

  private int qpn;
  private QueueDepths depths = new QueueDepths(1, 1, 1);
  private boolean blockLoopback;
  private int messageBytes;
  private int receivesBeforeJoin;

  private @Nullable Gid group;
  private @Nullable UdpSocket member;
  private @Nullable UdpSocket sender;
  private @Nullable SendQueue sends;
  private @Nullable ReceiveQueue receives;

  private boolean armed;
  private int watchedInput = NOT_WATCHED;
  private int watchedOutput = NOT_WATCHED;
  private boolean removed;
  private Map<String, Long> lastRefused = Map.of();

  UdpEndpoint(UdpTransport transport, int index) {
    this.transport = transport;
    this.index = index;
    calls = transport.calls();
    addressing = new Addressing(calls, transport.groupPicker(), transport.options());
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void bind(NetworkAddress source) throws TransportException {
    addressing.bind(Step.BIND_ADDRESS, source);
  }

  @Override
  public void resolveAddress(@Nullable NetworkAddress source, NetworkAddress to, int timeoutMillis)
      throws TransportException {
    addressing.resolve(source, to);
    transport.queue(UdpEvent.of(CmEventType.ADDR_RESOLVED, 0, this));
  }

  @Override
  public boolean hasDevice() {
    return addressing.isKnown();
  }

  @Override
  public int queryActiveMtu() throws TransportException {
    return addressing.activeMtu();
  }

  /** The kernel's buffers are the limit, not queues: any depth can be had. */
  @Override
  public DeviceLimits queryLimits() {
    return DeviceLimits.UNKNOWN;
  }

  @Override
  public void allocatePd() throws TransportException {
    addressing.local(Step.ALLOCATE_PD);
  }

  @Override
  public void createCq(QueueDepths wanted) {
    depths = wanted;
  }

  @Override
  public void createQp(QueueDepths wanted, boolean wantsBlockedLoopback) {
    depths = wanted;
    blockLoopback = wantsBlockedLoopback;
    qpn = transport.newQpn();
  }

  @Override
  public boolean locksMessages() {
    return false;
  }

  /** Messages are laid out per packet, so the number of slots does not matter here. */
  @Override
  public void registerMessages(int messageSize, int slots) {
    messageBytes = messageSize;
  }

  @Override
  public void postReceives(int count) throws TransportException {
    ReceiveQueue queue = receives;
    if (queue != null) {
      queue.post(count);
      return;
    }
    receivesBeforeJoin += count;
    Gid joined = group;
    if (joined != null && member != null) {
      openReceiver(joined);
    }
  }

  @Override
  public void join(NetworkAddress to, boolean sendOnly) throws TransportException {
    Gid wanted = addressing.group(Step.JOIN, to);
    group = wanted;
    if (!IpAddresses.isMulticast(wanted)) {
      // As RoCE does: the join starts, and fails by an event.
      transport.queue(UdpEvent.of(CmEventType.MULTICAST_ERROR, -1, this));
      return;
    }
    transport.watchLinks();
    addressing.adaptTo(Step.JOIN, wanted);
    if (receivesBeforeJoin > 0 && !sendOnly) {
      openReceiver(wanted);
    } else {
      UdpSocket socket = openSender(Step.JOIN);
      if (!sendOnly) {
        joinWith(socket, wanted);
      }
    }
    JoinedGroup result =
        new JoinedGroup(wanted, 0, 0, RoceHeader.MULTICAST_QPN, RoceHeader.UDP_QKEY);
    transport.queue(new UdpEvent(CmEventType.MULTICAST_JOIN, 0, this, result));
  }

  private void joinWith(UdpSocket socket, Gid wanted) throws TransportException {
    LocalAddress from = addressing.local(Step.JOIN);
    Failures.check(calls, Step.JOIN, socket.join(wanted, from.interfaceIndex()));
    member = socket;
  }

  private void openReceiver(Gid wanted) throws TransportException {
    LocalAddress from = addressing.local(Step.JOIN);
    int mtu = queryActiveMtu();
    UdpSocket socket = ReceiverSocket.open(calls, from, wanted);
    transport.rooms().prepare(socket, Trains.go(from), mtu);
    PacketReader reader = new PacketReader(new Icrc(wanted), transport.bodyTerms(), mtu);
    ReceiveQueue queue = new ReceiveQueue(calls, socket, transport.rooms(), reader, messageBytes);
    receives = queue;
    long burst = Math.max(receivesBeforeJoin, transport.options().burstMessages());
    String warning = ReceiveBuffer.fit(socket, burst, messageBytes);
    if (warning != null) {
      transport.warnOfBuffer(warning);
      transport.rooms().expect(burst);
    }
    joinWith(socket, wanted);
    completions.reserve(ReceiveQueue.BATCH);
    queue.post(receivesBeforeJoin);
  }

  private UdpSocket openSender(Step step) throws TransportException {
    UdpSocket socket = sender;
    if (socket == null) {
      LocalAddress from = addressing.local(step);
      socket = SenderSocket.open(calls, step, from, qpn, !blockLoopback, transport.options());
      sender = socket;
      if (blockLoopback && from.loopback()) {
        transport.warn("with -l nothing leaves the loopback interface " + from.interfaceName());
      }
    }
    return socket;
  }

  @Override
  public void createAddressHandle() throws TransportException {
    if (group == null) {
      throw Failures.of(calls, Step.CREATE_AH, Errno.EINVAL);
    }
  }

  @Override
  public int qpn() {
    return qpn;
  }

  @Override
  public int postSends(int count, boolean last, @Nullable PayloadWriter writer)
      throws TransportException {
    SendQueue queue = sends;
    if (queue == null) {
      queue = openSends();
      sends = queue;
    }
    return queue.post(count, writer);
  }

  private SendQueue openSends() throws TransportException {
    Gid to = group;
    if (to == null) {
      throw Failures.of(calls, Step.POST_SEND, Errno.EINVAL);
    }
    UdpSocket socket = openSender(Step.POST_SEND);
    LocalAddress from = addressing.local(Step.POST_SEND);
    Failures.check(calls, Step.POST_SEND, socket.readLocalAddress());
    PacketWriter packets =
        new PacketWriter(
            new Icrc(to),
            from.gid().high(),
            from.gid().low(),
            socket.localPort(),
            qpn,
            messageBytes);
    Trains trains = new Trains(socket, from, packets.packetBytes(), transport.options().trains());
    // Whole trains, or every round would end with a short one, which costs the kernel as much.
    int whole = RING_SLOTS - RING_SLOTS % trains.longest();
    int slots = Math.min(whole, depths.sends());
    SendRing ring =
        new SendRing(
            calls,
            slots,
            packets.packetBytes(),
            from.ipv6(),
            to,
            from.scopeOf(to),
            RoceHeader.UDP_PORT);
    boolean discard = blockLoopback && from.loopback();
    LocalReceivers receivers =
        from.loopback() && !discard ? transport.localReceivers(to, from, messageBytes) : null;
    return new SendQueue(
        calls, socket, ring, packets, trains, receivers, messageBytes, depths.sends(), discard);
  }

  @Override
  public CompletionBatch poll() throws TransportException {
    completions.clear();
    SendQueue sending = sends;
    if (sending != null) {
      sending.flush();
      int completed = sending.takeCompleted();
      if (completed > 0) {
        completions.addSends(completed);
      }
    }
    ReceiveQueue receiving = receives;
    if (receiving != null) {
      receiving.poll(completions);
    }
    return completions;
  }

  @Override
  public void requestNotification() {
    armed = true;
  }

  /**
   * Adds the descriptors that a notification asked for waits for.
   *
   * @return whether there is something already
   */
  boolean watch(Poller poller) {
    watchedInput = NOT_WATCHED;
    watchedOutput = NOT_WATCHED;
    if (!armed) {
      return false;
    }
    boolean ready = false;
    ReceiveQueue receiving = receives;
    if (receiving != null && receiving.isWaiting()) {
      ready = receiving.isReady();
      watchedInput = poller.add(receiving.socket().descriptor());
    }
    SendQueue sending = sends;
    if (sending != null) {
      ready |= sending.hasCompleted();
      if (sending.isBlocked() && !sending.isCongested()) {
        watchedOutput = poller.addOutput(sending.descriptor());
      }
    }
    armed = !ready;
    return ready;
  }

  /** Returns whether the last wait was ended by a descriptor of this endpoint. */
  boolean sawSomething(Poller poller) {
    boolean seen =
        (watchedInput != NOT_WATCHED && poller.isReadyAt(watchedInput))
            || (watchedOutput != NOT_WATCHED && poller.isReadyAt(watchedOutput));
    armed &= !seen;
    return seen;
  }

  /** Tells once when the interface has gone, as the CM tells when a device has. */
  boolean lostInterface(LinkWatcher links) {
    if (removed || addressing.isOn(links)) {
      return false;
    }
    removed = true;
    transport.queue(UdpEvent.of(CmEventType.DEVICE_REMOVAL, 0, this));
    return true;
  }

  boolean isCongested() {
    SendQueue sending = sends;
    return sending != null && sending.isCongested();
  }

  @Override
  public String statusText(int status) {
    return WorkStatus.text(status);
  }

  @Override
  public Map<String, Long> refused() {
    ReceiveQueue receiving = receives;
    if (receiving != null) {
      lastRefused = receiving.refused();
    }
    return lastRefused;
  }

  /** Leaves what {@link #join} joined, which for a zero group is the one that was assigned. */
  @Override
  public void leave(NetworkAddress left) throws TransportException {
    Gid joined = group;
    if (joined == null) {
      throw Failures.of(calls, Step.LEAVE, Errno.EADDRNOTAVAIL);
    }
    group = null;
    UdpSocket socket = member;
    member = null;
    // With an interface go its memberships.
    if (socket != null && !removed) {
      int errno = socket.leave(joined, addressing.local(Step.LEAVE).interfaceIndex());
      Failures.check(calls, Step.LEAVE, errno);
    }
  }

  /** Closing sockets and giving memory back cannot fail; open memberships end with the sockets. */
  @Override
  public void close() {
    refused();
    if (sends != null) {
      sends.close();
    }
    if (receives != null) {
      receives.close();
    }
    if (sender != null) {
      sender.close();
    }
    transport.remove(this);
  }
}
