package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandInBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts stay the C locale's, also for a JVM that the launcher has not given its locale. */
class LocaleIT {
  private static final Path FOLDER = StandInBuild.folder().resolveSibling("locales");
  private static final Path SCRATCH = StandInBuild.folder().resolveSibling("differential");
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final List<Scenario> SCENARIOS =
      List.of(
          Scenario.of("fabric=roce", "-m", "239.1.1.1", "-b", "10.7.0.1", "-s"),
          Scenario.of("fabric=roce", "-m", "239.1.1.1", "-b", "10.7.0.9", "-s"),
          Scenario.of("fail=rdma_create_event_channel:1:EACCES", "-m239.1.1.1", "-b10.7.0.1"),
          Scenario.of("wc=send.3:GENERAL_ERR", "-m", "239.1.1.1", "-b", "10.7.0.1", "-s"));

  @BeforeAll
  static void makeLocales() throws Exception {
    Files.createDirectories(FOLDER);
    for (String language : List.of("de_DE", "tr_TR")) {
      run(
          "localedef",
          "-i",
          language,
          "-f",
          "UTF-8",
          FOLDER.resolve(language + ".UTF-8").toString());
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String words = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as("localedef needs Debian's package locales: " + words).isZero();
  }

  @ParameterizedTest
  @CsvSource({"C", "de_DE.UTF-8", "tr_TR.UTF-8"})
  void aJvmSpeaksAsStockDoes(String locale) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessRun direct =
        new ProcessRun(
            List.of(
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-jar",
                Path.of("target/mckey.jar").toAbsolutePath().toString()),
            SCRATCH.resolve("jvm"));
    checkAll(direct, locale);
  }

  @ParameterizedTest
  @CsvSource({"C", "de_DE.UTF-8"})
  void theLauncherSpeaksAsStockDoes(String locale) {
    checkAll(OurMckey.process(SCRATCH.resolve("launcher")), locale);
  }

  private static void checkAll(ProcessRun ours, String locale) {
    ours.with("LC_ALL", locale).with("LANGUAGE", "de").with("LOCPATH", FOLDER.toString());
    ProcessRun stock = ProcessRun.stock(SCRATCH.resolve("stock"));
    for (Scenario scenario : SCENARIOS) {
      Outcome run =
          ours.run(scenario.config(), DEADLINE, OurMckey.withoutPause(scenario.arguments()));
      Comparison comparison =
          Comparison.of(
              scenario,
              run,
              config -> stock.run(config, DEADLINE, scenario.arguments()),
              Comparison.ALL);
      assertThat(comparison.differences()).as(comparison.explanation()).isEmpty();
    }
  }
}
