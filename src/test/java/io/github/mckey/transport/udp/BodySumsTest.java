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
  private final BodySums sums = new BodySums(icrc, PASSES);

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
        change(0, Math.min(bytes, BodySums.LOOKED_UP) & -8);
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
        default -> change(0, Math.min(bytes, BodySums.LOOKED_UP));
      }
      assertThat(summed(bytes)).isEqualTo(full(bytes));
    }
  }

  /** A full pass reads from the view, so one that shows other bytes tells the two ways apart. */
  @Test
  void whatIsLikeTheLastOneIsNotPassedOver() {
    int bytes = 88;
    ByteBuffer other = ByteBuffer.allocateDirect(packets.capacity());
    int ofOther = icrc.body(other.duplicate(), AT, bytes);
    fill(bytes);
    for (int i = 0; i < PASSES - 1; i++) {
      assertThat(sums.sum(packets, other, AT, bytes)).isEqualTo(ofOther);
    }
    assertThat(summed(bytes)).isEqualTo(full(bytes));
    change(0, bytes);
    assertThat(sums.sum(packets, other, AT, bytes)).isEqualTo(full(bytes)).isNotEqualTo(ofOther);
  }

  /** Another payload ends the comparing until enough have come again. */
  @Test
  void anotherPayloadIsPassedOver() {
    int bytes = 200;
    fill(bytes);
    for (int i = 0; i < PASSES; i++) {
      summed(bytes);
    }
    packets.put(AT + bytes - 1, (byte) ~packets.get(AT + bytes - 1));
    assertThat(summed(bytes)).isEqualTo(full(bytes));
    ByteBuffer other = ByteBuffer.allocateDirect(packets.capacity());
    int ofOther = icrc.body(other.duplicate(), AT, bytes);
    assertThat(sums.sum(packets, other, AT, bytes)).isEqualTo(ofOther);
  }
}
