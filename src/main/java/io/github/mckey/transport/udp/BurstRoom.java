package io.github.mckey.transport.udp;

/**
 * How large a receive buffer a burst needs. The kernel charges each datagram with the memory that
 * it occupies rather than with its length, and that is the driver's choice.
 */
public final class BurstRoom {
  /** Asked for at most: beyond it the reader, not the buffer, decides what is lost. */
  private static final long LARGEST = 64L << 20;

  /** A socket buffer's own structure, rounded up as the kernel's allocator does. */
  private static final int STRUCTURE_BYTES = 256;

  /**
   * Network drivers receive into pieces of half a page or more, however short the datagram; only
   * the loopback interface charges less.
   */
  private static final int SMALLEST_PIECE = 2048;

  /** IP and UDP headers, link header and headroom, and what the kernel keeps behind the data. */
  private static final int AROUND_DATA = 48 + 80 + 320;

  private BurstRoom() {}

  /** Returns about how many bytes of a receive buffer one message occupies. */
  public static int charge(int messageBytes) {
    return STRUCTURE_BYTES + Math.max(SMALLEST_PIECE, piece(messageBytes));
  }

  /** Returns how many bytes one message occupies at most that came by the loopback interface. */
  static int loopbackCharge(int messageBytes) {
    return STRUCTURE_BYTES + piece(messageBytes);
  }

  private static int piece(int messageBytes) {
    int data = RoceHeader.packetBytes(messageBytes) + AROUND_DATA;
    return Integer.highestOneBit(data - 1) << 1;
  }

  /**
   * Returns what SO_RCVBUF is to be set to, of which the kernel makes twice as much (socket(7)).
   *
   * @param burst messages; those beyond the largest buffer worth asking for do not count
   */
  public static long bytes(long burst, int messageBytes) {
    return isEndless(burst, messageBytes) ? LARGEST : (burst * charge(messageBytes) + 1) / 2;
  }

  /** Returns whether no buffer is meant to hold the whole burst. */
  static boolean isEndless(long burst, int messageBytes) {
    return burst > 2 * LARGEST / charge(messageBytes);
  }

  /** Returns the burst in words. */
  public static String text(long burst, int messageBytes) {
    return isEndless(burst, messageBytes) ? "a long burst" : "a burst of " + burst + " messages";
  }
}
