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
import java.nio.ByteOrder;
import java.util.Arrays;
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
  private final int depth;
  private final boolean discard;
  private final ByteBuffer view;
  private final ByteBuffer[] payloads;

  /** The ICRC of each slot but for PSN, identification and the words of {@link #terms}. */
  private final int[] sums;

  /** Whether a slot's sum still holds. */
  private final boolean[] summed;

  /** What to add to the sums for what a writer changes; null while they are computed anew. */
  private @Nullable WordTerms terms;

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
   * @param depth messages posted and not polled at most
   * @param discard completes messages without sending them
   */
  SendQueue(
      NativeCalls calls,
      UdpSocket socket,
      SendRing ring,
      PacketWriter packets,
      Trains trains,
      int messageBytes,
      int depth,
      boolean discard) {
    this.calls = calls;
    this.socket = socket;
    this.ring = ring;
    this.packets = packets;
    this.trains = trains;
    this.depth = depth;
    this.discard = discard;
    view = ring.data().duplicate();
    payloads = new ByteBuffer[ring.slots()];
    places = new int[ring.slots()];
    sums = new int[ring.slots()];
    summed = new boolean[ring.slots()];
    for (int slot = 0; slot < payloads.length; slot++) {
      packets.layOut(ring.data(), ring.offset(slot));
      int from = ring.offset(slot) + RoceHeader.PAYLOAD;
      payloads[slot] = ring.data().slice(from, messageBytes).order(ByteOrder.BIG_ENDIAN);
    }
  }

  /** Posts up to {@code count} messages; returns how many there was room for. */
  int post(int count, @Nullable PayloadWriter writer) throws TransportException {
    total += count;
    if (total >= MANY && count >= TRAIN) {
      prepareForMany(writer);
    }
    int posted = 0;
    while (posted < count) {
      int room = Math.min(ring.slots() - queued, depth - completed - queued);
      int batch = Math.min(room, count - posted);
      if (batch <= 0) {
        break;
      }
      if (writer != null) {
        layOut(Math.min(head + queued + batch, payloads.length), writer);
        writer.begin();
      }
      for (int i = 0; i < batch; i++) {
        prepare(writer);
      }
      posted += batch;
      if (!flush()) {
        break;
      }
    }
    return posted;
  }

  private void prepareForMany(@Nullable PayloadWriter writer) {
    trains.begin();
    if (terms == null && writer != null && writer.changingWords().length > 0) {
      terms = packets.terms(writer.changingWords());
      Arrays.fill(summed, false);
    }
  }

  private void layOut(int end, PayloadWriter writer) {
    for (; laidOut < end; laidOut++) {
      writer.layOut(payloads[laidOut].clear());
      summed[laidOut] = false;
    }
  }

  private void prepare(@Nullable PayloadWriter writer) {
    int slot = wrapped(head + queued);
    if (writer != null) {
      writer.write(payloads[slot].clear());
      summed[slot] &= terms != null;
    }
    int place = queued == 0 || slot == 0 ? 0 : places[slot - 1] + 1;
    places[slot] = place < trains.segments() ? place : 0;
    packets.seal(ring.data(), ring.offset(slot), sum(slot), psn++, places[slot]);
    queued++;
  }

  /** Returns the sum of a slot: kept but for the words that a writer changes. */
  private int sum(int slot) {
    int offset = ring.offset(slot);
    WordTerms changing = terms;
    int changes = changing == null ? 0 : changing.of(ring.data(), offset);
    if (!summed[slot]) {
      sums[slot] = packets.sum(ring.data(), view, offset) ^ changes;
      summed[slot] = true;
    }
    return sums[slot] ^ changes;
  }

  private int wrapped(int slot) {
    return slot < payloads.length ? slot : slot - payloads.length;
  }

  /** Hands queued messages to the kernel; returns whether it took them all. */
  boolean flush() throws TransportException {
    congested = false;
    boolean cleared = false;
    while (queued > 0) {
      int sent = sendSome();
      if (sent > 0) {
        head = wrapped(head + sent);
        queued -= sent;
        completed += sent;
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

  private int sendSome() {
    int run = Math.min(queued, payloads.length - head);
    if (discard) {
      return run;
    }
    return trains.segments() > 1
        ? ring.sendSegmented(socket, head, trainLength(run))
        : ring.send(socket, head, run);
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
