package io.github.mckey.run;

import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.QueueDepths;

/** How deep the queues of a connection are made. */
final class QueuePlan {
  /** Depth of the queues of a run whose messages do not fit the device's queues all at once. */
  static final int REUSED_DEPTH = 4096;

  private QueuePlan() {}

  /**
   * Returns stock mckey's depths (a work request per message on either queue, a CQ of twice that)
   * where the device has them; otherwise {@value #REUSED_DEPTH}, or what the device has, to be used
   * again and again.
   *
   * @param count messages per connection; 0 makes the smallest queues
   */
  static QueueDepths depths(long count, DeviceLimits limits) {
    long wanted = Math.max(count, 1);
    if (wanted > limits.maxQpWr() || wanted > limits.maxCqe() / 2) {
      int fits = Math.min(limits.maxQpWr(), limits.maxCqe() / 2);
      wanted = Math.max(1, Math.min(fits, REUSED_DEPTH));
    }
    return of((int) wanted);
  }

  /** Returns queues for a device that refuses deeper ones although its limits allow them. */
  static QueueDepths reused() {
    return of(REUSED_DEPTH);
  }

  private static QueueDepths of(int depth) {
    return new QueueDepths(2 * depth, depth, depth);
  }
}
