package io.github.mckey.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs mckey, stock or ours, as a process on the stand-ins. Its output goes to files, so that no
 * amount of it blocks the process. An instance runs one process at a time.
 */
public final class ProcessRun {
  private final List<String> program;
  private final Map<String, String> environment = new HashMap<>();
  private final Path out;
  private final Path err;
  private final Path log;

  /**
   * Creates a runner.
   *
   * @param program the command before its arguments
   * @param scratch a folder of its own for what the process writes
   */
  public ProcessRun(List<String> program, Path scratch) {
    this.program = List.copyOf(program);
    try {
      Files.createDirectories(scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out = scratch.resolve("out").toAbsolutePath();
    err = scratch.resolve("err").toAbsolutePath();
    log = scratch.resolve("log").toAbsolutePath();
    environment.put("LD_LIBRARY_PATH", StandInBuild.folder().toString());
  }

  /** Returns a runner of stock mckey, without its pause. */
  public static ProcessRun stock(Path scratch) {
    return new ProcessRun(List.of("mckey"), scratch)
        .with("LD_PRELOAD", StandInBuild.folder().resolve("nosleep.so").toString());
  }

  /** Adds an environment variable. */
  public ProcessRun with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /**
   * Runs the program and waits for its end.
   *
   * @param config the stand-ins' configuration
   * @param deadline how long it may take; then it is killed
   */
  public Outcome run(String config, Duration deadline, List<String> arguments) {
    return start(config, arguments).await(deadline);
  }

  /** Starts the program. */
  public Running start(String config, List<String> arguments) {
    try {
      Files.deleteIfExists(log);
      List<String> command = new ArrayList<>(program);
      command.addAll(arguments);
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().putAll(environment);
      builder.environment().put("MCKEY_STANDIN", config);
      builder.environment().put("MCKEY_STANDIN_LOG", log.toString());
      return new Running(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("stock mckey is in Debian's package rdmacm-utils", e);
    }
  }

  /** A process on its way. */
  public final class Running {
    private final Process process;

    private Running(Process process) {
      this.process = process;
    }

    /** Returns what was printed so far. */
    public String stdout() {
      return read(out);
    }

    /** Sends a signal by its name. */
    public void signal(String name) {
      try {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }

    /** Waits for the end; kills the process when the time is over. */
    public Outcome await(Duration deadline) {
      boolean ended;
      try {
        ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
        if (!ended) {
          process.destroyForcibly().waitFor();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        throw interrupted(e);
      }
      return new Outcome(
          ended ? process.exitValue() : Outcome.HUNG,
          read(out),
          read(err),
          Report.parse(read(log)));
    }
  }

  private static AssertionError interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new AssertionError("interrupted", e);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException _) {
      // A program that calls nothing writes no report.
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
