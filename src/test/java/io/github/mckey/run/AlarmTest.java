package io.github.mckey.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AlarmTest {
  private final Alarm alarm = new Alarm();

  @Test
  void unsetItBoundsNothing() {
    assertThat(alarm.bound(-1, 0)).isEqualTo(-1);
    assertThat(alarm.rings(Long.MAX_VALUE / 2)).isFalse();
  }

  @Test
  void ringsOnce() {
    alarm.once(100);
    assertThat(alarm.bound(-1, 40)).isEqualTo(60);
    assertThat(alarm.bound(30, 40)).isEqualTo(30);
    assertThat(alarm.bound(-1, 140)).isZero();
    assertThat(alarm.rings(99)).isFalse();
    assertThat(alarm.rings(100)).isTrue();
    assertThat(alarm.isSet()).isFalse();
  }

  @Test
  void leavesOutTheTimesThatItMissed() {
    alarm.every(100, 10);
    assertThat(alarm.rings(100)).isTrue();
    assertThat(alarm.rings(109)).isFalse();
    assertThat(alarm.rings(135)).isTrue();
    assertThat(alarm.bound(-1, 135)).isEqualTo(5);
  }

  @Test
  void worksWhereTheClockWraps() {
    alarm.once(Long.MAX_VALUE + 10);
    assertThat(alarm.bound(-1, Long.MAX_VALUE)).isEqualTo(10);
    assertThat(alarm.rings(Long.MAX_VALUE)).isFalse();
  }
}
