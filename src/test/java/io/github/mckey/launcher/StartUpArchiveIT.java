package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Outcome;
import io.github.mckey.standin.StandInBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The start-up archive that the launcher makes for this checkout's jar. */
class StartUpArchiveIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  /**
   * The launcher's own command line, told to fail where the archive is refused, and to say why.
   * With AS_CACHE the archive is named as the JVM's newer options name it.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      strict=-Xshare:on
      for argument; do
        shift
        case $argument in
          -Xlog:disable | -XX:-PrintWarnings) continue ;;
          -XX:SharedArchiveFile=*)
            if [ -n "$AS_CACHE" ]; then
              strict=-XX:AOTMode=on
              argument=-XX:AOTCache=${argument#*=}
            fi ;;
        esac
        set -- "$@" "$argument"
      done
      exec "%s/bin/java" $strict -Xlog:class+load:file="$LOADED" -Xlog:exceptions:file="$LOADED.exceptions" "$@"
      """
          .formatted(JDK);

  @TempDir private Path folder;

  private Outcome run(Path jdk, Path launcher, String... arguments) throws Exception {
    return Sandbox.run(start(jdk, launcher, arguments));
  }

  private ProcessBuilder start(Path jdk, Path launcher, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(launcher.toAbsolutePath().toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("LOADED", folder.resolve("loaded").toString());
    return builder;
  }

  private Path strictJdk() throws IOException {
    Path strict = folder.resolve("strict");
    Sandbox.script(strict.resolve("bin/java"), JAVA);
    Files.copy(JDK.resolve("release"), strict.resolve("release"));
    return strict;
  }

  /** The checkout's program as it is when installed: where the launcher trains for no other JDK. */
  private Path installed() throws Exception {
    Path copy = folder.resolve("copy");
    Path lib = copy.resolve("lib/mckey");
    Files.createDirectories(lib.resolve("lib"));
    Files.createDirectories(copy.resolve("bin"));
    Path launcher = copy.resolve("bin/mckey");
    Files.copy(Path.of("bin/mckey"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    copy(Path.of("target/mckey.jar"), lib.resolve("mckey.jar"));
    try (var libraries = Files.list(Path.of("target/lib"))) {
      for (Path library : libraries.toList()) {
        copy(library, lib.resolve("lib").resolve(library.getFileName()));
      }
    }
    return launcher;
  }

  /** The JVM compares the dates of what it recorded. */
  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  /** With -Xshare:on, and with -XX:AOTMode=on, the JVM ends where it refuses the archive. */
  @ParameterizedTest(name = "as cache: ''{0}''")
  @ValueSource(strings = {"", "yes"})
  void theJvmTakesIt(String asCache) throws Exception {
    assertThat(run(JDK, Path.of("bin/mckey"), "--version").status()).isZero();
    assertThat(Path.of("target/mckey.aot")).isNotEmptyFile();
    Path launcher = installed();
    copy(Path.of("target/mckey.aot"), folder.resolve("copy/lib/mckey/mckey.aot"));
    ProcessBuilder builder = start(strictJdk(), launcher, "--help");
    builder.environment().put("AS_CACHE", asCache);
    Outcome help = Sandbox.run(builder);
    assertThat(help.stderr()).isEmpty();
    assertThat(help.status()).isZero();
    assertThat(help.stdout()).startsWith("usage: mckey ");
    assertThat(Files.readAllLines(folder.resolve("loaded")))
        .as("the help takes every class from the archive")
        .anyMatch(line -> line.contains("io.github.mckey.Main "))
        .noneMatch(line -> line.contains("source: jrt:") || line.contains("source: file:"));
  }

  /**
   * Ten messages build no more classes than the JDK's linker does for one shape of calls: each
   * takes a start a millisecond or two. docs/performance.md says which remain.
   */
  @Test
  void aTransferBuildsFewClasses() throws Exception {
    assertThat(run(JDK, Path.of("bin/mckey"), "--version").status()).isZero();
    Path launcher = installed();
    copy(Path.of("target/mckey.aot"), folder.resolve("copy/lib/mckey/mckey.aot"));
    ProcessBuilder builder =
        start(strictJdk(), launcher, "-m", "239.1.1.1", "-b", "10.7.0.1", "--settle", "0");
    builder.environment().put("LD_LIBRARY_PATH", StandInBuild.folder().toString());
    builder.environment().put("MCKEY_STANDIN", "fabric=roce;peer=10");
    assertThat(Sandbox.run(builder).stdout()).endsWith("return status 0\n");
    List<String> built =
        Files.readAllLines(folder.resolve("loaded")).stream()
            .filter(line -> line.contains("source: ") && !line.contains("source: shared objects"))
            .toList();
    assertThat(built).hasSizeLessThanOrEqualTo(12).noneMatch(line -> line.contains("mckey"));
  }

  /**
   * Where the jar has no longer the name that the archive was recorded under, the JVM would look
   * for it for every class that it takes from there, and throw an exception each time.
   */
  @Test
  void theFolderMayBeMoved() throws Exception {
    Path launcher = installed();
    Path archive = folder.resolve("copy/lib/mckey/mckey.aot");
    ProcessBuilder recording = start(JDK, launcher);
    recording.environment().put("MCKEY_RECORD", archive.toString());
    assertThat(Sandbox.run(recording).status()).isZero();
    assertThat(archive).isNotEmptyFile();
    assertThat(folder.resolve("copy/lib/mckey")).isDirectoryNotContaining("glob:**.aot.*");
    Files.move(folder.resolve("copy"), folder.resolve("moved"));
    Path jdk = strictJdk();
    Path moved = folder.resolve("moved/bin/mckey");
    assertThat(run(jdk, moved, "--help").status()).isZero();
    assertThat(Files.readAllLines(folder.resolve("loaded")))
        .anyMatch(line -> line.contains("io.github.mckey.Main source: shared"));
    assertThat(exceptions()).doesNotContain("NoSuchFileException");
    // As it would be without the descriptor, whose number is taken here.
    ProcessBuilder taken = start(jdk, Path.of("/bin/sh"), "-c", "\"$0\" --help 8<&0");
    taken.command().add(moved.toString());
    assertThat(Sandbox.run(taken).status()).isZero();
    assertThat(exceptions()).contains("NoSuchFileException");
  }

  private String exceptions() throws IOException {
    return Files.readString(folder.resolve("loaded.exceptions"));
  }

  /** A damaged archive, or another JDK's, is passed over without a word. */
  @Test
  void whereItIsRefusedAllWorksTheSame() throws Exception {
    Path launcher = installed();
    Sandbox.write(folder.resolve("copy/lib/mckey/mckey.aot"), "no archive");
    assertThat(run(strictJdk(), launcher, "--version").status()).as("it is refused").isNotZero();
    Outcome version = run(JDK, launcher, "--version");
    assertThat(version.stderr()).isEmpty();
    assertThat(version.status()).isZero();
    assertThat(version.stdout()).startsWith("mckey ");
  }
}
