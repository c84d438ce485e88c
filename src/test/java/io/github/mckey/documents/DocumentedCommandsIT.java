package io.github.mckey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.documents.CommandBlocks.Shown;
import io.github.mckey.documents.CommandChecks.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in the documents work, and what they show as printed is what is printed. */
class DocumentedCommandsIT {
  private static final DocumentedCommands DOCUMENTED = new DocumentedCommands();

  @TempDir private Path folder;

  /** Returns everything that the documents show, each command once. */
  static List<Shown> commands() throws IOException {
    Map<String, Shown> found = new LinkedHashMap<>();
    for (Shown shown : all()) {
      found.putIfAbsent(shown.command() + shown.output(), shown);
    }
    return List.copyOf(found.values());
  }

  private static List<Shown> all() throws IOException {
    List<Shown> all = new ArrayList<>();
    for (Path document : documents()) {
      all.addAll(CommandBlocks.ofMarkdown(document, DOCUMENTED::isWhole));
    }
    all.addAll(CommandBlocks.ofExamples(new ManualPage("mckey.1")));
    all.addAll(CommandBlocks.ofExamples(new ManualPage("mckey-smoke.1")));
    return all;
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents =
        new ArrayList<>(
            List.of(
                Path.of("README.md"),
                Path.of("CONTRIBUTING.md"),
                Path.of("src/lab/README.md"),
                Path.of("native-bindings/README.md")));
    try (Stream<Path> files = Files.walk(Path.of("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    return documents;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commands")
  void works(Shown shown) throws Exception {
    Check check = DOCUMENTED.of(shown);
    assertThat(check)
        .as("%s: say in DocumentedCommands how this is tried: %s", shown.place(), shown.command())
        .isNotNull();
    check.run(shown, folder);
  }

  @Test
  void everyEntryIsShownSomewhere() throws IOException {
    assertThat(all()).hasSizeGreaterThan(40);
    assertThat(DOCUMENTED.notAmong(all())).isEmpty();
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    Pattern link = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    for (Path document : documents()) {
      Matcher matcher = link.matcher(Files.readString(document));
      while (matcher.find()) {
        Path target = document.resolveSibling(matcher.group(1));
        if (!Files.exists(target)) {
          broken.add(document + ": " + matcher.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }
}
