package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacerTest {
  private static final long START = 5_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theFirstMessageIsDueAtOnceAndTheNextOneAPeriodLater() {
    Pacer pacer = new Pacer(10, START);
    assertThat(pacer.due(START)).isEqualTo(1);
    pacer.sent(1);
    assertThat(pacer.due(START)).isZero();
    assertThat(pacer.sleepNanos(START)).isEqualTo(SECOND / 10);
    assertThat(pacer.due(START + SECOND / 10)).isEqualTo(1);
  }

  /** A sender that sleeps as told and wakes as late as timers do keeps the rate. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 3, 99.5, 1000, 30_000, 1_000_000})
  void keepsTheRateWithoutSpinning(double rate) {
    Pacer pacer = new Pacer(rate, START);
    long now = START;
    long sent = 0;
    long sleeps = 0;
    while (now < START + 10 * SECOND) {
      long due = pacer.due(now);
      pacer.sent(due);
      sent += due;
      now += pacer.sleepNanos(now) + 60_000;
      sleeps++;
    }
    assertThat((double) sent).isCloseTo(rate * 10, within(rate * 0.001 + 1));
    assertThat(sleeps).isLessThan(20_001);
    assertThat(sleeps).isLessThanOrEqualTo(sent + 1);
  }

  @Test
  void givesUpWhatALongHoldUpMissed() {
    Pacer pacer = new Pacer(1000, START);
    pacer.sent(pacer.due(START));
    assertThat(pacer.due(START + 60 * SECOND)).isBetween(100L, 102L);
  }

  @Test
  void catchesUpAfterAShortOne() {
    Pacer pacer = new Pacer(1000, START);
    pacer.sent(pacer.due(START));
    assertThat(pacer.due(START + SECOND / 20)).isEqualTo(50);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN})
  void refusesWhatIsNoRate(double rate) {
    assertThatThrownBy(() -> new Pacer(rate, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
