package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
  @ParameterizedTest
  @CsvSource({
    "100, 100, 0, 0",
    "100, 99, 0, -110",
    "100, 99, 0.99, -110",
    "100, 99, 1, 0",
    "100, 0, 99.9, -110",
    "100, 0, 100, 0",
    "3, 2, 33.3, -110",
    "3, 2, 33.4, 0",
    "0, 5, 0, 0",
    "0, 0, 0, -110",
    "0, 0, 100, 0",
  })
  void comparesTheLossWithWhatIsAllowed(long expected, long received, double allowed, int status) {
    assertThat(Verdict.atDeadline(List.of(member(expected, received)), allowed)).isEqualTo(status);
  }

  @Test
  void everyConnectionMustHaveEnough() {
    assertThat(Verdict.atDeadline(List.of(member(10, 10), member(10, 8)), 10)).isEqualTo(-110);
  }

  private static ReceiveSummary member(long expected, long received) {
    return ReceiveSummary.of(expected, received, 0, 0, List.of());
  }
}
