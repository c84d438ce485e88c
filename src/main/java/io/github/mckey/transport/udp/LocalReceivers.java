package io.github.mckey.transport.udp;

import io.github.mckey.posix.ReceiverSockets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps senders on the loopback interface from outrunning the receivers, which are all on this
 * host: the kernel tells how full the sockets' buffers are. A message that finds a buffer full is
 * lost, and the sender would never know.
 */
final class LocalReceivers implements AutoCloseable {
  /** So much goes out before the first look, a quarter of a buffer that nobody enlarged. */
  private static final int FIRST_BYTES = 212_992 / 4;

  /** Where nobody listens somebody may begin to, whose buffer holds as many. */
  private static final int NOBODY = 1024;

  /** Nanoseconds from a look that found a buffer full to the next: nothing tells when it is not. */
  private static final long PAUSE_NANOS = 400_000;

  /**
   * Looks at a buffer that has no room: together longer than the three seconds that a receiver
   * pauses once it has joined. Counted, not timed, so that a host that stops all of its processes
   * for a while does no harm.
   */
  private static final int PATIENCE = 8000;

  /** The part of what is free that may be filled before the next look; others send as well. */
  private static final int SHARE = 2;

  private final @Nullable ReceiverSockets sockets;
  private final int messageCharge;

  /** The looks at sockets without room since they had some, by cookie. */
  private final Map<Long, Integer> full = new HashMap<>();

  private long credit;
  private long lastLook;
  private boolean waiting;

  /**
   * Prepares to look.
   *
   * @param sockets those that the messages go to, closed with this; null where the kernel does not
   *     tell of them, and then nobody is waited for
   */
  LocalReceivers(@Nullable ReceiverSockets sockets, int messageBytes) {
    this.sockets = sockets;
    messageCharge = BurstRoom.loopbackCharge(messageBytes);
    credit = FIRST_BYTES / messageCharge;
  }

  /**
   * Returns how many of some messages may go out now; where that is none, it is to be asked again
   * soon.
   *
   * @param whole whether they go out together or not at all
   */
  int roomFor(int messages, boolean whole) {
    if (credit < messages && mayLook()) {
      credit = look(messages, whole);
      waiting = credit == 0;
      lastLook = waiting ? System.nanoTime() : lastLook;
    }
    return credit >= messages ? messages : whole ? 0 : (int) credit;
  }

  private boolean mayLook() {
    return !waiting || System.nanoTime() - lastLook >= PAUSE_NANOS;
  }

  /** Takes note of messages that went out. */
  void sent(int messages) {
    credit -= messages;
  }

  private long look(int wanted, boolean whole) {
    ReceiverSockets all = sockets;
    if (all == null || !all.ask()) {
      return Long.MAX_VALUE;
    }
    long least = Long.MAX_VALUE;
    boolean wait = false;
    for (int i = 0; i < all.count(); i++) {
      long room = (all.bufferBytes(i) - all.chargedBytes(i)) / SHARE / messageCharge;
      if (room >= wanted || all.queuedBytes(i) == 0) {
        // An empty buffer takes what there is, or nothing would ever go.
        least = Math.min(least, Math.max(room, whole ? wanted : 1));
        full.remove(all.cookie(i));
      } else {
        wait |= full.merge(all.cookie(i), 1, Integer::sum) <= PATIENCE;
      }
    }
    if (wait) {
      return 0;
    }
    return least == Long.MAX_VALUE ? NOBODY : least;
  }

  @Override
  public void close() {
    if (sockets != null) {
      sockets.close();
    }
  }
}
