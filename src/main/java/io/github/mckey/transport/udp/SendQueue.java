package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.ErrorTexts;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.SendRing;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The send queue of an endpoint. A posted message is laid out in the ring and handed to the kernel
 * as soon as it takes it; then it is complete. Nothing is dropped here: where the socket or the
 * device's queue is full, messages wait in the ring.
 */
final class SendQueue implements AutoCloseable {
  /** A run of fewer messages goes out just as rxe sends it; with more, preparations pay. */
  private static final int MANY = 128;

  /** How many at a time make a train worth its while. */
  private static final int TRAIN = 8;

  private final NativeCalls calls;
  private final UdpSocket socket;
  private final SendRing ring;
  private final PacketWriter packets;
  private final Trains trains;
  private final @Nullable LocalReceivers receivers;
  private final int depth;
  private final boolean discard;
  private final ByteBuffer view;
  private final int messageBytes;

  /** The ICRC of each slot but for PSN and identification. */
  private final int[] sums;

  /** Whether a slot's sum still holds, as long as no writer changes its payload. */
  private final boolean[] summed;

  private boolean written;

  /** The patterns of the messages written last. */
  private final int[] patterns;

  private final PatternSums patternSums = new PatternSums();

  /** Slots that a writer has laid out: those before this one. */
  private int laidOut;

  private long total;

  /** Which place of its train each slot has, and so which identification. */
  private final int[] places;

  /** The slot of the oldest message that the kernel has not taken. */
  private int head;

  private int queued;
  private int completed;
  private int psn;
  private boolean congested;

  /**
   * Lays the ring out.
   *
   * @param socket to send with; stays the caller's
   * @param ring laid out for the packets' length
   * @param receivers those that are waited for; null where they are on other hosts
   * @param depth messages posted and not polled at most
   * @param discard completes messages without sending them
   */
  SendQueue(
      NativeCalls calls,
      UdpSocket socket,
      SendRing ring,
      PacketWriter packets,
      Trains trains,
      @Nullable LocalReceivers receivers,
      int messageBytes,
      int depth,
      boolean discard) {
    this.calls = calls;
    this.socket = socket;
    this.ring = ring;
    this.packets = packets;
    this.trains = trains;
    this.receivers = receivers;
    this.depth = depth;
    this.discard = discard;
    view = ring.data().duplicate();
    this.messageBytes = messageBytes;
    places = new int[ring.slots()];
    sums = new int[ring.slots()];
    summed = new boolean[ring.slots()];
    patterns = new int[ring.slots()];
    for (int slot = 0; slot < ring.slots(); slot++) {
      packets.layOut(ring.data(), ring.offset(slot));
    }
  }

  /** Posts up to {@code count} messages; returns how many there was room for. */
  int post(int count, @Nullable PayloadWriter writer) throws TransportException {
    total += count;
    if (total >= MANY && count >= TRAIN) {
      trains.begin();
    }
    int posted = 0;
    while (posted < count) {
      int room = Math.min(ring.slots() - queued, depth - completed - queued);
      int batch = Math.min(room, count - posted);
      if (batch <= 0) {
        break;
      }
      prepare(batch, writer);
      posted += batch;
      if (!flush()) {
        break;
      }
    }
    return posted;
  }

  private void prepare(int count, @Nullable PayloadWriter writer) {
    if (queued == 0) {
      // A train does not go beyond the ring's end.
      head = 0;
    }
    for (int left = count; left > 0; ) {
      int slot = wrapped(head + queued);
      int block = Math.min(left, ring.slots() - slot);
      if (writer != null) {
        block = write(slot, block, writer);
      } else {
        sumUnwritten(slot, block);
      }
      place(slot, block);
      packets.seal(ring.data(), ring.offset(slot), ring.stride(), block, psn, sums, places, slot);
      psn += block;
      queued += block;
      left -= block;
    }
  }

