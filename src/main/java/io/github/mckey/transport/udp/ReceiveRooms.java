package io.github.mckey.transport.udp;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.ReceiveBatch;
import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Room for datagrams, which the endpoints of a transport use in turn: there is one, and one more
 * for each endpoint that has not yet gone through all that it took. For a burst there is more, as
 * {@link #MOST_BYTES} allow.
 */
final class ReceiveRooms implements AutoCloseable {
  /** Datagrams that one system call takes at most: few, which stay in the processor's cache. */
  private static final int DATAGRAMS = 64;

  /** Room in a burst: for many at once, since only how fast they leave the socket counts. */
  private static final int BURST_BYTES = 512 << 10;

  /** Trains that one system call takes at most. */
  private static final int TRAINS = 16;

  /** What a burst may take of this process's memory, beside the sockets' buffers. */
  private static final int MOST_BYTES = 4 << 20;

  /** The same for trains: those of the loopback interface wait in the socket's buffer instead. */
  private static final int MOST_TRAIN_BYTES = 2 << 20;

  private final NativeCalls calls;
  private final ArrayDeque<Room> free = new ArrayDeque<>();
  private final List<Room> all = new ArrayList<>();
  private boolean trains;
  private int packetBytes;
  private long bytes;

  ReceiveRooms(NativeCalls calls) {
    this.calls = calls;
  }

  /**
   * A room.
   *
   * @param batch the datagrams
   * @param view another buffer over them, whose position and limit may be changed
   * @param payloads what they carry
   */
  record Room(ReceiveBatch batch, ByteBuffer view, PayloadViews payloads) {}

  /**
   * Prepares for a socket's datagrams, before its first one.
   *
   * @param mayGetTrains whether senders on the socket's interface send trains; the kernel then
   *     hands them over whole, where it can
   * @param mtu the longest message, in bytes; the same for all sockets, which are on one interface
   */
  void prepare(UdpSocket socket, boolean mayGetTrains, int mtu) {
    trains |= mayGetTrains && socket.set(SocketOption.RECEIVE_TRAINS, 1) == 0;
    packetBytes = Math.max(packetBytes, RoceHeader.packetBytes(mtu));
  }

  /**
   * Makes room for a burst that the socket's buffer does not hold, as far as there may be. In the
   * burst itself a JVM that has just started would be too slow for that.
   */
  void expect(long datagrams) {
    long left = datagrams;
    while (!trains && left > 0) {
      Room room = makeSpare();
      if (room == null) {
        return;
      }
      giveBack(room);
      left -= room.batch().slots();
    }
  }

  /** Returns a room that nobody uses. */
  Room take() {
    Room room = free.poll();
    return room != null ? room : make(trains ? TRAINS : DATAGRAMS);
  }

  /** Returns whether there is a room that nobody uses. */
  boolean hasFree() {
    return !free.isEmpty();
  }

  /** Returns a room beside one in use; null where it would take too much memory. */
  @Nullable Room takeSpare() {
    Room room = free.poll();
    return room != null ? room : makeSpare();
  }

  private @Nullable Room makeSpare() {
    int slots = trains ? TRAINS : BURST_BYTES / packetBytes;
    int most = trains ? MOST_TRAIN_BYTES : MOST_BYTES;
    return bytes + (long) slots * slotBytes() <= most ? make(slots) : null;
  }

  private int slotBytes() {
    return trains ? ReceiveBatch.TRAIN_BYTES : packetBytes;
  }

  private Room make(int slots) {
    ReceiveBatch batch =
        trains
            ? ReceiveBatch.ofTrains(calls, slots)
            : ReceiveBatch.ofDatagrams(calls, slots, packetBytes);
    PayloadViews payloads = new PayloadViews(batch.data(), slots, trains);
    Room room = new Room(batch, batch.data().duplicate(), payloads);
    all.add(room);
    bytes += (long) slots * slotBytes();
    return room;
  }

  /** Takes a room back, whose payloads stay as they are until it is taken again. */
  void giveBack(Room room) {
    free.push(room);
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    for (Room room : all) {
      room.batch().close();
    }
    all.clear();
    free.clear();
  }
}
