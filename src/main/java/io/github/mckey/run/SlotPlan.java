package io.github.mckey.run;

import java.util.function.LongSupplier;

/** How many messages of a connection lie side by side in registered memory. */
final class SlotPlan {
  /** A UD receive begins with as many bytes of GRH. */
  private static final int GRH_BYTES = 40;

  private static final int ALIGNMENT = 64;
  private static final int PAGE = 4096;

  /** Slots of a sender: some are refilled while the device still reads the others. */
  private static final int MOST_SENT = 128;

  /** Fewer would make a sender wait for its own messages; then they go without headers. */
  private static final int FEWEST_SENT = 8;

  /** What the senders of a process register at most, in bytes. */
  private static final long SENDERS = 16L << 20;

  /** What the receivers of a process register at most, in bytes. */
  private static final long RECEIVERS = 64L << 20;

  private final int messageSize;
  private final int connections;
  private final LongSupplier lockable;

  /**
   * Creates a plan.
   *
   * @param lockable tells how many bytes the process may register; asked only where a page does not
   *     do
   */
  SlotPlan(int messageSize, int connections, LongSupplier lockable) {
    this.messageSize = messageSize;
    this.connections = connections;
    this.lockable = lockable;
  }

  /**
   * Returns the slots of a sender that writes each message; 1 where there is not the memory for
   * that, and all messages are the same.
   *
   * @param depth of its send queue
   */
  int forSending(int depth) {
    int wanted = Math.min(depth, MOST_SENT);
    int slots = affordable(wanted, SENDERS);
    return slots < Math.min(wanted, FEWEST_SENT) ? 1 : slots;
  }

  /**
   * Returns the slots of a receiver that looks at each message; as many receives can be
   * outstanding.
   *
   * @param depth of its receive queue
   */
  int forReceiving(int depth) {
    return Math.max(1, affordable(depth, RECEIVERS));
  }

  /**
   * A page per connection is what stock mckey locks for messages up to its size, whatever the limit
   * is; beyond that a quarter of the limit is taken, since queues, too, may count against it.
   */
  private int affordable(int wanted, long most) {
    long stride = (messageSize + GRH_BYTES + ALIGNMENT - 1L) & -ALIGNMENT;
    long stock = (messageSize + GRH_BYTES + PAGE - 1L) & -PAGE;
    if (wanted * stride <= stock) {
      return wanted;
    }
    long share = Math.min(most, lockable.getAsLong() / 4) / connections;
    return (int) Math.min(wanted, Math.max(stock, share) / stride);
  }
}
