package io.github.mckey.transport.udp;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.ReceiveBatch;
import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Room for datagrams, which the endpoints of a transport use in turn: there is one, and one more
 * for each endpoint that has not yet gone through all that it took.
 */
final class ReceiveRooms implements AutoCloseable {
  /** Datagrams that one system call takes at most. */
  private static final int DATAGRAMS = 64;

  /** Trains that one system call takes at most. */
  private static final int TRAINS = 16;

  private static final int LARGEST_MESSAGE = 4096;

  private final NativeCalls calls;
  private final ArrayDeque<Room> free = new ArrayDeque<>();
  private final List<Room> all = new ArrayList<>();
  private boolean trains = true;

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

  /** Lets a socket hand trains over whole, where the kernel can; before its first datagram. */
  void prepare(UdpSocket socket) {
    trains &= socket.set(SocketOption.RECEIVE_TRAINS, 1) == 0;
  }

  /** Returns a room that nobody uses. */
  Room take() {
    Room room = free.poll();
    return room != null ? room : make();
  }

  private Room make() {
    ReceiveBatch batch =
        trains
            ? new ReceiveBatch(calls, TRAINS, ReceiveBatch.TRAIN_BYTES)
            : new ReceiveBatch(calls, DATAGRAMS, RoceHeader.packetBytes(LARGEST_MESSAGE));
    Room room =
        new Room(batch, batch.data().duplicate(), new PayloadViews(batch.data(), batch.slots()));
    all.add(room);
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
