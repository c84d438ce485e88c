package io.github.mckey.cli;

import io.github.mckey.config.MckeyConfig;

/** What the command line asks for. */
public sealed interface Outcome {
  /**
   * A run.
   *
   * @param config what to do
   */
  record Run(MckeyConfig config) implements Outcome {}

  /**
   * A preflight in place of a run.
   *
   * @param config what a run would do
   * @param groupNamed whether a group was given; otherwise the zero one stands in its place
   */
  record Check(MckeyConfig config, boolean groupNamed) implements Outcome {}

  /**
   * Nothing but to print and exit.
   *
   * @param status the exit status, 0 or 1
   * @param stdout what goes to stdout, with its line ends; may be empty
   * @param stderr what goes to stderr, with its line ends; may be empty
   */
  record Exit(int status, String stdout, String stderr) implements Outcome {}
}
