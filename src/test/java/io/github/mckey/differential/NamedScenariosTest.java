package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.cli.MckeyCommand;
import io.github.mckey.cli.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios that have a name: the table, and the argument lists of all recorded runs. */
class NamedScenariosTest {
  private static final Path TRANSCRIPTS = Path.of("src/test/resources/transcripts");
  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static Differential differential;

  @BeforeAll
  static void start() {
    differential = new Differential();
  }

  @AfterAll
  static void stop() {
    differential.close();
  }

  static List<Named<Scenario>> table() {
    return named(NamedScenarios.all());
  }

  static List<Named<Scenario>> transcripts() {
    Map<String, Scenario> runs = new LinkedHashMap<>(recorded());
    runs.values().removeIf(NamedScenariosTest::isRefused);
    return named(runs);
  }

  private static List<Named<Scenario>> named(Map<String, Scenario> scenarios) {
    List<Named<Scenario>> all = new ArrayList<>();
    scenarios.forEach((name, scenario) -> all.add(Named.of(name, scenario)));
    return all;
  }

  @ParameterizedTest
  @MethodSource({"table", "transcripts"})
  void oursDoesWhatStockDoes(Scenario scenario) {
    differential.check(List.of(scenario));
  }

  /** The command lines that ours refuses (D2 to D6) are held by the tests of the command line. */
  @Test
  void theOtherRecordedArgumentListsAreRefused() {
    Map<String, Scenario> refused = new LinkedHashMap<>(recorded());
    assertThat(refused).hasSize(47);
    refused.values().removeIf(scenario -> !isRefused(scenario));
    assertThat(refused.keySet())
        .containsExactly(
            "no-arguments",
            "option-help",
            "option-long-help",
            "option-missing-value",
            "sender-both-m-M",
            "sender-connections-0",
            "sender-connections-junk",
            "sender-connections-negative",
            "sender-count-junk",
            "sender-portspace-junk",
            "sender-portspace-tcp",
            "sender-size-negative",
            "sender-unmapped-nobind");
  }

  private static boolean isRefused(Scenario scenario) {
    return !(MckeyCommand.parse(scenario.arguments().toArray(new String[0]))
        instanceof Outcome.Run);
  }

  private static Map<String, Scenario> recorded() {
    Map<String, Scenario> all = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".json", "");
        all.put(name, new Scenario("fabric=roce;peer=10", arguments(Files.readString(file))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static List<String> arguments(String json) {
    List<String> found = new ArrayList<>();
    int start = json.indexOf('[');
    Matcher strings = STRING.matcher(json.substring(start, json.indexOf(']', start)));
    while (strings.find()) {
      assertThat(strings.group(1)).doesNotContain("\\");
      found.add(strings.group(1));
    }
    return found;
  }
}
