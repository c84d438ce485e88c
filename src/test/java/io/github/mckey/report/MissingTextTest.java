package io.github.mckey.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.measure.ClockTrust;
import io.github.mckey.measure.RunPhase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  /** Before messages are due, hearing none says nothing of the version of RoCE. */
  @ParameterizedTest
  @EnumSource
  void onlyATransferInSilenceIsForTheVersionOfRoce(RunPhase phase) {
    List<String> lines = MissingText.of(Samples.deaf(phase));
    assertThat(lines).hasSize(phase == RunPhase.TRANSFERRING ? 3 : 2);
    assertThat(lines.getLast().contains("RoCE v1")).isEqualTo(phase == RunPhase.TRANSFERRING);
  }

  @Test
  void aConnectionWithoutGroupIsOnlyThat() {
    assertThat(MissingText.of(Samples.sender()))
        .containsExactly(
            "mckey: time is over after 2.000 s, after the transfer",
            "mckey: connection 0: not joined");
  }
}
