package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.posix.Descriptors;
import io.github.mckey.posix.Memory;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What wakes a sleeper when a completion arrives ({@code struct ibv_comp_channel}). */
final class CompletionChannel implements VerbsObject {
  private final Verbs verbs;
  private final long address;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment cqOut = arena.allocate(ValueLayout.JAVA_LONG);
  private final MemorySegment contextOut = arena.allocate(ValueLayout.JAVA_LONG);
  private boolean closed;

  private CompletionChannel(Verbs verbs, long address) {
    this.verbs = verbs;
    this.address = address;
  }

  /** Creates a channel (ibv_create_comp_channel(3)) that is read without waiting. */
  static CompletionChannel create(Verbs verbs, long context) throws TransportException {
    CompletionChannel channel =
        new CompletionChannel(
            verbs,
            verbs.object(
                Step.CREATE_CQ, verbs.calls.callLong(verbs.library.createCompChannel, context)));
    int errno = Descriptors.setNonBlocking(verbs.calls, channel.descriptor());
    if (errno != 0) {
      Teardown teardown = new Teardown(verbs.failure(Step.CREATE_CQ, -1, errno));
      teardown.close(channel);
      teardown.finish();
    }
    return channel;
  }

  long address() {
    return address;
  }

  /** Returns the file descriptor, which has input when a notification waits. */
  int descriptor() {
    return Memory.at(address, Offsets.SIZEOF_IBV_COMP_CHANNEL)
        .get(ValueLayout.JAVA_INT, Offsets.IBV_COMP_CHANNEL_FD);
  }

  /**
   * Takes the next notification without waiting (ibv_get_cq_event(3)).
   *
   * @return the address of the completion queue that notifies, which then owes one acknowledgement;
   *     0 where there is none
   */
  long next() throws TransportException {
    int result;
    do {
      result =
          verbs.calls.callInt(
              verbs.library.getCqEvent, address, cqOut.address(), contextOut.address());
    } while (result != 0 && verbs.calls.errno() == Libc.EINTR());
    if (result != 0 && verbs.calls.errno() == Libc.EAGAIN()) {
      return 0;
    }
    verbs.zero(Step.WAIT, result);
    return Memory.pointer(cqOut, 0);
  }

  /** Destroys the channel (ibv_destroy_comp_channel(3)), after its completion queues. */
  @Override
  public void close() throws TransportException {
    if (!closed) {
      closed = true;
      arena.close();
      verbs.status(Step.DESTROY, verbs.calls.callInt(verbs.library.destroyCompChannel, address));
    }
  }
}
