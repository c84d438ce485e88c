package io.github.mckey;

/** The process: parses, runs, exits. */
public final class Main {
  private Main() {}

  /** Runs mckey and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(0);
  }
}
