package io.github.mckey.cli;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The command line of mckey. Complaints come in this order, the first one only: what getopt(3)
 * says, at the first word that it refuses; stock mckey's own check of {@code -M} without {@code
 * -b}; values that an option does not take, in their order; options that do not go together. Where
 * the C program ends with status 1, its words are therefore the ones printed.
 */
public final class MckeyCommand {
  private MckeyCommand() {}

  /** Reads the arguments, without the program's name. */
  public static Outcome parse(String[] args) {
    return parse(args, new PosixlyCorrect());
  }

  static Outcome parse(String[] args, BooleanSupplier operandEndsOptions) {
    MckeyOptions options = new MckeyOptions();
    try {
      Outcome text = scan(args, options, operandEndsOptions);
      if (text != null) {
        return text;
      }
      if (options.lacksBindAddress()) {
        return new Outcome.Exit(1, Texts.UNMAPPED_WITHOUT_BIND, "");
      }
      return options.checksOnly()
          ? new Outcome.Check(options.config(), options.namesGroup())
          : new Outcome.Run(options.config());
    } catch (UsageException e) {
      return new Outcome.Exit(1, Texts.USAGE, "mckey: " + e.complaint() + "\n");
    }
  }

  /** Notes all options; returns what to print where one asks for a text, which ends the scan. */
  private static @Nullable Outcome scan(
      String[] args, MckeyOptions options, BooleanSupplier operandEndsOptions)
      throws UsageException {
    GetOpt arguments = new GetOpt(options.switches(), args, operandEndsOptions);
    GetOpt.Found found;
    while ((found = arguments.next()) != null) {
      if (options.all().get(found.index()).usageHelp()) {
        return new Outcome.Exit(0, HelpText.of(options.all()), "");
      }
      if (options.all().get(found.index()).versionHelp()) {
        return new Outcome.Exit(0, Texts.VERSION, "");
      }
      options.give(found);
    }
    return null;
  }

  /** Looks into the environment only once an operand is met: hardly a command line has one. */
  private static final class PosixlyCorrect implements BooleanSupplier {
    @Override
    public boolean getAsBoolean() {
      return System.getenv("POSIXLY_CORRECT") != null;
    }
  }
}
