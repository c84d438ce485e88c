package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Java the launcher takes. */
class JdkSearchTest {
  private Sandbox sandbox;
  private Path other;

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder).built();
    other = folder.resolve("elsewhere/java");
  }

  /** Returns a start that finds no JDK but what the test adds. */
  private ProcessBuilder bare() {
    ProcessBuilder builder = sandbox.start();
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("PATH", sandbox.tools.toString());
    return builder;
  }

  private static String shown(ProcessBuilder builder) throws Exception {
    builder.environment().put("MCKEY_SHOW_JDK", "1");
    Outcome outcome = Sandbox.run(builder);
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.stdout().strip();
  }

  private static void refused(ProcessBuilder builder) throws Exception {
    Outcome outcome = Sandbox.run(builder);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr())
        .startsWith("mckey: no Java 25")
        .contains("JAVA_HOME", "openjdk-25", "Temurin 25")
        .hasLineCount(1);
  }

  @Test
  void javaHomeComesFirst() throws Exception {
    Sandbox.addJdk(other, "25.0.2");
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("JAVA_HOME", other.toString());
    builder.environment().put("MCKEY_JDKS", sandbox.jdk.getParent().toString());
    assertThat(shown(builder)).isEqualTo(other.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"25", "25-ea", "25.0.3", "26", "100.1"})
  void newEnoughVersions(String version) throws Exception {
    Sandbox.addJdk(other, version);
    ProcessBuilder builder = bare();
    builder.environment().put("JAVA_HOME", other.toString());
    assertThat(shown(builder)).isEqualTo(other.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"24.0.2", "17.0.15", "9", "1.8.0_462", "", "internal"})
  void anOldOneIsPassedOver(String version) throws Exception {
    Sandbox.addJdk(other, version);
    ProcessBuilder builder = bare();
    builder.environment().put("JAVA_HOME", other.toString());
    refused(builder);
    builder.environment().put("MCKEY_JDKS", other.getParent() + ":" + sandbox.jdk.getParent());
    assertThat(shown(builder)).isEqualTo(sandbox.jdk.toString());
  }

  @Test
  void aJavaHomeThatIsNoneIsPassedOver() throws Exception {
    ProcessBuilder builder = bare();
    builder.environment().put("JAVA_HOME", sandbox.folder.toString());
    refused(builder);
    builder.environment().put("MCKEY_JDKS", sandbox.jdk.getParent().toString());
    assertThat(shown(builder)).isEqualTo(sandbox.jdk.toString());
  }

  @Test
  void aLinkOnPathLeadsToItsJdk() throws Exception {
    Path bin = Files.createDirectories(sandbox.folder.resolve("path bin"));
    Files.createSymbolicLink(bin.resolve("java"), sandbox.jdk.resolve("bin/java"));
    ProcessBuilder builder = bare();
    builder.environment().put("PATH", "/nowhere:" + bin + ":/usr/bin:/bin");
    assertThat(shown(builder)).isEqualTo(sandbox.jdk.toRealPath().toString());
  }

  /** As version managers put one there; it is asked where its Java is. */
  @Test
  void aScriptOnPathIsAsked() throws Exception {
    Path bin = sandbox.folder.resolve("shims");
    Sandbox.script(
        bin.resolve("java"),
        """
        #!/bin/sh
        [ "$1" = -XshowSettings:properties ] || exit 1
        echo "Property settings:" >&2
        echo "    java.home = %s" >&2
        echo "    java.vm.name = Nobody's" >&2
        """
            .formatted(sandbox.jdk));
    ProcessBuilder builder = bare();
    builder.environment().put("PATH", bin + ":/usr/bin:/bin");
    assertThat(shown(builder)).isEqualTo(sandbox.jdk.toString());
  }

  @Test
  void withoutOneTheMessageSaysWhatToInstall() throws Exception {
    refused(bare());
  }

  @Test
  void anEmptyEnvironmentIsBorne() throws Exception {
    ProcessBuilder builder = bare();
    builder.environment().clear();
    builder.environment().put("MCKEY_JDKS", sandbox.tools.toString());
    builder.environment().put("PATH", "");
    refused(builder);
  }
}
