package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sleeps until one of a few file descriptors has input, or another thread wakes it (ppoll(2) and
 * eventfd(2)). All methods but {@link #wake} belong to the thread that opened it.
 */
public final class Poller implements AutoCloseable {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long ENTRY = Offsets.SIZEOF_POLLFD;
  private static final int WAKE_SLOT = 0;
  private static final int NONE = -1;

  /** What {@link #wake} writes; never written to. */
  private static final MemorySegment ONE =
      Arena.global().allocateFrom(ValueLayout.JAVA_LONG, 1).asReadOnly();

  private final NativeCalls calls;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment timeout = arena.allocate(Offsets.SIZEOF_TIMESPEC, Long.BYTES);
  private final MemorySegment counter = arena.allocate(ValueLayout.JAVA_LONG);
  private final WakeUp wakeUp;

  /** The descriptors as ppoll takes them, slot 0 for waking; the array doubles when it is full. */
  private MemorySegment entries = arena.allocate(4 * ENTRY, Integer.BYTES);

  private int used;
  private boolean woken;
  private boolean closed;

  private Poller(NativeCalls calls, int eventDescriptor) {
    this.calls = calls;
    this.wakeUp = new WakeUp(eventDescriptor);
    add(eventDescriptor);
  }

  /**
   * Creates a poller that waits for nothing yet.
   *
   * @param calls the caller's, for its thread
   * @throws TransportException at {@link Step#PREPARE_WAITING} where the process may open no more
   *     files
   */
  public static Poller open(NativeCalls calls) throws TransportException {
    int descriptor =
        calls.callInt(LibcFunctions.EVENTFD, 0, Libc.EFD_CLOEXEC() | Libc.EFD_NONBLOCK());
    if (descriptor < 0) {
      throw failure(calls, Step.PREPARE_WAITING, "eventfd: ");
    }
    return new Poller(calls, descriptor);
  }

  /**
   * Waits for input of one more descriptor, which the caller keeps open until it removes it.
   *
   * @return its number for {@link #isReadyAt}, until the next {@link #remove} or {@link #clear}
   */
  public int add(int descriptor) {
    return add(descriptor, Libc.POLLIN());
  }

  /** Like {@link #add}, but waits until the descriptor takes output. */
  public int addOutput(int descriptor) {
    return add(descriptor, Libc.POLLOUT());
  }

  private int add(int descriptor, int events) {
    long capacity = entries.byteSize() / ENTRY;
    if (used == capacity) {
      MemorySegment larger = arena.allocate(2 * capacity * ENTRY, Integer.BYTES);
      larger.copyFrom(entries);
      entries = larger;
    }
    long entry = used * ENTRY;
    entries.set(ValueLayout.JAVA_INT, entry + Offsets.POLLFD_FD, descriptor);
    entries.set(ValueLayout.JAVA_SHORT, entry + Offsets.POLLFD_EVENTS, (short) events);
    entries.set(ValueLayout.JAVA_SHORT, entry + Offsets.POLLFD_REVENTS, (short) 0);
    return used++;
  }

  /** Waits for no descriptor any longer. */
  public void clear() {
    used = WAKE_SLOT + 1;
  }

  /** Waits for a descriptor no longer; nothing happens where it was not added. */
  public void remove(int descriptor) {
    int slot = slotOf(descriptor);
    if (slot > WAKE_SLOT) {
      used--;
      MemorySegment.copy(entries, used * ENTRY, entries, slot * ENTRY, ENTRY);
    }
  }

  /**
   * Sleeps until a descriptor has something (input, an error, a hang-up), {@link #wake} was called,
   * or the time is over. A signal does not end it.
   *
   * @param timeoutNanos the longest time to sleep, in nanoseconds; 0 only looks; negative is for
   *     ever
   * @return whether there is something
   */
  public boolean await(long timeoutNanos) throws TransportException {
    woken = false;
    long start = timeoutNanos > 0 ? System.nanoTime() : 0;
    long left = timeoutNanos;
    int ready = poll(left);
    while (ready < 0 && calls.errno() == Libc.EINTR()) {
      if (timeoutNanos > 0) {
        left = Math.max(0, timeoutNanos - (System.nanoTime() - start));
      }
      ready = poll(left);
    }
    if (ready < 0) {
      throw failure(calls, Step.WAIT, "ppoll: ");
    }
    if (ready > 0 && eventsOf(WAKE_SLOT) != 0) {
      woken = true;
      calls.callLong(LibcFunctions.READ, wakeUp.descriptor, counter.address(), counter.byteSize());
    }
    return ready > 0;
  }

  /** Returns whether the last {@link #await} saw something of a descriptor. */
  public boolean isReady(int descriptor) {
    int slot = slotOf(descriptor);
    return slot != NONE && eventsOf(slot) != 0;
  }

  /** Returns whether the last {@link #await} saw something of the descriptor of that number. */
  public boolean isReadyAt(int number) {
    return eventsOf(number) != 0;
  }

  /** Returns whether {@link #wake} ended the last {@link #await}. */
  public boolean wasWoken() {
    return woken;
  }

  /** Ends a present {@link #await} or the next one. Any thread may call it, also after closing. */
  public void wake() {
    wakeUp.signal();
  }

  /** Gives the descriptor for waking back. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      wakeUp.close(calls);
      arena.close();
    }
  }

  private int poll(long nanos) {
    long limit = 0;
    if (nanos >= 0) {
      timeout.set(ValueLayout.JAVA_LONG, Offsets.TIMESPEC_TV_SEC, nanos / NANOS_PER_SECOND);
      timeout.set(ValueLayout.JAVA_LONG, Offsets.TIMESPEC_TV_NSEC, nanos % NANOS_PER_SECOND);
      limit = timeout.address();
    }
    return calls.callInt(LibcFunctions.PPOLL, entries.address(), used, limit, 0);
  }

  private int eventsOf(int slot) {
    return entries.get(ValueLayout.JAVA_SHORT, slot * ENTRY + Offsets.POLLFD_REVENTS);
  }

  private int slotOf(int descriptor) {
    for (int slot = 0; slot < used; slot++) {
      if (entries.get(ValueLayout.JAVA_INT, slot * ENTRY + Offsets.POLLFD_FD) == descriptor) {
        return slot;
      }
    }
    return NONE;
  }

  private static TransportException failure(NativeCalls calls, Step step, String what) {
    int errno = calls.errno();
    return new TransportException(step, -1, errno, what + ErrorTexts.strerror(calls, errno));
  }

  /** The part that other threads use: once closed it touches the descriptor's number no more. */
  private static final class WakeUp {
    private final int descriptor;
    private final NativeCalls calls = new NativeCalls();
    private boolean closed;

    WakeUp(int descriptor) {
      this.descriptor = descriptor;
    }

    /** Never waits: a full counter only gives EAGAIN, and is itself a wake-up. */
    synchronized void signal() {
      if (!closed) {
        calls.callLong(LibcFunctions.WRITE, descriptor, ONE.address(), ONE.byteSize());
      }
    }

    synchronized void close(NativeCalls owner) {
      closed = true;
      owner.callInt(LibcFunctions.CLOSE, descriptor);
    }
  }
}
