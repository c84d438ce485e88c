package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums told from differences, against sums over all bytes. */
class BodySumsTest {
  private static final int PASSES = 3;
  private static final int AT = 20;

  private final SplittableRandom random = new SplittableRandom(11);
  private final ByteBuffer packets = ByteBuffer.allocateDirect(8192);
  private final ByteBuffer view = packets.duplicate();
  private final Icrc icrc = new Icrc(TestPackets.gid("239.1.1.1"));
  private final BodySums sums = new BodySums(icrc, new BodyTerms.Latest(), PASSES);

  private int summed(int bytes) {
    return sums.sum(packets, view, AT, bytes);
  }

  private int full(int bytes) {
    return icrc.body(packets.duplicate(), AT, bytes);
  }

  private void fill(int bytes) {
    for (int i = 0; i < bytes; i++) {
      packets.put(AT + i, (byte) random.nextInt());
    }
  }

  private void change(int from, int to) {
    packets.put(AT + random.nextInt(from, to), (byte) random.nextInt());
  }

  /** The first packets of a length are passed over, and from then on it takes what differs. */
  @ParameterizedTest
  @ValueSource(ints = {12, 16, 20, 88, 92, 96, 100, 124, 1048, 4120})
  void packetsThatDifferNearTheirBeginning(int bytes) {
    fill(bytes);
    for (int i = 0; i < 5_000; i++) {
      for (int n = random.nextInt(8); n > 0; n--) {
        change(0, Math.min(bytes, BodyTerms.BYTES) & -8);
      }
      assertThat(summed(bytes)).isEqualTo(full(bytes));
    }
  }

  @Test
  void packetsThatDifferAnywhereAndInLength() {
    int bytes = 124;
    for (int i = 0; i < 50_000; i++) {
      switch (random.nextInt(40)) {
        case 0 -> bytes = 12 + 4 * random.nextInt(60);
        case 1 -> change(0, bytes);
        case 2 -> fill(bytes);
        default -> change(0, Math.min(bytes, BodyTerms.BYTES));
      }
      assertThat(summed(bytes)).isEqualTo(full(bytes));
    }
  }

  /**
   * A full pass reads from the view, so one that shows other bytes tells the two ways apart. Not
   * for the pass after which packets are compared, which would be with those bytes.
   */
  private boolean isCompared(int bytes) {
    ByteBuffer other = ByteBuffer.allocateDirect(packets.capacity()).put(packets.duplicate());
    // What lies behind the head has to be the same, or it would not be compared.
    other.put(AT, (byte) ~packets.get(AT));
    int ofOther = icrc.body(other.duplicate(), AT, bytes);
    int sum = sums.sum(packets, other, AT, bytes);
    assertThat(sum).isIn(full(bytes), ofOther);
    return sum != ofOther;
  }

  @Test
  void whatIsLikeTheLastOneIsNotPassedOver() {
    int bytes = 88;
    fill(bytes);
    for (int i = 1; i < PASSES; i++) {
      assertThat(isCompared(bytes)).isFalse();
    }
    summed(bytes);
    change(0, bytes);
    assertThat(isCompared(bytes)).isTrue();
  }

  /** Another payload ends the comparing until enough have come again. */
  @Test
  void anotherPayloadIsPassedOver() {
    int bytes = 200;
    fill(bytes);
    for (int i = 0; i < PASSES; i++) {
      summed(bytes);
    }
    assertThat(isCompared(bytes)).isTrue();
    packets.put(AT + bytes - 1, (byte) ~packets.get(AT + bytes - 1));
    assertThat(summed(bytes)).isEqualTo(full(bytes));
    packets.put(AT + bytes - 1, (byte) ~packets.get(AT + bytes - 1));
    for (int i = 2; i < PASSES; i++) {
      assertThat(isCompared(bytes)).isFalse();
    }
    summed(bytes);
    assertThat(isCompared(bytes)).isTrue();
  }

  /** Packets of other lengths in between change nothing, however many. */
  @Test
  void anotherLengthInBetweenIsPassedOver() {
    fill(200);
    for (int i = 0; i < PASSES; i++) {
      summed(88);
    }
    for (int i = 0; i < 10 * PASSES; i++) {
      assertThat(isCompared(124)).isFalse();
      assertThat(isCompared(88)).isTrue();
    }
  }
}
