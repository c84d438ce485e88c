package io.github.mckey.process;

import io.github.mckey.standin.StandInBuild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A started bin/mckey, or another command; killed when closed. */
public final class MckeyProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 240;

  private final Process process;
  private final Path out;
  private final Path err;

  private MckeyProcess(List<String> command, Map<String, String> environment) throws IOException {
    out = Files.createTempFile("mckey", ".out");
    err = Files.createTempFile("mckey", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    process = builder.start();
  }

  /** Starts mckey with words divided by blanks; signals act as in a user's shell. */
  public static MckeyProcess start(String arguments) throws IOException {
    return start(List.of(), Map.of(), arguments);
  }

  /**
   * Starts mckey behind another command.
   *
   * @param prefix for example {@code ip netns exec NAME}
   */
  public static MckeyProcess start(
      List<String> prefix, Map<String, String> environment, String arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    // Whoever runs the tests in the background may have SIGINT ignored, and that is inherited.
    command.addAll(List.of("env", "--default-signal=INT,TERM,USR1"));
    command.add(Path.of("bin/mckey").toAbsolutePath().toString());
    command.addAll(List.of(arguments.split(" ")));
    return new MckeyProcess(command, environment);
  }

  /**
   * Starts mckey on the stand-ins for the RDMA libraries.
   *
   * @param config theirs
   * @param log where they write what was called
   */
  public static MckeyProcess onStandIns(String config, Path log, String arguments)
      throws IOException {
    return start(List.of(), standIns(config, log), arguments);
  }

  /**
   * Returns the environment that puts the stand-ins in the place of the RDMA libraries.
   *
   * @param config theirs
   * @param log where they write what was called
   */
  static Map<String, String> standIns(String config, Path log) {
    return Map.of(
        "LD_LIBRARY_PATH", StandInBuild.folder().toString(),
        "MCKEY_STANDIN", config,
        "MCKEY_STANDIN_LOG", log.toString());
  }

  /** Waits until a file holds a text, of a process that is to live that long. */
  public MckeyProcess awaitFile(Path file, String text) throws IOException, InterruptedException {
    return await(file, text);
  }

  /** Starts any command. */
  public static MckeyProcess command(List<String> command) throws IOException {
    return new MckeyProcess(command, Map.of());
  }

  /** Waits until a file of the process's output holds a text. */
  public MckeyProcess awaitStdout(String text) throws IOException, InterruptedException {
    return await(out, text);
  }

  /** Waits until its stderr holds a text. */
  public MckeyProcess awaitStderr(String text) throws IOException, InterruptedException {
    return await(err, text);
  }

  private MckeyProcess await(Path file, String text) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.exists(file) || !Files.readString(file).contains(text)) {
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        throw new AssertionError("no '" + text + "' in:\n" + stdout() + stderr());
      }
      Thread.sleep(10);
    }
    return this;
  }

  /** Sends a signal by name. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
  }

  /** Waits for the end and returns the exit status. */
  public int exitStatus() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still running:\n" + stdout() + stderr());
    }
    return process.exitValue();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The launcher becomes the JVM, so this is the JVM's. */
  public long pid() {
    return process.pid();
  }

  public String stdout() throws IOException {
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  public String stderr() throws IOException {
    return Files.readString(err, StandardCharsets.UTF_8);
  }

  /** Returns stdout as the one JSON document that it must be. */
  public JsonNode json() throws IOException {
    return JsonMapper.shared().readTree(stdout());
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.delete(out);
    Files.delete(err);
  }
}
