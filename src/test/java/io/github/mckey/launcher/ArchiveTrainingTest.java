package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When the launcher makes a checkout's start-up archive anew: the JVM refuses one of other makings
 * without a word.
 */
class ArchiveTrainingTest {
  /** Writes down each archive that it is asked for, and makes it unless MAKES_NONE is set. */
  private static final String JAVA =
      """
      #!/bin/sh
      for word; do
        case $word in
          -XX:AOTMode=*) mode=${word#*=} ;;
          -XX:AOTConfiguration=*) config=${word#*=} ;;
          -XX:AOTCache=*) archive=${word#*=} ;;
        esac
      done
      case ${mode-} in
        record)
          echo "$0" >>"$FAKE_REPORT.trainings"
          [ -n "${MAKES_NONE-}" ] || echo config >"$config"
          exit ;;
        create)
          [ -s "$config" ] && echo archive >"$archive"
          exit ;;
      esac
      printf '%s\\n' "$@"
      """;

  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder).built();
    addJdk(sandbox.jdk, "25.0.1");
  }

  private static void addJdk(Path home, String version) throws IOException {
    Sandbox.addJdk(home, version);
    Sandbox.script(home.resolve("bin/java"), JAVA);
    Sandbox.age(home);
  }

  private String start(Path jdk) throws Exception {
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("JAVA_HOME", jdk.toString());
    Outcome outcome = Sandbox.run(builder);
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.stdout();
  }

  private List<String> trainings() throws IOException {
    return Files.readAllLines(Path.of(sandbox.report + ".trainings"));
  }

  @Test
  void oneTrainingServesAllStarts() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(start(sandbox.jdk)).contains("-XX:SharedArchiveFile=");
    }
    assertThat(trainings()).hasSize(1);
  }

  @Test
  void aJvmThatMakesNoneIsNotAskedAgain() throws Exception {
    for (int i = 0; i < 3; i++) {
      ProcessBuilder builder = sandbox.start();
      builder.environment().put("MAKES_NONE", "1");
      assertThat(Sandbox.run(builder).stdout()).doesNotContain("-XX:SharedArchiveFile=");
    }
    assertThat(trainings()).hasSize(1);
  }

  @Test
  void anotherJdkNeedsAnother() throws Exception {
    Path other = sandbox.folder.resolve("jdks/other");
    addJdk(other, "25.0.1");
    start(sandbox.jdk);
    start(other);
    start(other);
    assertThat(trainings()).containsExactly(sandbox.jdk + "/bin/java", other + "/bin/java");
    Path link = Files.createSymbolicLink(sandbox.folder.resolve("link"), other);
    start(link);
    assertThat(trainings()).as("the same by another name").hasSize(2);
  }

  /** A package keeps the dates of its making, which may lie before the archive's. */
  @Test
  void anUpdatedJdkNeedsAnother() throws Exception {
    start(sandbox.jdk);
    addJdk(sandbox.jdk, "25.0.2");
    start(sandbox.jdk);
    start(sandbox.jdk);
    assertThat(trainings()).hasSize(2);
  }

  @Test
  void otherFlagsInTheLauncherNeedAnother() throws Exception {
    Path archive = sandbox.checkout.resolve("target/mckey.aot");
    start(sandbox.jdk);
    Instant now = Instant.now();
    date(sandbox.jar(), now.minusSeconds(300));
    date(archive, now.minusSeconds(200));
    date(sandbox.launcher, now.minusSeconds(100));
    start(sandbox.jdk);
    start(sandbox.jdk);
    assertThat(trainings()).hasSize(2);
  }

  private static void date(Path file, Instant at) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(at));
  }
}
