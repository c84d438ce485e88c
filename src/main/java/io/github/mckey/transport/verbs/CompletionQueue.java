package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/** A completion queue ({@code struct ibv_cq}), for the sends and the receives of one QP. */
final class CompletionQueue implements VerbsObject {
  /** The first vector is the one that every device has. */
  private static final int COMPLETION_VECTOR = 0;

  private static final int ANY_COMPLETION = 0;

  private final Verbs verbs;
  private final long address;
  private final DeviceOps ops;
  private int unacknowledged;

  /** Whether a notification was asked for that {@link #notified} has not been told of. */
  private boolean armed;

  private boolean closed;

  private CompletionQueue(Verbs verbs, long address, DeviceOps ops) {
    this.verbs = verbs;
    this.address = address;
    this.ops = ops;
  }

  /**
   * Creates a queue (ibv_create_cq(3)).
   *
   * @param entries how many completions it holds at least
   * @param cookie its context
   */
  static CompletionQueue create(
      Verbs verbs, long context, CompletionChannel channel, int entries, long cookie)
      throws TransportException {
    DeviceOps ops = DeviceOps.of(context);
    return new CompletionQueue(
        verbs,
        verbs.object(
            Step.CREATE_CQ,
            verbs.calls.callLong(
                verbs.library.createCq,
                context,
                entries,
                cookie,
                channel.address(),
                COMPLETION_VECTOR)),
        ops);
  }

  long address() {
    return address;
  }

  /**
   * Takes completions (ibv_poll_cq(3), which calls the device's own function).
   *
   * @param capacity how many at most
   * @param completions the address of that many {@code struct ibv_wc}
   * @return how many there were
   */
  int poll(int capacity, long completions) throws TransportException {
    int taken = verbs.calls.callInt(ops.pollCq(), address, capacity, completions);
    if (taken < 0) {
      throw new TransportException(
          Step.POLL_CQ, taken, 0, "the device cannot read its completion queue");
    }
    return taken;
  }

  /**
   * Asks for one notification (ibv_req_notify_cq(3), which calls the device's own function); not
   * again before it was taken: as long as it waits in the channel it ends every sleep.
   */
  void requestNotification() throws TransportException {
    if (!armed) {
      verbs.status(Step.WAIT, verbs.calls.callInt(ops.reqNotifyCq(), address, ANY_COMPLETION));
      armed = true;
    }
  }

  /** Counts a notification that {@link CompletionChannel#next} gave. */
  void notified() {
    armed = false;
    unacknowledged++;
  }

  /**
   * Acknowledges the notifications, all at once (ibv_ack_cq_events(3)), and destroys the queue
   * (ibv_destroy_cq(3)), which would wait for them.
   */
  @Override
  public void close() throws TransportException {
    if (!closed) {
      closed = true;
      if (unacknowledged != 0) {
        verbs.calls.run(verbs.library.ackCqEvents, address, unacknowledged);
      }
      verbs.status(Step.DESTROY, verbs.calls.callInt(verbs.library.destroyCq, address));
    }
  }
}
