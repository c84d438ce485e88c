package io.github.mckey.documents;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.mckey.cli.MckeyCommand;
import io.github.mckey.cli.Outcome;
import io.github.mckey.config.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual pages say what the programs say about themselves. */
class ManualPageTest {
  private static final Path STOCK_PAGE = Path.of("/usr/share/man/man1/mckey.1.gz");

  /** Variables with which the archive is made; no user needs them. */
  private static final Set<String> BUILDERS_OWN = Set.of("MCKEY_RECORD");

  /** So many words in a row are a sentence, or most of one. */
  private static final int COPIED = 7;

  static String help() {
    return ((Outcome.Exit) MckeyCommand.parse(new String[] {"--help"})).stdout();
  }

  static String smokeHelp() throws Exception {
    return Command.run("bin/mckey-smoke", "--help").stdout();
  }

  @Test
  void optionsAreThoseOfTheHelpWithTheSameDefaults() throws IOException {
    List<OptionEntry> help = OptionEntry.ofHelp(help());
    assertThat(help).hasSizeGreaterThan(20);
    assertThat(new ManualPage("mckey.1").entries("OPTIONS"))
        .containsExactlyInAnyOrderElementsOf(help);
  }

  @Test
  void smokesOptionsAndVariablesAreThoseOfItsHelp() throws Exception {
    List<OptionEntry> help = OptionEntry.ofHelp(smokeHelp());
    ManualPage page = new ManualPage("mckey-smoke.1");
    List<OptionEntry> both = new ArrayList<>(page.entries("OPTIONS"));
    both.addAll(page.entries("ENVIRONMENT"));
    assertThat(help).hasSize(5);
    assertThat(both).containsExactlyInAnyOrderElementsOf(help);
  }

  @Test
  void smokesTimeIsTheOneThatItSays() throws Exception {
    Matcher used =
        Pattern.compile("\\$\\{MCKEY_SMOKE_SECONDS:-(\\d+)}")
            .matcher(Files.readString(Path.of("bin/mckey-smoke")));
    assertThat(used.find()).isTrue();
    assertThat(OptionEntry.ofHelp(smokeHelp()))
        .contains(new OptionEntry("MCKEY_SMOKE_SECONDS", used.group(1)));
  }

  @Test
  void variablesAreThoseOfTheLauncherAndOfGetopt() throws IOException {
    List<String> launcher =
        Files.readAllLines(Path.of("bin/mckey")).stream()
            .filter(line -> line.matches("#   [A-Z_]+ .*"))
            .map(line -> line.substring(4).split(" ")[0])
            .toList();
    List<String> expected = new ArrayList<>(launcher);
    expected.removeAll(BUILDERS_OWN);
    expected.add("POSIXLY_CORRECT");
    assertThat(expected).contains("JAVA_HOME");
    assertThat(new ManualPage("mckey.1").entries("ENVIRONMENT"))
        .extracting(OptionEntry::head)
        .containsExactlyElementsOf(expected);
  }

  /** Returns the day that everything in the distribution is dated with. */
  private static String dayOfRelease() throws IOException {
    Matcher day =
        Pattern.compile("<project.build.outputTimestamp>([-0-9]+)T")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(day.find()).isTrue();
    return day.group(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mckey.1", "mckey-smoke.1"})
  void sectionsComeInOrder(String name) throws IOException {
    ManualPage page = new ManualPage(name);
    assertThat(page.sections())
        .containsExactly(
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "NOTES",
            "EXIT STATUS",
            "ENVIRONMENT",
            "EXAMPLES",
            "FILES",
            "SEE ALSO");
    assertThat(page.title())
        .contains(" 1 " + dayOfRelease() + " ")
        .contains("\"mckey " + Version.TEXT + "\"");
  }

  @Test
  void theChangesBeginWithThisVersion() throws IOException {
    assertThat(Files.readAllLines(Path.of("CHANGELOG.md")))
        .filteredOn(line -> line.startsWith("## "))
        .first(as(STRING))
        .isIn("## " + Version.TEXT + ", unreleased", "## " + Version.TEXT + ", " + dayOfRelease());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mckey.1", "mckey-smoke.1"})
  void mandocFindsNothingToBlame(String name) throws Exception {
    Command.assumeInstalled("mandoc");
    Command lint = Command.run("mandoc", "-Tlint", ManualPage.FOLDER.resolve(name).toString());
    assertThat(lint.stdout() + lint.stderr()).isEmpty();
    assertThat(lint.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mckey.1", "mckey-smoke.1"})
  void groffWarnsOfNothing(String name) throws Exception {
    Command.assumeInstalled("groff");
    Command.assumeInstalled("man");
    String page = ManualPage.FOLDER.resolve(name).toAbsolutePath().toString();
    Command man = Command.run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page);
    assertThat(man.stderr()).isEmpty();
    assertThat(man.status()).isZero();
    assertThat(man.stdout()).contains("mckey");
  }

  /** The check itself is checked: it finds a sentence that stock's page has. */
  @Test
  void noSentenceIsStocks() throws Exception {
    Assumptions.assumeTrue(Files.exists(STOCK_PAGE), "rdmacm-utils' page is not installed");
    Command stock = Command.run("zcat", STOCK_PAGE.toString());
    Set<String> theirs = runsOfWords(stock.stdout());
    assertThat(theirs).contains("a set of rdma multicast communication paths");
    for (String name : List.of("mckey.1", "mckey-smoke.1")) {
      Set<String> ours = runsOfWords(Files.readString(ManualPage.FOLDER.resolve(name)));
      ours.retainAll(theirs);
      assertThat(ours).as(name).isEmpty();
    }
  }

  /** Returns every run of words in the text, but for the synopsis and the lists of options. */
  private static Set<String> runsOfWords(String source) {
    StringBuilder text = new StringBuilder();
    boolean synopsis = false;
    for (String line : source.lines().toList()) {
      if (line.startsWith(".SH")) {
        synopsis = line.contains("SYNOPSIS");
      } else if (!synopsis && !line.startsWith(".TH") && !line.startsWith(".\\\"")) {
        text.append(line.replaceAll("^\\.[A-Z]+|\\\\f[A-Z]|\\\\", "")).append(' ');
      }
    }
    String[] words = text.toString().toLowerCase(java.util.Locale.ROOT).split("[^a-z0-9_-]+");
    Set<String> runs = new HashSet<>();
    for (int i = 0; i + COPIED <= words.length; i++) {
      runs.add(String.join(" ", List.of(words).subList(i, i + COPIED)));
    }
    return runs;
  }
}
