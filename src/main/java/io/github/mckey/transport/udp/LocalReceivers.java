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
  /** So much goes out before the first look, half of the kernel's usual buffer: short runs. */
  private static final int FIRST_BYTES = 212_992;

  /** Where nobody listens somebody may begin to, whose buffer holds as many. */
  private static final int NOBODY = 1024;

  /** Nanoseconds from a look that found a buffer full to the next: nothing tells when it is not. */
  private static final long PAUSE_NANOS = 400_000;

  /**
   * Looks at a full buffer that nobody reads from: together longer than the three seconds that a
   * receiver pauses once it has joined. Counted, not timed, so that a host that stops all of its
   * processes for a while does no harm.
   */
  private static final int PATIENCE = 8000;

  /** Of what is free so much is left to other senders. */
  private static final int SHARE = 4;

  private final @Nullable ReceiverSockets sockets;
  private final int messageCharge;
  private final Map<Long, Standstill> full = new HashMap<>();
  private long credit;
  private long lastLook;
  private boolean waiting;

  /** A full buffer: the least that was queued in it since, and the looks since then. */
  private static final class Standstill {
    long least = Long.MAX_VALUE;
    int looks;
  }

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

  /** Returns whether some messages may go out now; otherwise it is to be asked again soon. */
  boolean haveRoomFor(int messages) {
    if (credit >= messages) {
      return true;
    }
    if (waiting && System.nanoTime() - lastLook < PAUSE_NANOS) {
      return false;
    }
    credit = look(messages);
    waiting = credit == 0;
    if (waiting) {
      lastLook = System.nanoTime();
    }
    return !waiting;
  }

  /** Takes note of messages that went out. */
  void sent(int messages) {
    credit -= messages;
  }

  private long look(int wanted) {
    ReceiverSockets all = sockets;
    if (all == null || !all.ask()) {
      return Long.MAX_VALUE;
    }
    long least = Long.MAX_VALUE;
    boolean wait = false;
    for (int i = 0; i < all.count(); i++) {
      long room = room(all, i, wanted);
      if (room > 0) {
        full.remove(all.cookie(i));
        least = Math.min(least, room);
      } else {
        wait |= !standsStill(all.cookie(i), all.queuedBytes(i));
      }
    }
    if (wait) {
      return 0;
    }
    return least == Long.MAX_VALUE ? NOBODY : least;
  }

  /** Returns how many messages a socket takes; 0 until it has room for those that are wanted. */
  private long room(ReceiverSockets all, int i, int wanted) {
    long charged = all.chargedBytes(i);
    long free = all.bufferBytes(i) - charged;
    long room = free / SHARE / messageCharge;
    if (charged == 0) {
      return Math.max(room, wanted);
    }
    return charged <= free && room >= wanted ? room : 0;
  }

  /** Returns whether nobody reads from a socket with a full buffer, as far as one can tell. */
  private boolean standsStill(long cookie, long queued) {
    Standstill seen = full.get(cookie);
    if (seen == null) {
      seen = new Standstill();
      full.put(cookie, seen);
    }
    if (queued < seen.least) {
      seen.least = queued;
      seen.looks = 0;
    } else {
      seen.looks++;
    }
    return seen.looks > PATIENCE;
  }

  @Override
  public void close() {
    if (sockets != null) {
      sockets.close();
    }
  }
}
