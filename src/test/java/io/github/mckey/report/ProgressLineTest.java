package io.github.mckey.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.measure.ClockTrust;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The line of a run's progress, where stderr is no terminal. */
class ProgressLineTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ProgressLine line = new ProgressLine(true, new LineOutput(err));

  @Test
  void theTimeLeftIsTheMessagesOrTheDeadlinesWhicheverIsSooner() {
    line.show(Samples.receiver(ClockTrust.SAME_CLOCK), -1);
    assertThat(text()).isEqualTo("mckey: 8 of 10 received, 4.0 messages/s, lost 1, 1 s left\n");
  }

  @Test
  void anEndInTimeComesFirst() {
    line.show(Samples.receiver(ClockTrust.SAME_CLOCK), 200_000_000);
    assertThat(text()).endsWith(", 0 s left\n");
  }

  @Test
  void withoutMessagesOnlyTheEndInTimeIsKnown() {
    line.show(Samples.receiver(ClockTrust.SAME_CLOCK), 30_000_000_000L);
    line.show(Samples.receiver(ClockTrust.SAME_CLOCK), 29_000_000_000L);
    assertThat(text()).endsWith("0.0 messages/s, lost 1, 29 s left\n");
  }

  @Test
  void aSenderTellsWhatCompleted() {
    line.show(Samples.sender(), -1);
    assertThat(text()).startsWith("mckey: 9 of 10 sent, 4.5 messages/s, ");
  }

  private String text() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
