package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Begun;
import io.github.mckey.launcher.Sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The launcher with a real JVM: in this checkout, and in a fresh one that it has to build. */
class RealJvmIT {
  private static ProcessBuilder version(Path launcher) {
    ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "--version");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  private static void saysItsVersionOnly(Outcome outcome) {
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.stdout()).hasLineCount(1).startsWith("mckey ");
  }

  static Stream<Arguments> environments() {
    return Stream.of(
        Arguments.of("JAVA_TOOL_OPTIONS", Map.of("JAVA_TOOL_OPTIONS", "-Dx=y")),
        Arguments.of("JDK_JAVA_OPTIONS", Map.of("JDK_JAVA_OPTIONS", "-Dx=y")),
        Arguments.of("_JAVA_OPTIONS", Map.of("_JAVA_OPTIONS", "-XX:NoSuchFlag")),
        Arguments.of("launcher debugging", Map.of("_JAVA_LAUNCHER_DEBUG", "1")),
        Arguments.of("LANG=C", Map.of("LANG", "C", "LC_ALL", "C")),
        Arguments.of("a German locale", Map.of("LANG", "de_DE.UTF-8", "LC_ALL", "de_DE.UTF-8")),
        Arguments.of("no temporary folder", Map.of("TMPDIR", "/nowhere")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("environments")
  void noWordOfTheJvms(String name, Map<String, String> environment) throws Exception {
    ProcessBuilder builder = version(Path.of("bin/mckey").toAbsolutePath());
    builder.environment().putAll(environment);
    saysItsVersionOnly(Sandbox.run(builder));
  }

  @Test
  void noHomeAndNoStdin() throws Exception {
    ProcessBuilder builder = version(Path.of("bin/mckey").toAbsolutePath());
    builder.command(List.of("/bin/sh", "-c", "exec bin/mckey --version <&-"));
    builder.environment().remove("HOME");
    saysItsVersionOnly(Sandbox.run(builder));
  }

  /** Two first starts at once in a folder with an awkward name: Maven really builds, and once. */
  @Test
  void aFreshCheckoutBuildsItself(@TempDir Path folder) throws Exception {
    Path checkout = folder.resolve("fresh check out ü");
    for (String part : List.of("pom.xml", "bin", "src/main", "native-bindings")) {
      copy(Path.of(part), checkout.resolve(part));
    }
    List<Begun> starts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      starts.add(Sandbox.begin(version(checkout.resolve("bin/mckey"))));
    }
    for (Begun start : starts) {
      saysItsVersionOnly(Sandbox.finish(start));
    }
    assertThat(Files.readString(checkout.resolve("target/mckey-build.log")))
        .containsOnlyOnce("BUILD SUCCESS");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        if (Files.isRegularFile(file)) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
