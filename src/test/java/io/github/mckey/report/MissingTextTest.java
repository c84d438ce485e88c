package io.github.mckey.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.measure.ClockTrust;
import org.junit.jupiter.api.Test;

/** What is said at the deadline. */
class MissingTextTest {
  @Test
  void aReceiverNamesEachSourceThatItMissesMessagesOf() {
    assertThat(MissingText.of(Samples.receiver(ClockTrust.NO_TIME)))
        .containsExactly(
            "mckey: time is over after 2.000 s, after the transfer",
            "mckey: connection 0: 2 of 10 messages missing",
            "mckey:   from ::ffff:10.7.0.2 QP 0x11: 2 of 10 missing");
  }

  @Test
  void aConnectionWithoutGroupIsOnlyThat() {
    assertThat(MissingText.of(Samples.sender()))
        .containsExactly(
            "mckey: time is over after 2.000 s, after the transfer",
            "mckey: connection 0: not joined");
  }
}
