package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.measure.SequenceWindow.Verdict;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceWindowTest {
  private final SequenceWindow window = new SequenceWindow();

  @Test
  void tellsNewLateAndRepeatedApart() {
    assertThat(window.add(0)).isEqualTo(Verdict.NEW);
    assertThat(window.add(2)).isEqualTo(Verdict.NEW);
    assertThat(window.add(1)).isEqualTo(Verdict.REORDERED);
    assertThat(window.add(1)).isEqualTo(Verdict.DUPLICATE);
    assertThat(window.add(2)).isEqualTo(Verdict.DUPLICATE);
    assertThat(window.unique()).isEqualTo(3);
    assertThat(window.duplicates()).isEqualTo(2);
    assertThat(window.reordered()).isEqualTo(1);
  }

  @Test
  void remembersExactlyTheSpan() {
    window.add(SequenceWindow.SPAN);
    assertThat(window.add(1)).isEqualTo(Verdict.REORDERED);
    assertThat(window.add(0)).isEqualTo(Verdict.TOO_OLD);
    assertThat(window.unique()).isEqualTo(2);
    assertThat(window.tooOld()).isEqualTo(1);
  }

  @Test
  void takesNumbersBeforeTheBeginningAsTooOld() {
    assertThat(window.add(-1)).isEqualTo(Verdict.TOO_OLD);
  }

  @Test
  void forgetsWhatAJumpLeavesBehind() {
    window.add(5);
    long far = 1_000_000_000_000L;
    assertThat(window.add(far)).isEqualTo(Verdict.NEW);
    assertThat(window.add(far - SequenceWindow.SPAN + 1)).isEqualTo(Verdict.REORDERED);
    assertThat(window.add(5)).isEqualTo(Verdict.TOO_OLD);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void takesTheLargestNumberAtOnce() {
    assertThat(window.add(Long.MAX_VALUE)).isEqualTo(Verdict.NEW);
    assertThat(window.add(Long.MAX_VALUE)).isEqualTo(Verdict.DUPLICATE);
    assertThat(window.add(0)).isEqualTo(Verdict.TOO_OLD);
  }

  /** A set that remembers everything is the oracle. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithASetThatForgetsNothing(long seed) {
    Random random = new Random(seed);
    int step = 1 << random.nextInt(14);
    Set<Long> seen = new HashSet<>();
    long highest = -1;
    for (int i = 0; i < 300_000; i++) {
      long sequence = Math.max(0, highest + 1 + random.nextInt(-step, step));
      Verdict expected;
      if (sequence > highest) {
        expected = Verdict.NEW;
        highest = sequence;
      } else if (highest - sequence >= SequenceWindow.SPAN) {
        expected = Verdict.TOO_OLD;
      } else {
        expected = seen.contains(sequence) ? Verdict.DUPLICATE : Verdict.REORDERED;
      }
      seen.add(sequence);
      assertThat(window.add(sequence)).as("seed %d, message %d", seed, i).isEqualTo(expected);
    }
    assertThat(window.unique()).isEqualTo(seen.size());
  }
}
