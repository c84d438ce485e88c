package io.github.mckey.transport.udp;

import io.github.mckey.posix.LinkWatcher;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.Poller;
import io.github.mckey.posix.ReceiverSockets;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The transport over UDP sockets: makes the CM events itself and waits for sockets. */
final class UdpTransport implements Transport {
  /** How long a full queue of the device, which nothing tells about, is given to drain. */
  private static final long CONGESTION_NANOS = 500_000;

  private static final int NOT_WATCHED = -1;

  private final NativeCalls calls;
  private final Poller poller;
  private final UdpOptions options;
  private final RandomGenerator random = new SplittableRandom();
  private final List<UdpEndpoint> endpoints = new ArrayList<>();
  private final ArrayDeque<UdpEvent> events = new ArrayDeque<>();
  private final List<String> warnings = new ArrayList<>();
  private final Map<Gid, LocalReceivers> receivers = new HashMap<>();
  private @Nullable LinkWatcher links;
  private final ReceiveRooms rooms;
  private final BodyTerms.Latest bodyTerms = new BodyTerms.Latest();
  private boolean bufferWarned;

  UdpTransport(NativeCalls calls, Poller poller, UdpOptions options) {
    this.calls = calls;
    this.poller = poller;
    this.options = options;
    rooms = new ReceiveRooms(calls);
  }

  @Override
  public Endpoint createEndpoint(int index) {
    UdpEndpoint endpoint = new UdpEndpoint(this, index);
    endpoints.add(endpoint);
    return endpoint;
  }

  @Override
  public int await(long timeoutNanos) throws TransportException {
    int found = events.isEmpty() ? 0 : CM_EVENT;
    boolean congested = false;
    poller.clear();
    for (UdpEndpoint endpoint : endpoints) {
      found |= endpoint.watch(poller) ? COMPLETION : 0;
      congested |= endpoint.isCongested();
    }
    LinkWatcher watcher = links;
    int linksAt = watcher == null ? NOT_WATCHED : poller.add(watcher.descriptor());
    boolean ready = poller.await(found != 0 ? 0 : bounded(timeoutNanos, congested));
    if (ready) {
      found |= poller.wasWoken() ? WOKEN : 0;
      for (UdpEndpoint endpoint : endpoints) {
        found |= endpoint.sawSomething(poller) ? COMPLETION : 0;
      }
      if (watcher != null && poller.isReadyAt(linksAt)) {
        found |= findLosses(watcher) ? CM_EVENT : 0;
      }
    }
    return congested ? found | COMPLETION : found;
  }

  private boolean findLosses(LinkWatcher watcher) {
    watcher.drain();
    boolean lost = false;
    for (UdpEndpoint endpoint : endpoints) {
      lost |= endpoint.lostInterface(watcher);
    }
    return lost;
  }

  private static long bounded(long timeoutNanos, boolean congested) {
    if (!congested) {
      return timeoutNanos;
    }
    return timeoutNanos < 0 ? CONGESTION_NANOS : Math.min(timeoutNanos, CONGESTION_NANOS);
  }

  @Override
  public @Nullable CmEvent nextEvent() {
    return events.poll();
  }

  @Override
  public List<String> takeWarnings() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  @Override
  public void wake() {
    poller.wake();
  }

  @Override
  public void close() {
    if (links != null) {
      links.close();
    }
    for (LocalReceivers present : receivers.values()) {
      present.close();
    }
    rooms.close();
    poller.close();
  }

  /** From now on a vanished interface is an event. */
  void watchLinks() {
    if (links == null) {
      links = LinkWatcher.open(calls);
    }
  }

  NativeCalls calls() {
    return calls;
  }

  /** Returns the receivers of a group on this host, which all senders to it share. */
  LocalReceivers localReceivers(Gid group, LocalAddress from, int messageBytes) {
    LocalReceivers present = receivers.get(group);
    if (present == null) {
      ReceiverSockets sockets =
          ReceiverSockets.open(calls, group, from.ipv6(), RoceHeader.UDP_PORT);
      present = new LocalReceivers(sockets, messageBytes);
      receivers.put(group, present);
    }
    return present;
  }

  ReceiveRooms rooms() {
    return rooms;
  }

  BodyTerms.Latest bodyTerms() {
    return bodyTerms;
  }

  UdpOptions options() {
    return options;
  }

  GroupPicker groupPicker() {
    return new GroupPicker(random);
  }

  void queue(UdpEvent event) {
    events.add(event);
  }

  void warn(String text) {
    warnings.add(text);
  }

  /** Passes the first warning about a receive buffer on; the others would say the same. */
  void warnOfBuffer(String text) {
    if (!bufferWarned) {
      bufferWarned = true;
      warnings.add(text);
    }
  }

  /** Returns a QP number that no endpoint of this transport has; 0 and 1 belong to management. */
  int newQpn() {
    int qpn;
    do {
      qpn = random.nextInt(2, RoceHeader.MULTICAST_QPN);
    } while (isTaken(qpn));
    return qpn;
  }

  private boolean isTaken(int qpn) {
    for (UdpEndpoint endpoint : endpoints) {
      if (endpoint.qpn() == qpn) {
        return true;
      }
    }
    return false;
  }

  void remove(UdpEndpoint endpoint) {
    endpoints.remove(endpoint);
    // No lambda here: linking one is a good part of a short run's start-up.
    for (Iterator<UdpEvent> rest = events.iterator(); rest.hasNext(); ) {
      if (rest.next().endpoint() == endpoint) {
        rest.remove();
      }
    }
  }
}
