package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Begun;
import io.github.mckey.launcher.Sandbox.Outcome;
import io.github.mckey.launcher.Sandbox.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher becomes the JVM: arguments, environment, descriptors, signals and status. */
class LauncherTest {
  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox(@TempDir Path folder) throws IOException {
    sandbox = new Sandbox(folder).built();
  }

  private Seen runQuietly(ProcessBuilder builder) throws Exception {
    assertThat(Sandbox.run(builder))
        .satisfies(
            outcome -> {
              assertThat(outcome.stderr()).isEmpty();
              assertThat(outcome.stdout()).isEmpty();
              assertThat(outcome.status()).isZero();
            });
    return sandbox.seen();
  }

  @Test
  void argumentsArriveAsTheyAre() throws Exception {
    String[] arguments = {
      "-m", "239.1.1.1", "", "two words", "*", "$HOME", "-sol", "--", "ü", "\\n"
    };
    assertThat(runQuietly(sandbox.start(arguments)).programArguments()).containsExactly(arguments);
  }

  @Test
  void theJvmIsQuietAndMayCallNativeCode() throws Exception {
    assertThat(runQuietly(sandbox.start()).arguments())
        .contains(
            "-Xlog:disable",
            "-XX:-PrintWarnings",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED")
        .endsWith("io.github.mckey.Main");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 130, 143, 234, 254, 255})
  void theStatusPassesThrough(int status) throws Exception {
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("FAKE_STATUS", "" + status);
    assertThat(Sandbox.run(builder).status()).isEqualTo(status);
  }

