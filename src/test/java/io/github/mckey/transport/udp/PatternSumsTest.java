package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.PayloadWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums of patterns, learnt in blocks that overlap in all ways, against sums that are computed. */
class PatternSumsTest {
  private final Random random = new Random(5);
  private final int[] ofPattern = random.ints(PayloadWriter.PATTERNS).toArray();
  private final PatternSums sums = new PatternSums();
  private int told;

  private void block(int first, int count) {
    int common = random.nextInt();
    int[] patterns = new int[count];
    for (int i = 0; i < count; i++) {
      patterns[i] = (first + i) % PayloadWriter.PATTERNS;
    }
    sums.begin(patterns[0], common ^ ofPattern[patterns[0]]);
    if (sums.knows(patterns, count)) {
      int[] filled = new int[count + 3];
      sums.fill(filled, 3, patterns, count);
      for (int i = 0; i < count; i++) {
        assertThat(filled[3 + i]).isEqualTo(common ^ ofPattern[patterns[i]]);
      }
      told++;
    } else {
      for (int pattern : patterns) {
        sums.learn(pattern, common ^ ofPattern[pattern]);
      }
    }
  }

  @Test
  void whatIsToldIsRight() {
    for (int i = 0; i < 20_000; i++) {
      block(random.nextInt(PayloadWriter.PATTERNS), 1 + random.nextInt(128));
    }
    assertThat(told).isGreaterThan(1_000);
  }

  @Test
  void blocksThatComeAgainAreLearntOnce() {
    for (int i = 0; i < 400; i++) {
      block(i * 64, 64);
    }
    assertThat(told).isEqualTo(400 - 4);
  }

  @Test
  void nothingIsKnownOfMessagesUnlikeOthers() {
    int[] unlike = {PayloadWriter.UNLIKE, PayloadWriter.UNLIKE};
    for (int i = 0; i < 3; i++) {
      sums.begin(PayloadWriter.UNLIKE, 1);
      assertThat(sums.knows(unlike, 2)).isFalse();
      sums.learn(PayloadWriter.UNLIKE, 2);
    }
    block(0, 4);
    sums.begin(0, 1);
    assertThat(sums.knows(new int[] {0, PayloadWriter.UNLIKE}, 2)).isFalse();
  }
}
