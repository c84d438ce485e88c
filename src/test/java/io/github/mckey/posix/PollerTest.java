package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A poller belongs to one thread; its own watchdog wakes a test that would sleep for ever. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SAME_THREAD)
class PollerTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final long LONG_TIME = Duration.ofHours(1).toNanos();

  private final NativeCalls calls = new NativeCalls();
  private Poller poller;

  @BeforeEach
  void open() throws TransportException {
    poller = Poller.open(calls);
  }

  @AfterEach
  void close() {
    poller.close();
  }

  @Test
  void nothingHappensWithinTheTime() throws TransportException {
    long start = System.nanoTime();
    assertThat(poller.await(3_000_001)).isFalse();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(3_000_001);
    assertThat(poller.wasWoken()).isFalse();
    assertThat(poller.await(0)).isFalse();
  }

  @Test
  void aWakeBeforehandIsKeptAndConsumedOnce() throws TransportException {
    poller.wake();
    poller.wake();
    assertThat(poller.await(-1)).isTrue();
    assertThat(poller.wasWoken()).isTrue();
    assertThat(poller.await(0)).isFalse();
    assertThat(poller.wasWoken()).isFalse();
  }

  @Test
  void anotherThreadEndsASleep() throws InterruptedException {
    CountDownLatch sleeping = new CountDownLatch(1);
    Poller target = poller;
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    sleeping.await();
                    target.wake();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    sleeping.countDown();
    assertThat(await(LONG_TIME)).isTrue();
    assertThat(poller.wasWoken()).isTrue();
    other.join();
  }

  @Test
  void tellsWhichDescriptorsAreReady() throws TransportException {
    int[] descriptors = new int[9];
    for (int i = 0; i < descriptors.length; i++) {
      descriptors[i] = eventDescriptor(i == 6 ? 1 : 0);
      poller.add(descriptors[i]);
    }
    assertThat(poller.await(LONG_TIME)).isTrue();
    for (int i = 0; i < descriptors.length; i++) {
      assertThat(poller.isReady(descriptors[i])).as("descriptor %s", i).isEqualTo(i == 6);
    }
    poller.remove(descriptors[6]);
    assertThat(poller.isReady(descriptors[6])).isFalse();
    assertThat(poller.await(0)).isFalse();
    for (int descriptor : descriptors) {
      poller.remove(descriptor);
      calls.callInt(LibcFunctions.CLOSE, descriptor);
    }
    poller.remove(descriptors[0]);
    poller.wake();
    assertThat(await(-1)).isTrue();
  }

  @Test
  void aClosedDescriptorIsReportedRatherThanSleptOn() {
    int descriptor = eventDescriptor(0);
    calls.callInt(LibcFunctions.CLOSE, descriptor);
    poller.add(descriptor);
    assertThat(await(LONG_TIME)).isTrue();
    assertThat(poller.isReady(descriptor)).isTrue();
  }

  @Test
  void wakingAClosedPollerTouchesNoRecycledDescriptor() {
    poller.close();
    int recycled = eventDescriptor(0);
    poller.wake();
    poller.close();
    try (Arena arena = Arena.ofConfined()) {
      long buffer = arena.allocate(ValueLayout.JAVA_LONG).address();
      assertThat(calls.callLong(LibcFunctions.READ, recycled, buffer, 8)).isEqualTo(-1);
      assertThat(calls.errno()).isEqualTo(Libc.EAGAIN());
    }
    assertThat(calls.callInt(LibcFunctions.CLOSE, recycled)).isZero();
  }

  @Test
  void setNonBlockingKeepsTheOtherFlags() {
    int descriptor = calls.callInt(LibcFunctions.EVENTFD, 0, Libc.EFD_CLOEXEC());
    assertThat(Descriptors.setNonBlocking(calls, descriptor)).isZero();
    int flags = calls.callInt(LibcFunctions.FCNTL, descriptor, Libc.F_GETFL(), 0);
    assertThat(flags & Libc.O_NONBLOCK()).isNotZero();
    assertThat(flags & Libc.O_RDWR()).isNotZero();
    assertThat(calls.callInt(LibcFunctions.CLOSE, descriptor)).isZero();
    assertThat(Descriptors.setNonBlocking(calls, descriptor)).isEqualTo(Libc.EBADF());
  }

  /** Sleeps in the test's own thread, as a poller wants it; a hang ends as a wake-up too late. */
  private boolean await(long nanos) {
    Poller target = poller;
    Thread watchdog =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    Thread.sleep(DEADLINE);
                    target.wake();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    long start = System.nanoTime();
    try {
      boolean ready = poller.await(nanos);
      assertThat(System.nanoTime() - start).isLessThan(DEADLINE.toNanos());
      return ready;
    } catch (TransportException e) {
      throw new AssertionError(e);
    } finally {
      watchdog.interrupt();
    }
  }

  private int eventDescriptor(int value) {
    int descriptor =
        calls.callInt(LibcFunctions.EVENTFD, value, Libc.EFD_CLOEXEC() | Libc.EFD_NONBLOCK());
    assertThat(descriptor).isNotNegative();
    return descriptor;
  }
}
