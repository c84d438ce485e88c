package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Begun;
import io.github.mckey.launcher.Sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When and how the launcher builds its checkout. */
class CheckoutBuildTest {
  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder);
  }

  /** So that the folder can be removed. */
  @AfterEach
  void makeWritable() throws IOException {
    permit("rwxr-xr-x");
  }

  private void permit(String permissions) throws IOException {
    Files.setPosixFilePermissions(sandbox.checkout, PosixFilePermissions.fromString(permissions));
  }

  private void runsQuietly(ProcessBuilder builder) throws Exception {
    Outcome outcome = Sandbox.run(builder);
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.status()).isZero();
  }

  private static void failsInOneLine(ProcessBuilder builder, String... words) throws Exception {
    Outcome outcome = Sandbox.run(builder);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr()).startsWith("mckey: ").contains(words).hasLineCount(1);
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void aFreshCheckoutIsBuiltOnceAndQuietly() throws Exception {
    runsQuietly(sandbox.start());
    runsQuietly(sandbox.start());
    assertThat(sandbox.mavenCalls()).hasSize(1);
    assertThat(sandbox.mavenCalls().getFirst()).startsWith(sandbox.jdk + " ").contains(" package");
    assertThat(sandbox.checkout.resolve("target/mckey-build.log")).content().contains("noise");
    assertThat(sandbox.seen().jar().toRealPath()).isEqualTo(sandbox.jar().toRealPath());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pom.xml",
        "src/main/java/p/Main.java",
        "native-bindings/src/p/Bound.java",
        "src/main/java/p"
      })
  void aNewerSourceIsBuiltIn(String source) throws Exception {
    sandbox.built();
    runsQuietly(sandbox.start());
    assertThat(sandbox.mavenCalls()).isEmpty();
    Sandbox.renew(sandbox.checkout.resolve(source));
    runsQuietly(sandbox.start());
    assertThat(sandbox.mavenCalls()).hasSize(1);
  }

  @Test
  void whatIsNotInTheJarDoesNotCount() throws Exception {
    sandbox.built();
    Path test = sandbox.checkout.resolve("src/test/java/p/MainTest.java");
    Sandbox.write(test, "class MainTest {}");
    Sandbox.renew(test);
    runsQuietly(sandbox.start());
    assertThat(sandbox.mavenCalls()).isEmpty();
  }

  @Test
  void startsAtTheSameTimeBuildOnce() throws Exception {
    List<Begun> starts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ProcessBuilder builder = sandbox.start();
      builder.environment().put("FAKE_REPORT", sandbox.folder.resolve("report" + i).toString());
      starts.add(Sandbox.begin(builder));
    }
    for (Begun start : starts) {
      Outcome outcome = Sandbox.finish(start);
      assertThat(outcome.stderr()).isEmpty();
      assertThat(outcome.status()).isZero();
    }
    assertThat(sandbox.mavenCalls()).hasSize(1);
  }

  @Test
  void aFailedBuildNamesItsLogAndLeavesTheOldJar() throws Exception {
    sandbox.built();
    Sandbox.renew(sandbox.checkout.resolve("pom.xml"));
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("MAVEN_FAILS", "1");
    failsInOneLine(builder, "build failed", "target/mckey-build.log");
    assertThat(sandbox.jar()).hasContent("jar");
    assertThat(sandbox.report).doesNotExist();
  }

  @Test
  void withoutMavenTheMessageSaysSo() throws Exception {
    Files.delete(sandbox.tools.resolve("mvn"));
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("PATH", sandbox.tools.toString());
    failsInOneLine(builder, "not built", "Maven");
  }

  @Test
  void aBuiltCheckoutNeedsNoMaven() throws Exception {
    sandbox.built();
    Files.delete(sandbox.tools.resolve("mvn"));
    runsQuietly(sandbox.start());
  }

  @Test
  void aBuiltReadOnlyCheckoutRunsAsItIs() throws Exception {
    sandbox.built();
    Sandbox.renew(sandbox.checkout.resolve("pom.xml"));
    permit("r-xr-xr-x");
    runsQuietly(asOrdinaryUser());
    assertThat(sandbox.mavenCalls()).isEmpty();
  }

  @Test
  void anUnbuiltReadOnlyCheckoutIsRefused() throws Exception {
    permit("r-xr-xr-x");
    failsInOneLine(asOrdinaryUser(), "not built", "target", "cannot be written");
  }

  /** For root everything can be written, so root's test starts the launcher as nobody. */
  private ProcessBuilder asOrdinaryUser() throws IOException {
    Files.setPosixFilePermissions(sandbox.folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"));
    }
    command.add(sandbox.launcher.toString());
    return sandbox.start(command);
  }
}
