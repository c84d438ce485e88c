package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.ReceiveBatch;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import io.github.mckey.transport.udp.ReceiveRooms.Room;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The receive queue of an endpoint: takes datagrams off its socket and completes a receive with
 * each that is a message. In a burst all that has come is taken before it is gone through: that is
 * several times as fast, above all in a young JVM, and keeps the socket's buffer from running over.
 */
final class ReceiveQueue implements AutoCloseable {
  /** Receives that one poll completes at most. */
  static final int BATCH = 64;

  /** System calls of one poll at most, where all that comes is refused. */
  private static final int MOST_CALLS = 4;

  private final NativeCalls calls;
  private final UdpSocket socket;
  private final ReceiveRooms rooms;
  private final PacketReader reader;
  private final int messageBytes;
  private final RefusalCounts refusals = new RefusalCounts();

  /** Where datagrams wait that were taken off the socket and not gone through yet. */
  private final ArrayDeque<Room> waiting = new ArrayDeque<>();

  /** Whether the socket may hold more than was taken. */
  private boolean more = true;

  private int posted;
  private boolean failed;
  private Gid lastSource = Gid.ZERO;
  private long dropped;
  private boolean closed;

  /**
   * Prepares to receive.
   *
   * @param socket to receive from; closed with this queue
   * @param rooms where datagrams arrive
   * @param messageBytes the size of the posted buffers
   */
  ReceiveQueue(
      NativeCalls calls,
      UdpSocket socket,
      ReceiveRooms rooms,
      PacketReader reader,
      int messageBytes) {
    this.calls = calls;
    this.socket = socket;
    this.rooms = rooms;
    this.reader = reader;
    this.messageBytes = messageBytes;
  }

  /** Posts receives. */
  void post(int count) {
    posted += count;
  }

  /** Returns whether a poll may find something. */
  boolean isWaiting() {
    return posted > 0;
  }

  /** Returns whether receives complete without any further datagram. */
  boolean isReady() {
    return posted > 0 && (failed || !waiting.isEmpty());
  }

  /** Completes receives: those that datagrams came for, or all once the queue pair has failed. */
  void poll(UdpCompletions completions) throws TransportException {
    // What is refused completes nothing; there may be a message behind it.
    int left = MOST_CALLS;
    while (!failed && posted > 0 && completions.receives() == 0 && left-- > 0) {
      if (!take(completions)) {
        break;
      }
    }
    if (failed) {
      flush(completions);
    }
  }

  /** Goes through the oldest room; returns whether there was one. */
  private boolean take(UdpCompletions completions) throws TransportException {
    // Also where there was no more: a young JVM takes long to go through a large room.
    if (more || waiting.isEmpty() || rooms.hasFree()) {
      empty();
    }
    Room present = waiting.peek();
    if (present == null) {
      return false;
    }
    completions.arriveIn(present);
    goThrough(present, completions);
    if (!present.batch().hasNext()) {
      waiting.remove();
      rooms.giveBack(present);
    }
    return true;
  }

  /** Takes what the socket holds, as far as there is room. */
  private void empty() throws TransportException {
    more = true;
    while (more) {
      Room next = waiting.isEmpty() ? rooms.take() : rooms.takeSpare();
      if (next == null) {
        return;
      }
      int count = next.batch().receive(socket);
      more = count == next.batch().slots();
      if (count > 0) {
        waiting.add(next);
      } else {
        rooms.giveBack(next);
        int errno = -count;
        if (errno != Errno.EAGAIN && errno != Errno.EINTR) {
          throw Failures.of(calls, Step.POLL_CQ, errno);
        }
      }
    }
  }

  private void goThrough(Room present, UdpCompletions completions) {
    ReceiveBatch batch = present.batch();
    ByteBuffer view = present.view();
    while (posted > 0 && completions.receives() < BATCH && batch.next()) {
      long high = batch.sourceHigh();
      long low = batch.sourceLow();
      Refusal refusal =
          reader.check(
              batch.data(), view, batch.offset(), batch.length(), high, low, batch.sourcePort());
      if (refusal != null) {
        refusals.add(refusal);
      } else if (failed) {
        refusals.add(Refusal.QP_ERROR);
      } else {
        accept(batch, completions, high, low);
      }
    }
  }

  private void accept(
      ReceiveBatch batch, UdpCompletions completions, long sourceHigh, long sourceLow) {
    posted--;
    if (reader.payloadBytes() > messageBytes) {
      // As on a device: the queue pair goes into the error state and flushes what is posted.
      completions.addFailure(WorkStatus.LOCAL_LENGTH);
      failed = true;
      return;
    }
    if (lastSource.low() != sourceLow || lastSource.high() != sourceHigh) {
      lastSource = new Gid(sourceHigh, sourceLow);
    }
    completions.addReceive(reader, batch, lastSource);
  }

  private void flush(UdpCompletions completions) {
    while (posted > 0 && completions.receives() < BATCH) {
      posted--;
      completions.addFailure(WorkStatus.FLUSHED);
    }
  }

  /** Returns how many datagrams were refused, by reason, and lost to a full receive buffer. */
  Map<String, Long> refused() {
    Map<String, Long> counts = new LinkedHashMap<>(refusals.byLabel());
    readDropped();
    if (dropped > 0) {
      counts.put("receive-buffer-full", dropped);
    }
    return counts;
  }

  private void readDropped() {
    if (!closed) {
      dropped = socket.dropped();
    }
  }

  UdpSocket socket() {
    return socket;
  }

  /** Closes the socket and gives the room back. The counts stay. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      while (!waiting.isEmpty()) {
        rooms.giveBack(waiting.remove());
      }
      readDropped();
      closed = true;
      socket.close();
    }
  }
}
