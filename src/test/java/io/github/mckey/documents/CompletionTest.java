package io.github.mckey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shells complete what the help says: options, defaults and choices; names and files too. */
class CompletionTest {
  @TempDir private Path folder;
  private Completions completions;

  @BeforeEach
  void makeDevices() throws IOException {
    for (String port : List.of("rxe0/ports/1", "mlx5_0/ports/1", "mlx5_0/ports/2")) {
      Files.createDirectories(folder.resolve("infiniband").resolve(port));
    }
    Files.createDirectories(folder.resolve("net/ib0"));
    Files.writeString(folder.resolve("result.json"), "");
    completions = new Completions(folder);
  }

  private static final Pattern REFUSED = Pattern.compile("refuse \"leave (-[-a-z]+) away");

  /** Returns every name in the help with its default, but for those that mckey-smoke refuses. */
  private static Map<String, String> expected(String command) throws IOException {
    Map<String, String> names = new TreeMap<>();
    for (OptionEntry option : OptionEntry.ofHelp(ManualPageTest.help())) {
      for (String name : option.names()) {
        names.put(name, option.defaultValue());
      }
    }
    if (command.endsWith("-smoke")) {
      Matcher refused = REFUSED.matcher(Files.readString(Path.of("bin/mckey-smoke")));
      int count = 0;
      while (refused.find()) {
        assertThat(names.remove(refused.group(1))).as(refused.group(1)).isNotNull();
        count++;
      }
      assertThat(count).isEqualTo(3);
    }
    return names;
  }

  @ParameterizedTest
  @ValueSource(strings = {"mckey", "mckey-java", "mckey-smoke"})
  void bashOffersTheHelpsOptionsAndDefaults(String command) throws Exception {
    assertThat(completions.bashDefaults(command)).isEqualTo(expected(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mckey", "mckey-java", "mckey-smoke"})
  void fishOffersTheHelpsOptionsAndDefaults(String command) throws Exception {
    assertThat(completions.fishDefaults(command)).isEqualTo(expected(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mckey", "mckey-java", "mckey-smoke"})
  void zshOffersTheHelpsOptionsAndDefaults(String command) throws Exception {
    assertThat(completions.zshDefaults(command)).isEqualTo(expected(command));
    assertThat(Files.readString(Path.of("src/dist/completions/_mckey")).lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).startsWith("#compdef ").contains(command));
  }

  /** In the help, a value's name with bars is the list of choices. */
  @Test
  void choicesAreThoseOfTheHelp() throws Exception {
    List<OptionEntry> withChoices =
        OptionEntry.ofHelp(ManualPageTest.help()).stream()
            .filter(option -> option.label().contains("|"))
            .toList();
    assertThat(withChoices).isNotEmpty();
    for (OptionEntry option : withChoices) {
      String name = option.names().getLast();
      List<String> choices = List.of(option.label().split("\\|"));
      for (String line : List.of("mckey " + name + " ", "mckey -s " + name + "=")) {
        assertThat(completions.bash(line)).containsExactlyElementsOf(choices);
        assertThat(completions.fish(line))
            .extracting(offer -> offer.split("\t")[0].replace(name + "=", ""))
            .containsExactlyInAnyOrderElementsOf(choices);
      }
      assertThat(completions.zsh("mckey"))
          .anyMatch(
              spec ->
                  spec.startsWith(name + "=")
                      && spec.endsWith(":(" + String.join(" ", choices) + ")"));
    }
  }

  @Test
  void portSpacesAreTheTwo() throws Exception {
    assertThat(completions.bash("mckey -sp ")).containsExactly("0x111", "0x2");
    assertThat(completions.fish("mckey -p ")).containsExactlyInAnyOrder("0x111\tUDP", "0x2\tIPoIB");
    assertThat(completions.zsh("mckey"))
        .anyMatch(spec -> spec.endsWith("((0x111\\:UDP 0x2\\:IPoIB))"));
  }

  @Test
  void bashKnowsInterfacesDevicesAddressesAndFiles() throws Exception {
    assertThat(completions.bash("mckey -b ")).containsExactly("192.0.2.7");
    assertThat(completions.bash("mckey --interface ")).containsExactly("ib0");
    assertThat(completions.bash("mckey --device m"))
        .containsExactly("mlx5_0", "mlx5_0:1", "mlx5_0:2");
    assertThat(completions.bash("mckey --device mlx5_0:")).containsExactly("1", "2");
    assertThat(completions.bash("mckey --device=r")).containsExactly("rxe0", "rxe0:1");
    assertThat(completions.bash("mckey --json=res")).containsExactly("result.json");
    assertThat(completions.bash("mckey --json res")).isEmpty();
    assertThat(completions.bash("mckey-smoke --json=res")).isEmpty();
  }

  @Test
  void fishKnowsInterfacesDevicesAddressesAndFiles() throws Exception {
    assertThat(offered("mckey -b ")).containsExactly("192.0.2.7");
    assertThat(offered("mckey --interface ")).containsExactly("ib0");
    assertThat(offered("mckey --device mlx"))
        .containsExactlyInAnyOrder("mlx5_0", "mlx5_0:1", "mlx5_0:2");
    assertThat(offered("mckey --json=res")).containsExactly("--json=result.json");
    assertThat(offered("mckey --json res")).isEmpty();
    assertThat(offered("mckey-smoke --json=res")).isEmpty();
  }

  private List<String> offered(String line) throws Exception {
    List<String> words = new ArrayList<>();
    for (String offer : completions.fish(line)) {
      words.add(offer.split("\t")[0]);
    }
    return words;
  }

  @Test
  void zshKnowsInterfacesAndDevices() throws Exception {
    assertThat(completions.zshFunction("_mckey_interfaces")).containsExactly("ib0");
    assertThat(completions.zshFunction("_mckey_devices"))
        .containsExactlyInAnyOrder("rxe0", "rxe0:1", "mlx5_0", "mlx5_0:1", "mlx5_0:2");
    assertThat(completions.zsh("mckey"))
        .anyMatch(spec -> spec.contains("--interface=") && spec.endsWith(":_mckey_interfaces"))
        .anyMatch(spec -> spec.contains("--device=") && spec.endsWith(":_mckey_devices"))
        .anyMatch(spec -> spec.startsWith("--json=-") && spec.endsWith("::file:_files"));
  }
}
