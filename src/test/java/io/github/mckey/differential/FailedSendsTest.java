package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many sends failed, where most of them complete without saying so. */
class FailedSendsTest {
  private static final List<String> SENDER =
      List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-s", "-C", "100", "--json");

  @Test
  void thoseBeforeARefusedOneArePosted() {
    Outcome ours = OurMckey.run("refuse=send.40:ENOMEM", Differential.DEADLINE, SENDER);
    assertThat(ours.status()).isEqualTo(12);
    assertThat(ours.stdout()).containsPattern("\"posted\" ?: ?39\\b");
  }

  /** The fortieth fails; those before it that were not signalled did not. */
  @Test
  void thoseBeforeAFailedOneSucceeded() {
    Outcome ours = OurMckey.run("wc=send.40:2:7:keep", Differential.DEADLINE, SENDER);
    assertThat(ours.status()).isEqualTo(255);
    assertThat(ours.stderr()).contains("mckey: connection 0: 1 sends failed: ");
    assertThat(ours.stdout())
        .containsPattern("\"posted\" ?: ?100\\b")
        .containsPattern("\"failed\" ?: ?1\\b");
  }
}
