package io.github.mckey.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A fabric in memory: everything succeeds at once, sends complete when polled, and a receiver gets
 * what a test queues. Calls are logged, and any step fails on request.
 */
final class FakeTransport implements Transport {
  /** The group that every join reports. */
  static final JoinedGroup JOINED =
      new JoinedGroup(new Gid(0, 0x0000ffffef010101L), 0xc001, 2, 0xffffff, 0x01234567);

  /** Who sleeps for longer waits for something to happen rather than for a time. */
  private static final long LONG_NANOS = 1_000_000_000;

  final List<String> calls = new ArrayList<>();
  final Deque<FakeEvent> events = new ArrayDeque<>();
  private final Deque<FakeEvent> late = new ArrayDeque<>();
  final List<FakeEndpoint> endpoints = new ArrayList<>();
  private final Map<Step, TransportException> failures = new HashMap<>();
  private final Map<Step, Integer> skips = new HashMap<>();

  /** What happens when nothing is left to happen: a test's last resort against waiting for ever. */
  Runnable idle =
      () -> {
        throw new AssertionError("the run waits for ever");
      };

  /** Hears of every call before it is made. */
  Consumer<String> heard = text -> {};

  /** Prepares every endpoint as it is created. */
  Consumer<FakeEndpoint> prepared = endpoint -> {};

  int openEvents;
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean woken;

  /** Lets a step fail at its n-th call, counted from 1. */
  void fail(Step step, int nth, int code, int errno, String detail) {
    failures.put(step, new TransportException(step, code, errno, detail));
    skips.put(step, nth - 1);
  }

  void call(Step step, String text) throws TransportException {
    calls.add(text);
    heard.accept(text);
    TransportException failure = failures.get(step);
    if (failure == null) {
      return;
    }
    int left = skips.merge(step, -1, Integer::sum);
    if (left < 0) {
      failures.remove(step);
      throw failure;
    }
  }

  /** Queues an event that comes after all connections have joined. */
  void queueLate(CmEventType type, int status) {
    late.add(new FakeEvent(type, status, null));
  }

  void queue(CmEventType type, int status, @Nullable FakeEndpoint endpoint) {
    events.add(new FakeEvent(type, status, endpoint));
  }

  @Override
  public Endpoint createEndpoint(int index) throws TransportException {
    call(Step.CREATE_ID, "create id" + index);
    FakeEndpoint endpoint = new FakeEndpoint(this, index);
    prepared.accept(endpoint);
    endpoints.add(endpoint);
    return endpoint;
  }

  @Override
  public int await(long timeoutNanos) throws TransportException {
    call(Step.WAIT, "await");
    if (woken) {
      woken = false;
      return WOKEN;
    }
    if (timeoutNanos > 0) {
      events.addAll(late);
      late.clear();
    }
    if (!events.isEmpty()) {
      return CM_EVENT;
    }
    for (FakeEndpoint endpoint : endpoints) {
      if (endpoint.takeNotification()) {
        return COMPLETION;
      }
    }
    if (timeoutNanos < 0 || timeoutNanos > LONG_NANOS) {
      idle.run();
    } else {
      LockSupport.parkNanos(timeoutNanos);
    }
    return 0;
  }

  @Override
  public @Nullable CmEvent nextEvent() throws TransportException {
    call(Step.GET_CM_EVENT, "get event");
    FakeEvent event = events.poll();
    if (event != null) {
      openEvents++;
    }
    return event;
  }

  /** Waits until the run, on another thread, has closed it. */
  void awaitClosed() throws InterruptedException {
    assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Override
  public void wake() {
    woken = true;
  }

  @Override
  public void close() throws TransportException {
    call(Step.DESTROY, "close channel");
    closed.countDown();
  }

  /** An event of this fabric. */
  final class FakeEvent implements CmEvent {
    private final CmEventType type;
    private final int status;
    private final @Nullable FakeEndpoint endpoint;

    FakeEvent(CmEventType type, int status, @Nullable FakeEndpoint endpoint) {
      this.type = type;
      this.status = status;
      this.endpoint = endpoint;
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
    public @Nullable Endpoint endpoint() {
      return endpoint;
    }

    @Override
    public @Nullable JoinedGroup group() {
      return type == CmEventType.MULTICAST_JOIN ? JOINED : null;
    }

    @Override
    public void close() {
      openEvents--;
      calls.add("ack");
    }
  }
}
