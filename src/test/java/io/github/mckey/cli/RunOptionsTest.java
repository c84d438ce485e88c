package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.Limits;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.Reporting;
import io.github.mckey.config.SourceChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunOptionsTest {
  @Test
  void withoutThemNothingIsBoundedOrReported() {
    MckeyConfig config = run("-m g");
    assertThat(config.limits()).isEqualTo(Limits.NONE);
    assertThat(config.reporting()).isEqualTo(Reporting.NONE);
    assertThat(config.isMeasuring()).isFalse();
  }

  @Test
  void theirValuesArrive() {
    MckeyConfig receiver =
        run("-m g --timeout 2.5 --allow-loss 0.1 --stats --interval 1 --progress");
    assertThat(receiver.limits()).isEqualTo(new Limits(2_500_000_000L, 0, 0, 0.1));
    assertThat(receiver.reporting())
        .isEqualTo(new Reporting(true, false, null, 1_000_000_000, true));
    MckeyConfig sender = run("-m g -s --rate 1000.5 --duration 60");
    assertThat(sender.limits()).isEqualTo(new Limits(0, 60_000_000_000L, 1000.5, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--timeout 1",
        "--duration 1",
        "--stats",
        "--json",
        "--json=x",
        "--interval 1",
        "--progress"
      })
  void eachOfTheseMakesAReceiverLookAtItsMessages(String option) {
    assertThat(run("-m g " + option).isMeasuring()).isTrue();
  }

  @Test
  void jsonGoesToStdoutOrToAFile() {
    assertThat(run("-m g --json").reporting().json()).isTrue();
    assertThat(run("-m g --json").reporting().jsonFile()).isNull();
    assertThat(run("-m g --json=a.json").reporting().json()).isFalse();
    assertThat(run("-m g --json=a.json").reporting().jsonFile()).isEqualTo("a.json");
    assertThat(run("--json -m g").group()).isEqualTo(run("-m g").group());
  }

  @Test
  void interfacesAndDevicesStandInPlaceOfAnAddress() {
    assertThat(run("-m g").source()).isNull();
    assertThat(run("-m g --interface eth0").source()).isEqualTo(new SourceChoice.Interface("eth0"));
    assertThat(run("-M ::1 --device rxe0").source())
        .isEqualTo(new SourceChoice.Device("rxe0", SourceChoice.ONLY_PORT));
    assertThat(run("-m g --device mlx5_0:2").source())
        .isEqualTo(new SourceChoice.Device("mlx5_0", 2));
    assertThat(run("-m g --interface eth0").bindAddress()).isNull();
  }

  @Test
  void aDurationLeavesTheCountOpenUnlessOneIsGiven() {
    assertThat(run("-m g --duration 1").isUnlimited()).isTrue();
    assertThat(run("-m g --duration 1 -C 5").messageCount()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--timeout 0|option --timeout takes seconds above 0 to 31622400, decimals allowed, not '0'",
        "--timeout 1e3|option --timeout takes seconds above 0 to 31622400, decimals allowed, not '1e3'",
        "--interval 0|option --interval takes seconds from 0.001 to 31622400, decimals allowed, not '0'",
        "--rate 0 -s|option --rate takes a number above 0 up to 1000000000, decimals allowed, not '0'",
        "--rate nan -s|option --rate takes a number above 0 up to 1000000000, decimals allowed, not 'nan'",
        "--rate 5|option --rate goes with -s only",
        "--allow-loss 101 --timeout 1|option --allow-loss takes a number from 0 to 100, decimals allowed, not '101'",
        "--allow-loss 1|option --allow-loss needs --timeout or --duration",
        "--allow-loss 1 --timeout 1 -s|option --allow-loss is for receivers, so it does not go with -s",
      })
  void refusesWhatMakesNoSense(String options, String complaint) {
    assertThat(MckeyCommand.parse(("-m g " + options).split(" ")))
        .isEqualTo(new Outcome.Exit(1, Texts.USAGE, "mckey: " + complaint + "\n"));
  }

  private static MckeyConfig run(String line) {
    Outcome outcome = MckeyCommand.parse(line.split(" "));
    assertThat(outcome).isInstanceOf(Outcome.Run.class);
    return ((Outcome.Run) outcome).config();
  }
}
