package io.github.mckey.transport.udp;

import io.github.mckey.posix.LibcResolver;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.ResolutionException;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transport with one endpoint, taken through the phases of a run. */
final class Member implements AutoCloseable {
  static final long DEADLINE_NANOS = 20_000_000_000L;

  /** One received message. */
  record Message(String source, int sourceQpn, int immediate, int psn, byte[] payload) {}

  final Transport transport;
  final Endpoint endpoint;
  final List<Message> messages = new ArrayList<>();
  final List<Integer> failures = new ArrayList<>();
  int completedSends;
  private int messageSize;
  private @Nullable NetworkAddress group;

  Member() throws TransportException {
    this(UdpOptions.defaults(1));
  }

  Member(UdpOptions options) throws TransportException {
    transport = new UdpProvider(options).open();
    endpoint = transport.createEndpoint(0);
  }

  static NetworkAddress address(String text) {
    try {
      return new LibcResolver().resolve(text);
    } catch (ResolutionException e) {
      throw new AssertionError(text, e);
    }
  }

  /** Joins a group as stock mckey does; returns the event's parameters. */
  JoinedGroup join(@Nullable String bind, String to, int size, int receives, boolean sendOnly)
      throws TransportException {
    return join(bind, address(to), size, receives, sendOnly, false);
  }

  JoinedGroup join(
      @Nullable String bind,
      NetworkAddress to,
      int size,
      int receives,
      boolean sendOnly,
      boolean blockLoopback)
      throws TransportException {
    group = to;
    NetworkAddress source = bind == null ? null : address(bind);
    if (source != null) {
      endpoint.bind(source);
    }
    if (!(to instanceof NetworkAddress.Ib)) {
      endpoint.resolveAddress(source, to, 2000);
      try (CmEvent event = event()) {
        expect(event, CmEventType.ADDR_RESOLVED);
      }
    }
    endpoint.allocatePd();
    endpoint.createCq(new QueueDepths(2000, 1000, Math.max(1, receives)));
    endpoint.createQp(new QueueDepths(2000, 1000, Math.max(1, receives)), blockLoopback);
    endpoint.registerMessages(size, 1);
    messageSize = size;
    if (receives > 0) {
      endpoint.postReceives(receives);
    }
    endpoint.join(to, sendOnly);
    try (CmEvent event = event()) {
      expect(event, CmEventType.MULTICAST_JOIN);
      endpoint.createAddressHandle();
      JoinedGroup joined = event.group();
      if (joined == null) {
        throw new AssertionError("no group in the event");
      }
      return joined;
    }
  }

  CmEvent event() throws TransportException {
    if ((transport.await(DEADLINE_NANOS) & Transport.CM_EVENT) == 0) {
      throw new AssertionError("no CM event");
    }
    CmEvent event = transport.nextEvent();
    if (event == null) {
      throw new AssertionError("no CM event");
    }
    return event;
  }

  private static void expect(CmEvent event, CmEventType type) {
    if (event.type() != type) {
      throw new AssertionError(event.type() + ", status " + event.status());
    }
  }

  /** Sends numbered messages: the byte at k of message i is i + k. */
  void send(int count) throws TransportException {
    int[] next = {0};
    int posted = 0;
    int before = completedSends;
    while (posted < count) {
      posted +=
          endpoint.postSends(
              count - posted,
              true,
              (slots, at, stride, number, patterns) -> {
                for (int k = 0; k < messageSize; k++) {
                  slots.put(at + k, (byte) (next[0] + k));
                }
                next[0]++;
                patterns[0] = PayloadWriter.UNLIKE;
                return 1;
              });
      pollUntil(() -> false, 0);
    }
    pollUntil(() -> completedSends - before >= count, DEADLINE_NANOS);
  }

  static byte[] numbered(int message, int size) {
    byte[] expected = new byte[size];
    for (int k = 0; k < size; k++) {
      expected[k] = (byte) (message + k);
    }
    return expected;
  }

  /** Receives until there are as many messages, or nothing comes for a while. */
  void receive(int count, long idleNanos) throws TransportException {
    pollUntil(() -> messages.size() >= count, idleNanos);
  }

  interface Condition {
    boolean holds();
  }

  /** Polls and sleeps until a condition holds or nothing comes for as long. */
  void pollUntil(Condition done, long idleNanos) throws TransportException {
    while (true) {
      while (take() > 0) {
        // Until the queue is empty.
      }
      if (done.holds()) {
        return;
      }
      endpoint.requestNotification();
      if (take() == 0 && transport.await(idleNanos) == 0) {
        return;
      }
    }
  }

  private int take() throws TransportException {
    CompletionBatch batch = endpoint.poll();
    for (int i = 0; i < batch.size(); i++) {
      if (batch.status(i) != 0) {
        failures.add(batch.status(i));
      } else if (!batch.isReceive(i)) {
        completedSends += batch.retired(i);
      } else {
        ByteBuffer payload = batch.payload(i);
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        messages.add(
            new Message(
                text(batch.sourceGid(i)),
                batch.sourceQpn(i),
                batch.immediate(i),
                batch.psn(i),
                bytes));
      }
    }
    return batch.size();
  }

  static String text(io.github.mckey.transport.Gid gid) {
    return java.util.HexFormat.of().toHexDigits(gid.high())
        + java.util.HexFormat.of().toHexDigits(gid.low());
  }

  void leave() throws TransportException {
    NetworkAddress left = group;
    if (left == null) {
      throw new AssertionError("not joined");
    }
    endpoint.leave(left);
  }

  @Override
  public void close() throws TransportException {
    endpoint.close();
    transport.close();
  }
}
