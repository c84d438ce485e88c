package io.github.mckey.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.measure.ClockTrust;
import io.github.mckey.measure.IntervalSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatsTextTest {
  @Test
  void aReceiverTellsItsConnectionsAndSources() {
    assertThat(StatsText.of(Samples.receiver(ClockTrust.SAME_CLOCK)))
        .containsExactly(
            "mckey: connection 0: received 8 of 10, lost 2 (20.00 %), duplicate 1, reordered 3,"
                + " corrupt 4, 1000.0 messages/s, first after 0.250 s",
            "mckey:   from ::ffff:10.7.0.2 QP 0x11: received 8 of 10, lost 2, duplicate 1,"
                + " reordered 3, corrupt 4, 1000.0 messages/s, jitter 0.012 ms, latency"
                + " min/p50/p99/max 0.010/0.020/0.030/0.040 ms",
            "mckey:   refused 2 packets: bad-icrc");
  }

  @Test
  void saysWhenClocksDoNotPermitLatencies() {
    assertThat(StatsText.of(Samples.receiver(ClockTrust.CONTRADICTED)).get(1))
        .endsWith("latency unknown: the hosts' clocks differ");
    assertThat(StatsText.of(Samples.receiver(ClockTrust.UNVERIFIED)).get(1))
        .endsWith("ms (if the hosts' clocks agree)");
    assertThat(StatsText.of(Samples.receiver(Samples.stockSource())).get(1))
        .endsWith("latency unknown: the messages carry no time");
  }

  @Test
  void aSenderTellsWhatItSent() {
    assertThat(StatsText.of(Samples.sender()))
        .containsExactly(
            "mckey: connection 0: posted 10, completed 9, failed 1, 3.0 messages/s",
            "mckey:   1 sends failed: transport retry counter exceeded (status 12, vendor error"
                + " 0xffffffff)");
  }

  @Test
  void aStretchOfTimeIsALine() {
    IntervalSummary stretch = new IntervalSummary(1_000_000_000, 2_500_000_000L, 30, 3);
    assertThat(StatsText.interval(stretch, false))
        .isEqualTo("mckey: 1.000-2.500 s: received 30, 20.0 messages/s, lost 3");
    assertThat(StatsText.interval(stretch, true))
        .isEqualTo("mckey: 1.000-2.500 s: sent 30, 20.0 messages/s");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0.5, 0, 1",
    "1.005, 1, 1.0",
    "-1.25, 1, -1.3",
    "-0.001, 2, 0.00",
    "12345678.9, 3, 12345678.900"
  })
  void decimalsAreRoundedAndPadded(double value, int digits, String text) {
    assertThat(Decimals.fixed(value, digits)).isEqualTo(text);
  }
}
