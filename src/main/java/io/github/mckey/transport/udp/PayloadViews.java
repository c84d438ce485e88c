package io.github.mckey.transport.udp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Received payloads as buffers of their own. The buffers are kept: as long as datagrams of one
 * length come, alone or in trains, they begin where others began before them.
 */
final class PayloadViews {
  private final ByteBuffer data;
  private final int places;
  private final @Nullable ByteBuffer[] views;
  private final int[] offsets;

  /**
   * Prepares; the buffers are made when they are asked for.
   *
   * @param data the memory of all slots
   * @param slots datagrams or trains that it holds
   * @param trains whether a slot may hold more than one datagram
   */
  PayloadViews(ByteBuffer data, int slots, boolean trains) {
    this.data = data;
    places = trains ? Trains.MOST_RECEIVED : 1;
    views = new ByteBuffer[slots * places];
    offsets = new int[slots * places];
  }

  /** Returns the number of a buffer for a place in a train that arrived in a slot. */
  int number(int slot, int place) {
    return slot * places + Math.min(place, places - 1);
  }

  /**
   * Returns a payload: position 0, limit its length, big-endian.
   *
   * @param number from {@link #number}
   * @param offset where it begins
   */
  ByteBuffer of(int number, int offset, int length) {
    ByteBuffer view = views[number];
    if (view == null || offsets[number] != offset || view.capacity() < length) {
      view = data.slice(offset, length).order(ByteOrder.BIG_ENDIAN);
      views[number] = view;
      offsets[number] = offset;
    }
    return view.clear().limit(length);
  }
}
