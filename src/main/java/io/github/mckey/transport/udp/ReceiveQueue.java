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
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The receive queue of an endpoint: takes datagrams off its socket and completes a receive with
 * each that is a message. What comes while none is posted waits in the socket's buffer, except for
 * the rest of what came together with others.
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
  private @Nullable Room room;

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
    return posted > 0 && (failed || room != null);
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

  /** Goes through what one system call takes; returns whether it took something. */
  private boolean take(UdpCompletions completions) throws TransportException {
    Room present = room;
    if (present == null) {
      present = rooms.take();
      int count = present.batch().receive(socket, posted);
      if (count < 0) {
        rooms.giveBack(present);
        int errno = -count;
        if (errno != Errno.EAGAIN && errno != Errno.EINTR) {
          throw Failures.of(calls, Step.POLL_CQ, errno);
        }
        return false;
      }
    }
    completions.arriveIn(present);
    goThrough(present, completions);
    room = present;
    if (!present.batch().hasNext()) {
      room = null;
      rooms.giveBack(present);
    }
    return true;
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
      if (room != null) {
        rooms.giveBack(room);
        room = null;
      }
      readDropped();
      closed = true;
      socket.close();
    }
  }
}
