package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

class HelpTextTest {
  private final String help = HelpText.of(new MckeyOptions().all());

  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help", "--h", "-sh", "-c abc -h", "-h -x", "-M ::1 -h"})
  void helpGoesToStdout(String line) {
    assertThat(MckeyCommand.parse(line.split(" "))).isEqualTo(new Outcome.Exit(0, help, ""));
  }

  @Test
  void complaintBeforeTheHelpOptionWins() {
    assertThat(MckeyCommand.parse(new String[] {"-x", "-h"}))
        .isEqualTo(new Outcome.Exit(1, Texts.USAGE, "mckey: invalid option -- 'x'\n"));
  }

  @Test
  void everyOptionWithItsValueAndDefaultOnALineOfItsOwn() {
    List<String> lines = help.lines().toList();
    for (OptionSpec option : new MckeyOptions().all()) {
      StringBuilder line = new StringBuilder("  ").append(String.join(", ", option.names()));
      if (option.arity().max() > 0 && option.arity().min() == 0) {
        line.append("[=").append(option.paramLabel()).append(']');
      } else if (option.arity().max() > 0) {
        line.append(' ').append(option.paramLabel());
      }
      if (option.defaultValue() != null) {
        line.append("  (default: ").append(option.defaultValue()).append(')');
      }
      assertThat(lines).containsOnlyOnce(line.toString());
    }
  }

  @Test
  void stocksOptionsComeFirstInStocksOrder() {
    assertThat(help.lines().filter(line -> line.startsWith("  -")).map(line -> line.substring(2)))
        .extracting(line -> line.split("[ ,]")[0])
        .startsWith("-m", "-M", "-s", "-b", "-c", "-C", "-S", "-p", "-o", "-l")
        .endsWith("-h", "-V");
  }

  @Test
  void fitsATerminal() {
    assertThat(help.lines())
        .allMatch(line -> line.length() < 80 && line.equals(line.stripTrailing()));
    assertThat(help).endsWith("\n").isASCII();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version", "--v"})
  void versionIsTheBuilds(String option) throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String version = pom.substring(pom.indexOf("<version>") + 9, pom.indexOf("</version>"));

    assertThat(MckeyCommand.parse(new String[] {option}))
        .isInstanceOfSatisfying(
            Outcome.Exit.class,
            exit -> {
              assertThat(exit.status()).isZero();
              assertThat(exit.stdout()).startsWith("mckey " + version + " (").endsWith(")\n");
              assertThat(exit.stderr()).isEmpty();
            });
  }
}
