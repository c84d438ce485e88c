package io.github.mckey.transport.verbs;

import io.github.mckey.config.PortSpace;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.time.Duration;

/**
 * One member of a group on the stand-ins, taken through the steps of a run in stock mckey's order.
 */
final class Member implements AutoCloseable {
  static final NetworkAddress SOURCE = new NetworkAddress.Ipv4(0x0a070001);
  static final NetworkAddress GROUP = new NetworkAddress.Ipv4(0xef010101);
  private static final long DEADLINE = Duration.ofSeconds(20).toNanos();

  final Transport transport;
  final Endpoint endpoint;

  Member() throws TransportException {
    this(null);
  }

  Member(Integer tos) throws TransportException {
    transport = new VerbsProvider(PortSpace.UDP, tos).open();
    try {
      endpoint = transport.createEndpoint(0);
    } catch (TransportException e) {
      transport.close();
      throw e;
    }
  }

  /** Binds, resolves, and creates everything up to the message buffer. */
  Member setUp(int count, int size, int slots) throws TransportException {
    return setUp(new QueueDepths(2 * count, count, count), size, slots, false);
  }

  Member setUp(QueueDepths depths, int size, int slots, boolean blockLoopback)
      throws TransportException {
    endpoint.bind(SOURCE);
    endpoint.resolveAddress(SOURCE, GROUP, 2000);
    expect(CmEventType.ADDR_RESOLVED);
    endpoint.queryActiveMtu();
    endpoint.queryLimits();
    endpoint.allocatePd();
    endpoint.createCq(depths);
    endpoint.createQp(depths, blockLoopback);
    endpoint.registerMessages(size, slots);
    return this;
  }

  /** Joins and creates the address handle. */
  Member join() throws TransportException {
    endpoint.join(GROUP, false);
    try (CmEvent event = next()) {
      if (event.type() != CmEventType.MULTICAST_JOIN) {
        throw new AssertionError(event.type() + " " + event.status());
      }
      endpoint.createAddressHandle();
    }
    return this;
  }

  void expect(CmEventType type) throws TransportException {
    try (CmEvent event = next()) {
      if (event.type() != type || event.status() != 0) {
        throw new AssertionError(event.type() + " " + event.status());
      }
    }
  }

  /** Waits for the next CM event. */
  CmEvent next() throws TransportException {
    for (; ; ) {
      CmEvent event = transport.nextEvent();
      if (event != null) {
        return event;
      }
      awaitAny();
    }
  }

  /** Waits for completions as a run does: ask, look once more, sleep. */
  CompletionBatch completions() throws TransportException {
    for (; ; ) {
      CompletionBatch batch = endpoint.poll();
      if (batch.size() > 0) {
        return batch;
      }
      endpoint.requestNotification();
      batch = endpoint.poll();
      if (batch.size() > 0) {
        return batch;
      }
      awaitAny();
    }
  }

  private void awaitAny() throws TransportException {
    if (transport.await(DEADLINE) == 0) {
      throw new AssertionError("nothing happened");
    }
  }

  @Override
  public void close() throws TransportException {
    try {
      endpoint.close();
    } finally {
      transport.close();
    }
  }
}
