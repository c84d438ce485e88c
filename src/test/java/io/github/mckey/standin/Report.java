package io.github.mckey.standin;

import java.util.ArrayList;
import java.util.List;

/**
 * What the stand-ins tell of a run.
 *
 * @param text the report as they wrote it
 * @param log the lines that tell what happened, in order: {@code call}, {@code wr} and {@code wc}
 */
public record Report(String text, List<String> log) {
  /** Copies the log. */
  public Report {
    log = List.copyOf(log);
  }

  /** Reads a report. */
  public static Report parse(String text) {
    List<String> log = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("call ")
          || line.startsWith("call.")
          || line.startsWith("wr ")
          || line.startsWith("wc ")) {
        log.add(line);
      }
    }
    return new Report(text, log);
  }

  /** Returns all logged calls, in order. */
  public List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    for (String line : log) {
      if (line.startsWith("call")) {
        calls.add(Call.parse(line));
      }
    }
    return calls;
  }

  /** Returns how often a function was called, in vain or not. */
  public int calls(String function) {
    return number("calls " + function + " ");
  }

  /** Returns a count by its name, 0 where the report has none. */
  public int count(String name) {
    return number("count " + name + " ");
  }

  private int number(String prefix) {
    for (String line : lines(prefix)) {
      return Integer.parseInt(line.substring(prefix.length()));
    }
    return 0;
  }

  /** Returns whether the process lived to write the report's end. */
  public boolean isComplete() {
    return text.endsWith("\nend\n");
  }

  /**
   * Returns everything that a well-behaved program does not do: defects, objects not destroyed,
   * events not acknowledged. Objects that a fault kept from being destroyed are no fault of the
   * program's.
   */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    complaints.addAll(lines("defect "));
    complaints.addAll(lines("leak "));
    complaints.addAll(lines("unacked "));
    return complaints;
  }

  /** Returns the lines that begin so. */
  public List<String> lines(String prefix) {
    List<String> found = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(prefix)) {
        found.add(line);
      }
    }
    return found;
  }
}
