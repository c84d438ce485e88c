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

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Icrc icrc;
  private final BodyTerms.Latest latestTerms;
  private final int wantedPasses;
  private int passes;
  private int passedBytes;

  /** The length of packets that there is room to compare; 0 where there is none yet. */
  private int roomBytes;

  /** Whether packets of that length are compared. */
  private boolean comparing;

  /** How much of it is compared word by word. */
  private int headBytes;

  /** The sum of the last packet of that length. */
  private int lastSum;

  private long[] lastHead = {};
  private long[] lastChanges = {};

  /** What all of that length have behind. */
  private ByteBuffer tail = NOTHING;

  private BodyTerms terms;

  BodySums(Icrc icrc, BodyTerms.Latest latestTerms, int wantedPasses) {
    this.icrc = icrc;
    this.latestTerms = latestTerms;
    terms = new BodyTerms(0);
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
      passes = 0;
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
    int sum = lastSum;
    for (int left = changed; left != 0; left &= left - 1) {
      int word = Integer.numberOfTrailingZeros(left);
      sum ^= terms.of(word, lastChanges[word]);
    }
    lastSum = sum;
    return sum;
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
    headBytes = Math.min(BodyTerms.BYTES, bodyBytes) & -Long.BYTES;
    lastHead = new long[headBytes / Long.BYTES];
    lastChanges = new long[lastHead.length];
    tail = ByteBuffer.allocate(bodyBytes - headBytes);
    terms = latestTerms.of(bodyBytes);
  }
}
