package io.github.mckey.transport.udp;

import java.nio.ByteBuffer;

/**
 * The CRCs of received packets' bodies. Once many of one length have come, only what differs from
 * the packet before is summed, since a CRC is affine: the packets of a flood, which differ in their
 * numbers, cost a comparison each. The result is that of a full pass in any case.
 *
 * <p>Words that differ near the packet's beginning, where the headers are, have their share looked
 * up. Where anything differs behind, the packet is passed over in full, and so are the next ones.
 * Used by one thread; allocates only where it begins to compare packets of another length.
 */
final class BodySums {
  /** Full passes of one length in a row before it compares: shorter runs would not gain. */
  static final int PASSES = 1024;

  /** Bytes whose differences are looked up: the headers of a RoCEv2 packet and of a message. */
  static final int LOOKED_UP = 96;

  private static final int BYTE_VALUES = 256;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Icrc icrc;
  private final int wantedPasses;
  private int passes;
  private int passedBytes;

  /** The length of packets that there is room to compare, and whether they are compared. */
  private int roomBytes;

  private boolean comparing;

  /** How much of it is compared word by word. */
  private int headBytes;

  /** The sum of the last packet of that length. */
  private int lastSum;

  private long[] lastHead = {};
  private long[] lastChanges = {};

  /** What all of that length have behind. */
  private ByteBuffer tail = NOTHING;

  /** What each value of a byte of the head adds, for each byte. */
  private int[] terms = {};

  /** The words of the head, a bit each, whose bytes' terms are there. */
  private int known;

  BodySums(Icrc icrc, int wantedPasses) {
    this.icrc = icrc;
    this.wantedPasses = wantedPasses;
  }

  /**
   * Returns the CRC of a body, as {@link Icrc#body} does.
   *
   * @param packets the receive buffer, big-endian
   * @param view another buffer over the same bytes, whose position and limit may be changed
   * @param offset where the body begins
   * @param bodyBytes its length, a multiple of four
   */
  int sum(ByteBuffer packets, ByteBuffer view, int offset, int bodyBytes) {
    if (comparing && bodyBytes == roomBytes && hasSameTail(view, offset)) {
      return byDifference(packets, offset);
    }
    int sum = icrc.body(view, offset, bodyBytes);
    count(packets, view, offset, bodyBytes, sum);
    return sum;
  }

  private boolean hasSameTail(ByteBuffer view, int offset) {
    if (headBytes == roomBytes) {
      return true;
    }
    view.limit(offset + roomBytes).position(offset + headBytes);
    return tail.mismatch(view) < 0;
  }

  /** In two steps, since one loop over both would be too much for the processor's registers. */
  private int byDifference(ByteBuffer packets, int offset) {
    long[] head = lastHead;
    long[] changes = lastChanges;
    int changed = 0;
    for (int i = 0; i < head.length; i++) {
      long word = packets.getLong(offset + i * Long.BYTES);
      long change = word ^ head[i];
      head[i] = word;
      changes[i] = change;
      changed |= change != 0 ? 1 << i : 0;
    }
    return addTerms(changed);
  }

  private int addTerms(int changed) {
    if ((changed & ~known) != 0) {
      learn(changed & ~known);
    }
    long[] changes = lastChanges;
    int[] all = terms;
    int sum = lastSum;
    for (int left = changed; left != 0; left &= left - 1) {
      int word = Integer.numberOfTrailingZeros(left);
      long change = changes[word];
      int at = word * Long.BYTES * BYTE_VALUES;
      int high = (int) (change >>> Integer.SIZE);
      if (high != 0) {
        sum ^= terms(all, at, high);
      }
      int low = (int) change;
      if (low != 0) {
        sum ^= terms(all, at + Integer.BYTES * BYTE_VALUES, low);
      }
    }
    lastSum = sum;
    return sum;
  }

  private static int terms(int[] all, int at, int change) {
    return all[at + (change >>> 24)]
        ^ all[at + BYTE_VALUES + (change >>> 16 & 0xFF)]
        ^ all[at + 2 * BYTE_VALUES + (change >>> 8 & 0xFF)]
        ^ all[at + 3 * BYTE_VALUES + (change & 0xFF)];
  }

  private void learn(int words) {
    for (int left = words; left != 0; left &= left - 1) {
      int first = Integer.numberOfTrailingZeros(left) * Long.BYTES;
      for (int at = first; at < first + Long.BYTES; at++) {
        CrcAlgebra.fillTerms(terms, at * BYTE_VALUES, roomBytes - at - 1);
      }
    }
    known |= words;
  }

  /** Takes note of a full pass. */
  private void count(ByteBuffer packets, ByteBuffer view, int offset, int bodyBytes, int sum) {
    if (bodyBytes != passedBytes) {
      passedBytes = bodyBytes;
      passes = 0;
    }
    if (comparing && bodyBytes == roomBytes) {
      // Packets of this length differ more than was thought.
      comparing = false;
      passes = 0;
    }
    if (++passes >= wantedPasses) {
      passes = 0;
      begin(packets, view, offset, bodyBytes, sum);
    }
  }

  private void begin(ByteBuffer packets, ByteBuffer view, int offset, int bodyBytes, int sum) {
    if (bodyBytes != roomBytes) {
      makeRoom(bodyBytes);
    }
    for (int i = 0; i < lastHead.length; i++) {
      lastHead[i] = packets.getLong(offset + i * Long.BYTES);
    }
    view.limit(offset + bodyBytes).position(offset + headBytes);
    tail.clear().put(view).flip();
    lastSum = sum;
    comparing = true;
  }

  private void makeRoom(int bodyBytes) {
    roomBytes = bodyBytes;
    headBytes = Math.min(LOOKED_UP, bodyBytes) & -Long.BYTES;
    lastHead = new long[headBytes / Long.BYTES];
    lastChanges = new long[lastHead.length];
    tail = ByteBuffer.allocateDirect(bodyBytes - headBytes);
    terms = new int[headBytes * BYTE_VALUES];
    known = 0;
  }
}
