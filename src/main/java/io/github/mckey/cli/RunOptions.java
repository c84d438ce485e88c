package io.github.mckey.cli;

import io.github.mckey.config.Limits;
import io.github.mckey.config.Reporting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/** The options that bound a run and make it tell more than stock mckey does. */
final class RunOptions {
  private final GivenOptions given;
  private final OptionSpec timeout;
  private final OptionSpec allowLoss;
  private final OptionSpec rate;
  private final OptionSpec duration;
  private final OptionSpec stats;
  private final OptionSpec json;
  private final OptionSpec interval;
  private final OptionSpec progress;
  private final OptionSpec check;

  /** Adds the options to the list. */
  RunOptions(OptionList list, GivenOptions given) {
    this.given = given;
    timeout =
        list.value(
            "--timeout",
            "seconds",
            null,
            new Converters.Seconds(1),
            "End after so long at the latest: where something is still missing,",
            "say what, and exit with 146 (return status -110)");
    allowLoss =
        list.value(
            "--allow-loss",
            "percent",
            "0",
            new Converters.Decimal(0, 100),
            "Succeed at the end of --timeout or --duration where each connection",
            "misses no more of its messages");
    rate =
        list.value(
            "--rate",
            "msgs_per_s",
            null,
            new Converters.Decimal(1e-6, 1e9),
            "Send so many messages a second on each connection, evenly spread");
    duration =
        list.value(
            "--duration",
            "seconds",
            null,
            new Converters.Seconds(1),
            "Send, or receive, for so long, up to -C messages where -C is given");
    stats =
        list.flag(
            "--stats",
            "Print to stderr what was sent or received, lost, duplicated, reordered",
            "and corrupt, by connection and source, and how long it took");
    json =
        list.optionalValue(
            "--json",
            "file",
            "Write the statistics as a JSON document: to the file, or to stdout in",
            "place of all other lines, which go to stderr then");
    interval =
        list.value(
            "--interval",
            "seconds",
            null,
            new Converters.Seconds(1_000_000),
            "Print a line to stderr for each such stretch of the transfer");
    progress =
        list.flag(
            "--progress",
            "Show the state of a run of over 3 seconds on stderr, also where that is",
            "no terminal");
    check =
        list.flag(
            "--check",
            "Look at what a run with these options would need, join nothing, and",
            "exit with 0 or 1");
  }

  /** Returns whether nothing is to be joined, only looked at. */
  boolean checksOnly() {
    return given.has(check);
  }

  /** Returns whether only the time ends the transfer, where no message count is given. */
  boolean endsByTime() {
    return given.has(duration);
  }

  /**
   * Returns what bounds the run.
   *
   * @throws UsageException for options that do not go together
   */
  Limits limits(boolean sender) throws UsageException {
    if (given.has(rate) && !sender) {
      throw new UsageException("option --rate goes with -s only");
    }
    if (given.has(allowLoss) && sender) {
      throw new UsageException("option --allow-loss is for receivers, so it does not go with -s");
    }
    if (given.has(allowLoss) && !given.has(timeout) && !given.has(duration)) {
      throw new UsageException("option --allow-loss needs --timeout or --duration");
    }
    return new Limits(
        nanos(timeout),
        nanos(duration),
        given.has(rate) ? given.required(rate, Double.class) : 0,
        given.required(allowLoss, Double.class));
  }

  /** Returns what the run tells. */
  Reporting reporting() throws UsageException {
    @Nullable String file = given.value(json, String.class);
    return new Reporting(
        given.has(stats),
        given.has(json) && file == null,
        file,
        nanos(interval),
        given.has(progress));
  }

  private long nanos(OptionSpec option) throws UsageException {
    return given.has(option) ? given.required(option, Long.class) : 0;
  }
}
