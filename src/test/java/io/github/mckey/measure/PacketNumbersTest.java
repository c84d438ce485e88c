package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacketNumbersTest {
  private final PacketNumbers numbers = new PacketNumbers();

  @Test
  void countFromZeroWhereTheFirstOnesAreMissing() {
    assertThat(numbers.sequence(3)).isEqualTo(3);
    assertThat(numbers.sequence(1)).isEqualTo(1);
  }

  @Test
  void countFromTheFirstOneOfARunUnderWay() {
    assertThat(numbers.sequence(0x100000)).isZero();
    assertThat(numbers.sequence(0x100002)).isEqualTo(2);
    assertThat(numbers.sequence(0x0fffff)).isEqualTo(-1);
  }

  @Test
  void goOnAfterTheLargest() {
    numbers.sequence(0);
    for (long sequence = 0; sequence < 0x3000000L; sequence += 0x7ffff) {
      assertThat(numbers.sequence((int) (sequence & 0xffffff))).isEqualTo(sequence);
    }
    long last = numbers.sequence(0);
    assertThat(numbers.sequence(0xffffff)).isEqualTo(last - 1);
  }
}
