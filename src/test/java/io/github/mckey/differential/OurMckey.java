package io.github.mckey.differential;

import io.github.mckey.Program;
import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandIns;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs our mckey on the stand-ins: in this JVM, one run at a time, or as a process. */
final class OurMckey {
  private static final int SIGTERM = 15;
  private static final Duration GRACE = Duration.ofSeconds(20);

  private OurMckey() {}

  /** Runs to the end, or until the deadline: then the run is asked to stop and counts as hung. */
  static Outcome run(String config, Duration deadline, List<String> arguments) {
    return start(config, arguments).await(deadline);
  }

  /** Resets the stand-ins and starts a run on a thread of its own. */
  static Running start(String config, List<String> arguments) {
    StandIns.load().reset(config);
    Running running = new Running(withoutPause(arguments).toArray(new String[0]));
    running.thread.start();
    return running;
  }

  /** Returns a runner of {@code bin/mckey}, on the JDK of this JVM. */
  static ProcessRun process(Path scratch) {
    return new ProcessRun(List.of(Path.of("bin/mckey").toAbsolutePath().toString()), scratch)
        .with("JAVA_HOME", System.getProperty("java.home"));
  }

  /** Returns the arguments with the pause before the transfer taken out. */
  static List<String> withoutPause(List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("--settle", "0"));
    all.addAll(arguments);
    return all;
  }

  /** A run on its way. */
  static final class Running {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final StopRequest stop = new StopRequest();
    private final Thread thread;
    private volatile int status = Outcome.HUNG;
    private volatile Throwable thrown;

    private Running(String[] arguments) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .name("mckey")
              .unstarted(
                  () -> {
                    try {
                      status =
                          new Program(new LineOutput(out), new LineOutput(err), stop)
                              .run(arguments);
                    } catch (Throwable t) {
                      thrown = t;
                    }
                  });
    }

    /** Returns what was printed so far. */
    String stdout() {
      return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns what was said on stderr so far. */
    String stderr() {
      return err.toString(StandardCharsets.UTF_8);
    }

    /** Brings a signal. */
    void signal(int number) {
      stop.request(number);
    }

    /** Waits for the end. */
    Outcome await(Duration deadline) {
      if (!joined(deadline)) {
        stop.request(SIGTERM);
        if (!joined(GRACE)) {
          // Its thread still uses the stand-ins: no later case could be trusted.
          StackTraceElement[] where = thread.getStackTrace();
          AssertionError stuck = new AssertionError("a run cannot be stopped\n" + outcome(-1));
          stuck.setStackTrace(where);
          throw stuck;
        }
        return outcome(Outcome.HUNG);
      }
      if (thrown != null) {
        throw new AssertionError("the program threw\n" + outcome(status), thrown);
      }
      return outcome(status);
    }

    private boolean joined(Duration time) {
      try {
        return thread.join(time);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }

    private Outcome outcome(int ended) {
      return new Outcome(
          ended, stdout(), err.toString(StandardCharsets.UTF_8), StandIns.load().report());
    }
  }
}
