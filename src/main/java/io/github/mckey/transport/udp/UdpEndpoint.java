package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.Poller;
import io.github.mckey.posix.ReceiveBatch;
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
  private final LocalAddresses addresses;
  private final int index;
  private final UdpCompletions completions = new UdpCompletions();

  private @Nullable LocalAddress local;
  private @Nullable Gid assigned;
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
  private Map<String, Long> lastRefused = Map.of();

  UdpEndpoint(UdpTransport transport, int index) {
    this.transport = transport;
    this.index = index;
    calls = transport.calls();
    addresses = new LocalAddresses(calls);
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public void bind(NetworkAddress source) throws TransportException {
    checkPortSpace(Step.BIND_ADDRESS);
    bindTo(Step.BIND_ADDRESS, source);
  }

  /** Binding to the zero address leaves the choice open, as rdma_bind_addr(3) does. */
  private void bindTo(Step step, NetworkAddress source) throws TransportException {
    Gid gid = IpAddresses.gid(source);
    if (!IpAddresses.isUnspecified(gid)) {
      local = addresses.find(step, gid, scopeOf(source));
    }
  }

  private static int scopeOf(NetworkAddress address) {
    return address instanceof NetworkAddress.Ipv6 v6 ? v6.scopeId() : 0;
  }

  private void checkPortSpace(Step step) throws TransportException {
    if (transport.options().portSpace() != UdpOptions.PORT_SPACE_UDP) {
      throw Failures.of(
          calls,
          step,
          Errno.EINVAL,
          "RoCE, and so --transport udp, has no IPoIB port space: leave -p away");
    }
  }

  @Override
  public void resolveAddress(@Nullable NetworkAddress source, NetworkAddress to, int timeoutMillis)
      throws TransportException {
    checkPortSpace(Step.RESOLVE_ADDRESS);
    if (local == null && source != null) {
      bindTo(Step.RESOLVE_ADDRESS, source);
    }
    Gid wanted = IpAddresses.gid(to);
    boolean ipv6 = to instanceof NetworkAddress.Ipv6;
    LocalAddress from = local;
    if (from == null) {
      Gid target = IpAddresses.isUnspecified(wanted) ? assign(ipv6) : wanted;
      local = addresses.route(Step.RESOLVE_ADDRESS, target, scopeOf(to));
    } else if (from.ipv6() != ipv6) {
      throw Failures.of(
          calls,
          Step.RESOLVE_ADDRESS,
          Errno.EINVAL,
          "the local address and the group are of different families, IPv4 and IPv6");
    }
    transport.queue(UdpEvent.of(CmEventType.ADDR_RESOLVED, 0, this));
  }

  private Gid assign(boolean ipv6) {
    Gid picked = assigned;
    if (picked == null) {
      picked = new GroupPicker(transport.random()).pick(ipv6);
      assigned = picked;
    }
    return picked;
  }

  @Override
  public boolean hasDevice() {
    return local != null;
  }

  private LocalAddress local(Step step) throws TransportException {
    LocalAddress found = local;
    if (found == null) {
      throw Failures.of(calls, step, Errno.ENODEV);
    }
    return found;
  }

  @Override
  public int queryActiveMtu() throws TransportException {
    return addresses.activeMtu(local(Step.QUERY_PORT));
  }

  /** The kernel's buffers are the limit, not queues: any depth can be had. */
  @Override
  public DeviceLimits queryLimits() {
    return DeviceLimits.UNKNOWN;
  }

  @Override
  public void allocatePd() throws TransportException {
    local(Step.ALLOCATE_PD);
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
    checkPortSpace(Step.JOIN);
    Gid wanted = IpAddresses.gid(to);
    LocalAddress from = local(Step.JOIN);
    if (IpAddresses.isUnspecified(wanted)) {
      wanted = assign(from.ipv6());
    }
    group = wanted;
    if (!IpAddresses.isMulticast(wanted)) {
      // As RoCE does: the join starts, and fails by an event.
      transport.queue(UdpEvent.of(CmEventType.MULTICAST_ERROR, -1, this));
      return;
    }
    if (from.ipv6() == IpAddresses.isIpv4(wanted)) {
      local = otherFamily(from, wanted);
    }
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

  /** An MGID of the other family than the bound address: its interface counts. */
  private LocalAddress otherFamily(LocalAddress from, Gid wanted) throws TransportException {
    LocalAddress found = addresses.otherFamily(from, wanted);
    if (found == null) {
      String family = IpAddresses.isIpv4(wanted) ? "IPv4" : "IPv6";
      throw Failures.of(
          calls,
          Step.JOIN,
          Errno.EADDRNOTAVAIL,
          from.interfaceName() + " has no " + family + " address, which the group needs");
    }
    return found;
  }

  private void joinWith(UdpSocket socket, Gid wanted) throws TransportException {
    LocalAddress from = local(Step.JOIN);
    Failures.check(calls, Step.JOIN, socket.join(wanted, from.interfaceIndex()));
    member = socket;
  }

  private void openReceiver(Gid wanted) throws TransportException {
    LocalAddress from = local(Step.JOIN);
    int mtu = queryActiveMtu();
    UdpSocket socket = ReceiverSocket.open(calls, from, wanted);
    ReceiveBatch batch = new ReceiveBatch(calls, ReceiveQueue.BATCH, RoceHeader.packetBytes(mtu));
    PacketReader reader = new PacketReader(new Icrc(wanted), mtu);
    ReceiveQueue queue = new ReceiveQueue(calls, socket, batch, reader, messageBytes);
    receives = queue;
    long burst = Math.max(receivesBeforeJoin, transport.options().burstMessages());
    transport.warnOfBuffer(ReceiveBuffer.fit(socket, burst, messageBytes));
    joinWith(socket, wanted);
    completions.reserve(ReceiveQueue.BATCH, batch, mtu);
    queue.post(receivesBeforeJoin);
  }

  private UdpSocket openSender(Step step) throws TransportException {
    UdpSocket socket = sender;
    if (socket == null) {
      LocalAddress from = local(step);
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
    LocalAddress from = local(Step.POST_SEND);
    Failures.check(calls, Step.POST_SEND, socket.readLocalAddress());
    PacketWriter packets =
        new PacketWriter(
            new Icrc(to),
            from.gid().high(),
            from.gid().low(),
            socket.localPort(),
            qpn,
            messageBytes);
    int slots = Math.min(RING_SLOTS, depths.sends());
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
    return new SendQueue(calls, socket, ring, packets, messageBytes, depths.sends(), discard);
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
      ready = receiving.isFlushing();
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

  boolean isCongested() {
    SendQueue sending = sends;
    return armed && sending != null && sending.isCongested();
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
    if (socket != null) {
      int errno = socket.leave(joined, local(Step.LEAVE).interfaceIndex());
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
