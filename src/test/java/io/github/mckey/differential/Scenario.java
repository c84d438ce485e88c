package io.github.mckey.differential;

import io.github.mckey.cli.MckeyCommand;
import io.github.mckey.cli.Outcome;
import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import java.util.List;

/**
 * What stock mckey and ours are run with.
 *
 * @param config the stand-ins' configuration
 * @param arguments the command line, without the program's name
 */
record Scenario(String config, List<String> arguments) {
  Scenario {
    arguments = List.copyOf(arguments);
  }

  static Scenario of(String config, String... arguments) {
    return new Scenario(config, List.of(arguments));
  }

  Scenario with(String moreConfig) {
    return new Scenario(config + ";" + moreConfig, arguments);
  }

  /** Returns what the command line means. */
  MckeyConfig options() {
    if (MckeyCommand.parse(arguments.toArray(new String[0])) instanceof Outcome.Run run) {
      return run.config();
    }
    throw new IllegalArgumentException("no run: " + this);
  }

  boolean isUnmapped() {
    return options().group() instanceof Group.Unmapped;
  }

  /** Returns the command that shows what stock mckey does with it. */
  @Override
  public String toString() {
    return "MCKEY_STANDIN='" + config + "' mckey " + String.join(" ", arguments);
  }
}