  @Test
  void theProcessIsTheJvmAndTakesItsSignals() throws Exception {
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("FAKE_STATUS", "wait");
    Begun begun = Sandbox.begin(builder);
    while (!Files.exists(sandbox.report) && begun.process().isAlive()) {
      LockSupport.parkNanos(10_000_000);
    }
    assertThat(sandbox.seen().facts()).containsEntry("pid", "" + begun.process().pid());
    begun.process().destroy();
    assertThat(Sandbox.finish(begun).status()).isEqualTo(42);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "de_DE.UTF-8", "no_SUCH"})
  void theLocaleIsPlainButTakesAnyFileName(String locale) throws Exception {
    ProcessBuilder builder = sandbox.start();
    builder.environment().put("LANG", locale);
    builder.environment().put("LC_ALL", locale);
    assertThat(runQuietly(builder).environment()).containsEntry("LC_ALL", "C.UTF-8");
  }

  @Test
  void variablesThatMakeAJvmSpeakAreDropped() throws Exception {
    List<String> names =
        List.of(
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "_JAVA_OPTIONS",
            "JDK_AOT_VM_OPTIONS",
            "_JAVA_LAUNCHER_DEBUG",
            "CLASSPATH");
    ProcessBuilder builder = sandbox.start();
    names.forEach(name -> builder.environment().put(name, "-Dx=y"));
    assertThat(runQuietly(builder).environment().keySet()).doesNotContainAnyElementsOf(names);
  }

  @Test
  void odd_IFS_and_CDPATH_changeNothing() throws Exception {
    ProcessBuilder builder = sandbox.start("a/b c");
    builder.environment().put("IFS", "/ b");
    builder.environment().put("CDPATH", "/");
    assertThat(runQuietly(builder).programArguments()).containsExactly("a/b c");
  }

  @Test
  void symbolicLinksAreFollowed() throws Exception {
    Path first = Files.createSymbolicLink(sandbox.folder.resolve("first"), sandbox.launcher);
    Path second = Files.createSymbolicLink(sandbox.folder.resolve("sec ond"), Path.of("first"));
    Seen seen = runQuietly(sandbox.start(List.of(second.toString())));
    assertThat(seen.jar().toRealPath()).isEqualTo(sandbox.jar().toRealPath());
    assertThat(first).isSymbolicLink();
  }

  @Test
  void aLinkedFolderIsFollowed() throws Exception {
    Path link = sandbox.folder.resolve("bin");
    Files.createSymbolicLink(link, sandbox.launcher.getParent());
    Seen seen = runQuietly(sandbox.start(List.of(link.resolve("mckey").toString())));
    assertThat(seen.jar().toRealPath()).isEqualTo(sandbox.jar().toRealPath());
  }

  @Test
  void pathFindsIt() throws Exception {
    ProcessBuilder builder = sandbox.start(List.of("/bin/sh", "-c", "exec mckey -s"));
    builder
        .environment()
        .merge("PATH", sandbox.launcher.getParent() + ":", (old, bin) -> bin + old);
    assertThat(runQuietly(builder).programArguments()).containsExactly("-s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"./mckey", "sh mckey", "../bin/mckey", "../../*/bin/mckey"})
  void relativeNamesWork(String command) throws Exception {
    ProcessBuilder builder = sandbox.start(List.of("/bin/sh", "-c", "exec " + command + " -s"));
    builder.directory(sandbox.launcher.getParent().toFile());
    Seen seen = runQuietly(builder);
    assertThat(seen.programArguments()).containsExactly("-s");
    assertThat(seen.jar().toRealPath()).isEqualTo(sandbox.jar().toRealPath());
  }

  @Test
  void noHomeIsNeeded() throws Exception {
    ProcessBuilder builder = sandbox.start();
    builder.environment().remove("HOME");
    assertThat(runQuietly(builder).environment()).doesNotContainKey("HOME");
  }

  /** Otherwise the next file opened would take the descriptor's number. */
  @Test
  void closedDescriptorsAreFilled() throws Exception {
    ProcessBuilder builder =
        sandbox.start(List.of("/bin/sh", "-c", "exec \"$0\" <&- >&- 2>&-", "" + sandbox.launcher));
    assertThat(runQuietly(builder).facts())
        .containsEntry("stdin", "/dev/null")
        .containsEntry("stdout", "/dev/null")
        .containsEntry("stderr", "/dev/null");
  }

  @Test
  void openDescriptorsArePassedOn() throws Exception {
    ProcessBuilder builder = sandbox.start().redirectInput(sandbox.jar().toFile());
    Seen seen = runQuietly(builder);
    assertThat(seen.facts()).containsEntry("stdin", sandbox.jar().toRealPath().toString());
    assertThat(seen.facts().get("stdout")).isNotEqualTo("/dev/null");
  }

  @Test
  void anInstalledLayoutIsTakenAsItIs() throws Exception {
    Path jar = sandbox.checkout.resolve("lib/mckey/mckey.jar");
    Sandbox.write(jar, "jar");
    Sandbox.renew(sandbox.checkout.resolve("pom.xml"));
    Seen seen = runQuietly(sandbox.start());
    assertThat(seen.jar().toRealPath()).isEqualTo(jar.toRealPath());
    assertThat(sandbox.mavenCalls()).isEmpty();
  }

  /** What is distributed runs on the Java that lies in it, whatever else there is. */
  @Test
  void javaBesideTheProgramIsTaken() throws Exception {
    Path lib = sandbox.checkout.resolve("lib/mckey");
    Sandbox.write(lib.resolve("mckey.jar"), "jar");
    Sandbox.write(lib.resolve("mckey.aot"), "archive");
    Sandbox.addJdk(lib.resolve("runtime"), "25.0.1");
    Sandbox.script(sandbox.jdk.resolve("bin/java"), "#!/bin/sh\necho wrong\n");
    Seen seen = runQuietly(sandbox.start("-s"));
    assertThat(seen.programArguments()).containsExactly("-s");
    assertThat(seen.arguments().getFirst())
        .matches("-XX:SharedArchiveFile=.*/lib/mckey/mckey\\.aot");
    ProcessBuilder shown = sandbox.start();
    shown.environment().put("MCKEY_SHOW_JDK", "1");
    assertThat(Path.of(Sandbox.run(shown).stdout().strip()).toRealPath())
        .isEqualTo(lib.resolve("runtime").toRealPath());
  }

  @Test
  void anArchiveIsRecordedWithTheFlagsOfARun() throws Exception {
    Path lib = sandbox.checkout.resolve("lib/mckey");
    Sandbox.write(lib.resolve("mckey.jar"), "jar");
    List<String> run = runQuietly(sandbox.start()).arguments();
    Path archive = sandbox.folder.resolve("to be recorded");
    Path java = sandbox.jdk.resolve("bin/java");
    // A JVM that makes what it is asked for.
    Files.writeString(
        java,
        Files.readString(java)
            .replaceFirst(
                "case .1 in .*esac",
                "for word; do case \\$word in -XX:AOTC*=*) echo made >\"\\${word#*=}\" ;; esac; done"));
    ProcessBuilder recording = sandbox.start();
    recording.environment().put("MCKEY_RECORD", archive.toString());
    List<String> recorded = runQuietly(recording).arguments();
    assertThat(recorded.subList(0, 3))
        .containsExactly(
            "-XX:AOTMode=create",
            "-XX:AOTConfiguration=" + archive + ".config",
            "-XX:AOTCache=" + archive);
    assertThat(archive).content().isEqualTo("made\n");
    assertThat(sandbox.folder).isDirectoryNotContaining("glob:**to be recorded.*");
    assertThat(recorded.getLast()).isEqualTo("io.github.mckey.StartUpTraining");
    // Without what silences the JVM before, and the main class after.
    assertThat(recorded.subList(3, recorded.size() - 1))
        .isEqualTo(run.subList(2, run.size() - 1))
        .contains("-cp", "-XX:+UseSerialGC");
  }

  @Test
  void whereNoneCanBeRecordedTheStatusTells() throws Exception {
    ProcessBuilder recording = sandbox.start();
    recording.environment().put("MCKEY_RECORD", sandbox.folder.resolve("none").toString());
    assertThat(Sandbox.run(recording).status()).isNotZero();
  }

  /** The descriptor that names the jar's folder is left alone where the caller uses its number. */
  @Test
  void aCallersDescriptorStays() throws Exception {
    Path mine = sandbox.folder.resolve("mine");
    ProcessBuilder builder =
        sandbox.start(List.of("/bin/sh", "-c", "exec \"$0\" 8>mine", "" + sandbox.launcher));
    Seen seen = runQuietly(builder);
    assertThat(Path.of(seen.facts().get("folder"))).isEqualTo(mine.toRealPath());
    assertThat(Path.of(seen.classPath()).toRealPath()).isEqualTo(sandbox.jar().toRealPath());
  }

  @Test
  void theStartUpArchiveIsUsedUnlessItIsOlderThanTheJar() throws Exception {
    Path lib = sandbox.checkout.resolve("lib/mckey");
    Path archive = lib.resolve("mckey.aot");
    Sandbox.write(lib.resolve("mckey.jar"), "jar");
    Sandbox.write(archive, "archive");
    assertThat(runQuietly(sandbox.start()).arguments())
        .anyMatch(argument -> argument.matches("-XX:SharedArchiveFile=.*/lib/mckey/mckey\\.aot"));
    Sandbox.age(archive);
    assertThat(runQuietly(sandbox.start()).arguments())
        .noneMatch(argument -> argument.startsWith("-XX:SharedArchiveFile="));
  }

  @Test
  void aColonInThePathIsRefused() throws Exception {
    Path other = sandbox.folder.resolve("a:b");
    Files.move(sandbox.checkout, other);
    Outcome outcome = Sandbox.run(sandbox.start(List.of(other.resolve("bin/mckey").toString())));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.stderr()).startsWith("mckey: ").contains("colon").hasLineCount(1);
    assertThat(outcome.stdout()).isEmpty();
  }
}
