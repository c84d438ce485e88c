package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.posix.Descriptors;
import io.github.mckey.posix.Memory;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The channel that CM events arrive on ({@code struct rdma_event_channel}). */
final class EventChannel implements VerbsObject {
  private final Verbs verbs;
  private final long address;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment eventOut = arena.allocate(ValueLayout.JAVA_LONG);
  private boolean closed;

  private EventChannel(Verbs verbs, long address) {
    this.verbs = verbs;
    this.address = address;
  }

  /**
   * Creates a channel (rdma_create_event_channel(3)) that is read without waiting.
   *
   * @throws TransportException at {@link Step#CREATE_EVENT_CHANNEL}; with ENODEV where the machine
   *     has no RDMA device
   */
  static EventChannel create(Verbs verbs) throws TransportException {
    EventChannel channel =
        new EventChannel(
            verbs,
            verbs.object(
                Step.CREATE_EVENT_CHANNEL, verbs.calls.callLong(verbs.library.createEventChannel)));
    int errno = Descriptors.setNonBlocking(verbs.calls, channel.descriptor());
    if (errno != 0) {
      channel.close();
      throw verbs.failure(Step.CREATE_EVENT_CHANNEL, -1, errno);
    }
    return channel;
  }

  long address() {
    return address;
  }

  /** Returns the file descriptor, which has input when an event waits. */
  int descriptor() {
    return Memory.at(address, Offsets.SIZEOF_RDMA_EVENT_CHANNEL)
        .get(ValueLayout.JAVA_INT, Offsets.RDMA_EVENT_CHANNEL_FD);
  }

  /**
   * Takes the next event without waiting (rdma_get_cm_event(3)).
   *
   * @return the address of a {@code struct rdma_cm_event}, to be acknowledged; 0 where there is
   *     none
   */
  long next() throws TransportException {
    int result;
    do {
      result = verbs.calls.callInt(verbs.library.getCmEvent, address, eventOut.address());
    } while (result != 0 && verbs.calls.errno() == Libc.EINTR());
    if (result != 0 && verbs.calls.errno() == Libc.EAGAIN()) {
      return 0;
    }
    verbs.zero(Step.GET_CM_EVENT, result);
    return Memory.pointer(eventOut, 0);
  }

  /** Destroys the channel (rdma_destroy_event_channel(3)), which reports nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      verbs.calls.run(verbs.library.destroyEventChannel, address);
      arena.close();
    }
  }
}
