package io.github.mckey.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A checkout with the real bin/mckey in a folder with an awkward name, and a JDK and Maven for it.
 */
final class Sandbox {
  private static final String DESCRIPTOR = "/proc/self/fd/8/";
  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  /**
   * Writes down how it was called, and ends with FAKE_STATUS, or waits for SIGTERM and ends with
   * 42.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      case $1 in -XX:AOTMode=* | -XX:DumpLoadedClassList=*) exit 1 ;; esac
      # Before the report, which tells the test that the signal may come.
      [ "${FAKE_STATUS-}" != wait ] || trap 'exit 42' TERM
      for fd in 0 1 2 8; do eval "fd$fd=\\$(readlink /proc/$$/fd/$fd)"; done
      {
        echo "pid=$$"
        echo "stdin=$fd0"
        echo "stdout=$fd1"
        echo "stderr=$fd2"
        echo "folder=$fd8"
        env | sed 's/^/env:/'
        for argument; do printf 'arg:%s\\n' "$argument"; done
      } >"$FAKE_REPORT.part"
      mv "$FAKE_REPORT.part" "$FAKE_REPORT"
      if [ "${FAKE_STATUS-}" = wait ]; then
        trap 'exit 42' TERM
        while :; do sleep 0.1; done
      fi
      exit "${FAKE_STATUS:-0}"
      """;

  /** Counts its calls, speaks, takes its time, and makes the jar unless MAVEN_FAILS is set. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$JAVA_HOME $*" >>"$MAVEN_CALLS"
      echo "[INFO] noise"
      echo "[WARNING] noise" >&2
      sleep 0.3
      [ -z "${MAVEN_FAILS-}" ] || exit 1
      while [ "$1" != -f ]; do shift; done
      echo jar >"${2%/*}/target/mckey-new.jar"
      """;

  final Path folder;
  final Path checkout;
  final Path launcher;
  final Path jdk;
  final Path tools;
  final Path report;
  final Path mavenCalls;

  Sandbox(Path folder) throws IOException {
    this.folder = folder;
    checkout = folder.resolve("a check out ü");
    launcher = checkout.resolve("bin/mckey");
    jdk = folder.resolve("jdks/jdk 25");
    tools = folder.resolve("tools");
    report = folder.resolve("report");
    mavenCalls = folder.resolve("maven-calls");
    Files.createDirectories(launcher.getParent());
    Files.copy(Path.of("bin/mckey"), launcher);
    makeExecutable(launcher);
    write(checkout.resolve("pom.xml"), "<project/>");
    write(checkout.resolve("src/main/java/p/Main.java"), "class Main {}");
    write(checkout.resolve("native-bindings/src/p/Bound.java"), "class Bound {}");
    age(checkout);
    addJdk(jdk, "25.0.1");
    script(tools.resolve("mvn"), MAVEN);
  }

  /** Makes the checkout look built, with a jar newer than its sources. */
  Sandbox built() throws IOException {
    write(jar(), "jar");
    return this;
  }

  Path jar() {
    return checkout.resolve("target/mckey.jar");
  }

  static void addJdk(Path home, String version) throws IOException {
    script(home.resolve("bin/java"), JAVA);
    write(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
  }

  static void script(Path file, String text) throws IOException {
    write(file, text);
    makeExecutable(file);
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void makeExecutable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Dates everything in the folder far back. */
  static void age(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
      }
    }
  }

  /** Dates a file after the jar, beyond the coarsest clock. */
  static void renew(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));
  }

  /** How a start ended. */
  record Outcome(long pid, int status, String stdout, String stderr) {}

  /** What the JVM's stand-in saw: its arguments, environment and descriptors. */
  record Seen(List<String> arguments, Map<String, String> environment, Map<String, String> facts) {
    /** Returns the arguments after the main class: the program's own. */
    List<String> programArguments() {
      return arguments.subList(arguments.indexOf("io.github.mckey.Main") + 1, arguments.size());
    }

    String classPath() {
      return arguments.get(arguments.indexOf("-cp") + 1);
    }

    /** Returns the jar on the class path, which is named by a descriptor. */
    Path jar() {
      String named = classPath();
      assertThat(named).startsWith(DESCRIPTOR);
      return Path.of(facts.get("folder"), named.substring(DESCRIPTOR.length()));
    }
  }

  /** Returns a start of the launcher with the given arguments, in the sandbox's environment. */
  ProcessBuilder start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    return start(command);
  }

  ProcessBuilder start(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", tools + ":/usr/bin:/bin");
    environment.put("HOME", folder.toString());
    environment.put("JAVA_HOME", jdk.toString());
    environment.put("MCKEY_JDKS", folder.resolve("no-jdks").toString());
    environment.put("FAKE_REPORT", report.toString());
    environment.put("MAVEN_CALLS", mavenCalls.toString());
    return builder;
  }

  static Outcome run(ProcessBuilder builder) throws IOException, InterruptedException {
    return finish(begin(builder));
  }

  /** Starts a process whose output goes to files, so that nothing blocks on a pipe. */
  static Begun begin(ProcessBuilder builder) throws IOException {
    Path out = Files.createTempFile("launcher", ".out");
    Path err = Files.createTempFile("launcher", ".err");
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new Begun(builder.start(), out, err);
  }

  record Begun(Process process, Path out, Path err) {}

  static Outcome finish(Begun begun) throws IOException, InterruptedException {
    Process process = begun.process();
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the launcher did not end");
    }
    String out = Files.readString(begun.out(), UTF_8);
    String err = Files.readString(begun.err(), UTF_8);
    Files.delete(begun.out());
    Files.delete(begun.err());
    return new Outcome(process.pid(), process.exitValue(), out, err);
  }

  Seen seen() throws IOException {
    List<String> arguments = new ArrayList<>();
    Map<String, String> environment = new TreeMap<>();
    Map<String, String> facts = new TreeMap<>();
    for (String line : Files.readAllLines(report)) {
      if (line.startsWith("arg:")) {
        arguments.add(line.substring(4));
      } else if (line.startsWith("env:")) {
        put(environment, line.substring(4));
      } else {
        put(facts, line);
      }
    }
    return new Seen(arguments, environment, facts);
  }

  private static void put(Map<String, String> map, String assignment) {
    int at = assignment.indexOf('=');
    map.put(assignment.substring(0, at), assignment.substring(at + 1));
  }

  /** Returns how often Maven was called. */
  List<String> mavenCalls() throws IOException {
    return Files.exists(mavenCalls) ? Files.readAllLines(mavenCalls) : List.of();
  }
}
