package io.github.mckey.documents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A command that ran to its end. */
record Command(int status, String stdout, String stderr) {
  private static final long PATIENCE_SECONDS = 240;

  /** Runs a command; its output goes to files, so that nothing blocks on a pipe. */
  static Command run(Path folder, Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("command", ".out");
    Path err = Files.createTempFile("command", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        throw new AssertionError("did not end: " + words + "\n" + text(out) + text(err));
      }
      return new Command(process.exitValue(), text(out), text(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  static Command run(String... words) throws IOException, InterruptedException {
    return run(Path.of("").toAbsolutePath(), Map.of(), List.of(words));
  }

  /** Skips the test where a program is not installed; src/test/run installs it. */
  static void assumeInstalled(String program) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        run("/bin/sh", "-c", "command -v " + program).status() == 0, program + " is missing");
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
