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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  /** With a German locale in force, as printf(1) shows by its comma, errors are told in English. */
  @Test
  void messagesDoNotFollowTheLocale(@TempDir Path folder) throws Exception {
    run("localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", folder + "/de_DE.UTF-8");
    run("src/test/native/standin/build", folder + "/lib");
    for (String variable : List.of("LANG", "LC_ALL")) {
      ProcessBuilder number = new ProcessBuilder("/usr/bin/printf", "%.1f", "1");
      beGerman(number, variable, folder);
      assertThat(Sandbox.run(number).stdout()).as(variable).isEqualTo("1,0");

      ProcessBuilder mckey = new ProcessBuilder("bin/mckey", "-m", "239.1.1.1", "-b", "10.7.0.1");
      beGerman(mckey, variable, folder);
      mckey.environment().put("JAVA_HOME", System.getProperty("java.home"));
      mckey.environment().put("LD_LIBRARY_PATH", folder + "/lib");
      mckey.environment().put("MCKEY_STANDIN", "fabric=roce;fail=rdma_join_multicast_ex:1:ENOMEM");
      Outcome outcome = Sandbox.run(mckey);
      assertThat(outcome.stderr()).startsWith("mckey: failure joining: Cannot allocate memory\n");
      assertThat(outcome.status()).isEqualTo(255);
    }
  }

  private static void beGerman(ProcessBuilder builder, String variable, Path locales) {
    builder.environment().remove("LC_ALL");
    builder.environment().put(variable, "de_DE.UTF-8");
    builder.environment().put("LOCPATH", locales.toString());
  }

  private static void run(String... command) throws Exception {
    Outcome outcome = Sandbox.run(new ProcessBuilder(command));
    assertThat(outcome.status()).as("%s", outcome).isZero();
  }

  /** Two first starts at once in a folder with an awkward name: Maven really builds, and once. */
  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
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