  private int write(int slot, int most, PayloadWriter writer) {
    for (; laidOut < slot + most; laidOut++) {
      writer.layOut(ring.data(), ring.offset(laidOut) + RoceHeader.PAYLOAD, messageBytes);
    }
    written = true;
    int from = ring.offset(slot) + RoceHeader.PAYLOAD;
    int count = writer.write(ring.data(), from, ring.stride(), most, patterns);
    patternSums.begin(patterns[0], sum(slot));
    if (patternSums.knows(patterns, count)) {
      patternSums.fill(sums, slot, patterns, count);
    } else {
      for (int i = 0; i < count; i++) {
        sums[slot + i] = sum(slot + i);
        patternSums.learn(patterns[i], sums[slot + i]);
      }
    }
    return count;
  }

  private void sumUnwritten(int first, int count) {
    for (int slot = first; slot < first + count; slot++) {
      if (written || !summed[slot]) {
        sums[slot] = sum(slot);
        summed[slot] = true;
      }
    }
  }

  private int sum(int slot) {
    return packets.sum(ring.data(), view, ring.offset(slot));
  }

  /** Gives slots their places in a train. */
  private void place(int first, int count) {
    int longest = trains.segments();
    int place = queued == 0 || first == 0 ? 0 : places[first - 1] + 1;
    for (int slot = first; slot < first + count; slot++) {
      place = place < longest ? place : 0;
      places[slot] = place++;
    }
  }

  private int wrapped(int slot) {
    return slot < ring.slots() ? slot : slot - ring.slots();
  }

  /** Hands queued messages to the kernel; returns whether it took them all. */
  boolean flush() throws TransportException {
    congested = false;
    boolean cleared = false;
    while (queued > 0) {
      int next = nextLength();
      if (next == 0) {
        congested = true;
        return false;
      }
      int sent = sendSome(next);
      if (sent > 0) {
        took(sent);
      } else if (isFull(-sent)) {
        return false;
      } else if (-sent != Errno.EINTR) {
        // An error that an ICMP message left on the socket is not this datagram's: try once more.
        if (cleared) {
          throw refused(-sent);
        }
        cleared = trains.segments() == 1;
        giveTrainsUp();
        socket.discardErrorReports();
      }
    }
    return true;
  }

  private void took(int sent) {
    head = wrapped(head + sent);
    queued -= sent;
    completed += sent;
    if (receivers != null) {
      receivers.sent(sent);
    }
  }

  /** Returns how many messages one system call may send; 0 where receivers have no room. */
  private int nextLength() {
    boolean train = trains.segments() > 1 && !discard;
    int run = Math.min(queued, ring.slots() - head);
    int length = train ? trainLength(run) : run;
    return receivers == null ? length : receivers.roomFor(length, train);
  }

  private int sendSome(int count) {
    if (discard) {
      return count;
    }
    return trains.segments() > 1
        ? ring.sendSegmented(socket, head, count)
        : ring.send(socket, head, count);
  }

  private int trainLength(int most) {
    int length = 1;
    while (length < most && places[head + length] == length) {
      length++;
    }
    return length;
  }

  private void giveTrainsUp() {
    if (trains.segments() == 1) {
      return;
    }
    trains.end();
    for (int i = 0; i < queued; i++) {
      int slot = wrapped(head + i);
      packets.clearIdentification(ring.data(), ring.offset(slot), places[slot]);
      places[slot] = 0;
    }
  }

  private boolean isFull(int errno) {
    congested = errno == Errno.ENOBUFS || errno == Errno.ENOMEM;
    return congested || errno == Errno.EAGAIN;
  }

  private TransportException refused(int errno) {
    String hint =
        errno == Errno.EPERM ? "a packet filter of this host refuses the datagrams" : null;
    return new TransportException(
        Step.POST_SEND, errno, errno, ErrorTexts.strerror(calls, errno), hint);
  }

  /** Returns how many messages completed since the last call. */
  int takeCompleted() {
    int taken = completed;
    completed = 0;
    return taken;
  }

  boolean hasCompleted() {
    return completed > 0;
  }

  /** Returns whether messages wait for the kernel. */
  boolean isBlocked() {
    return queued > 0;
  }

  /** Returns whether they wait for a queue that no descriptor tells about. */
  boolean isCongested() {
    return queued > 0 && congested;
  }

  int descriptor() {
    return socket.descriptor();
  }

  @Override
  public void close() {
    ring.close();
  }
}
