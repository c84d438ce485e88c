package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The smoke test as a user runs it, over UDP sockets on the loopback interface. */
class SmokeIT {
  private static Outcome smoke(Map<String, String> environment, String... options)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of("bin/mckey-smoke").toAbsolutePath().toString());
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return Sandbox.run(builder);
  }

  @Test
  void passesWhereEveryMessageArrives() throws Exception {
    Outcome outcome = smoke(Map.of(), "--transport", "udp", "-c", "3", "-C", "50", "-S", "1023");
    assertThat(outcome.stdout())
        .contains("receiver: receiving data transfers\n")
        .contains("receiver: return status 0\n")
        .contains("sender: initiating data transfers\n")
        .contains("sender: return status 0\n")
        .endsWith("smoke: passed: every message arrived, over udp\n");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void failsWhereTheReceiverCannotStart() throws Exception {
    Outcome outcome = smoke(Map.of(), "--transport=udp", "-b", "192.0.2.99");
    assertThat(outcome.stdout())
        .contains("receiver: mckey: addr bind failure: Cannot assign requested address\n")
        .doesNotContain("sender:")
        .endsWith("smoke: FAILED: the receiver ended with status 255, over udp\n");
    assertThat(outcome.status()).isEqualTo(1);
  }

  /** Without loopback nothing can arrive on the loopback interface. */
  @Test
  void failsWhereMessagesAreMissing() throws Exception {
    Outcome outcome =
        smoke(Map.of("MCKEY_SMOKE_SECONDS", "15"), "--transport", "udp", "-b", "127.0.0.1", "-l");
    assertThat(outcome.stdout()).contains("after 15 s, over udp\n").contains("smoke: FAILED: ");
    assertThat(outcome.status()).isEqualTo(1);
  }

  /** The README's first command; over verbs where this machine has a device. */
  @Test
  void needsNoOptions() throws Exception {
    Outcome outcome = smoke(Map.of());
    assertThat(outcome.stdout()).contains("smoke: passed: every message arrived, over ");
    assertThat(outcome.status()).as(outcome.stdout() + outcome.stderr()).isZero();
  }

  @Test
  void givesEachSideWhatItTakes() throws Exception {
    Outcome outcome =
        smoke(
            Map.of("MCKEY_SMOKE_SECONDS", "060"),
            "--rate",
            "1000",
            "--transport=udp",
            "-C",
            "20",
            "--",
            "-s");
    assertThat(outcome.stdout()).endsWith("smoke: passed: every message arrived, over udp\n");
    assertThat(outcome.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "-s, leave -s away",
    "-sol, leave -s away",
    "-lsC5, leave -s away",
    "--allow-loss=1, leave --allow-loss away",
    "--json=file, leave the file of --json away",
    "--check, leave --check away",
  })
  void refusesWhatWouldMakeItsVerdictUntrue(String option, String why) throws Exception {
    Outcome outcome = smoke(Map.of(), option);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr()).startsWith("smoke: FAILED: " + why);
    assertThat(outcome.status()).isEqualTo(1);
  }
}
