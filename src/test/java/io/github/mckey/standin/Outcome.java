package io.github.mckey.standin;

import java.util.List;

/**
 * What a run of mckey, stock or ours, left behind.
 *
 * @param status the exit status; {@link #HUNG} where the deadline ended the run
 * @param stdout everything that was printed
 * @param stderr everything that was complained
 * @param report what the stand-ins tell
 */
public record Outcome(int status, String stdout, String stderr, Report report) {
  /** In place of the status: the run did not end by itself. */
  public static final int HUNG = -1;

  /** Returns whether the deadline ended the run. */
  public boolean hung() {
    return status == HUNG;
  }

  /** Returns whether a signal of its own making ended the process (SIGABRT, SIGSEGV). */
  public boolean crashed() {
    return status == 134 || status == 139;
  }

  /** Returns the lines of stdout. */
  public List<String> stdoutLines() {
    return stdout.lines().toList();
  }

  /** Returns the first line of stderr, empty where there is none. */
  public String firstComplaint() {
    return stderr.lines().findFirst().orElse("");
  }

  @Override
  public String toString() {
    return (hung() ? "hung" : "status " + status)
        + "\n--- stdout\n"
        + stdout
        + "--- stderr\n"
        + stderr
        + "--- stand-ins\n"
        + report.text();
  }
}
