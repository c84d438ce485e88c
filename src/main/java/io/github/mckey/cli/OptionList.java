package io.github.mckey.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Range;
import picocli.CommandLine.TypeConversionException;

/**
 * A list of option specifications in the order of the help.
 *
 * <p>Of picocli, the option model and the conversion are used, its parser is not: that one looks up
 * some forty converters by reflection before it reads a word, which costs a fifth of a whole run,
 * and it follows other rules than getopt.
 */
final class OptionList {
  private static final Range NO_VALUE = new Range(0, 0, false, false, "0");
  private static final Range OPTIONAL_VALUE = new Range(0, 1, false, false, "0..1");
  private static final Range ONE_VALUE = new Range(1, 1, false, false, "1");

  private final List<OptionSpec> options = new ArrayList<>();
  private final List<Switch> switches = new ArrayList<>();

  /**
   * Adds an option that takes a value.
   *
   * @param name {@code -x} or {@code --name}
   * @param label what the help calls the value
   * @param defaultText the value where the option is not given; null where there is none
   * @param converter refuses a value by {@link TypeConversionException} with what it takes instead
   * @param description lines for the help
   */
  OptionSpec value(
      String name,
      String label,
      @Nullable String defaultText,
      ITypeConverter<?> converter,
      String... description) {
    OptionSpec.Builder builder =
        OptionSpec.builder(name)
            .type(String.class)
            .arity(ONE_VALUE)
            .paramLabel(label)
            .converters(converter)
            .description(description);
    if (defaultText != null) {
      builder.defaultValue(defaultText);
    }
    return add(builder);
  }

  /**
   * Adds a long option whose value, a text, may be left out: {@code --name} or {@code --name=X}.
   */
  OptionSpec optionalValue(String name, String label, String... description) {
    return add(
        OptionSpec.builder(name)
            .type(String.class)
            .arity(OPTIONAL_VALUE)
            .paramLabel(label)
            .converters(new Converters.Text())
            .description(description));
  }

  /** Adds an option that is there or not. */
  OptionSpec flag(String name, String... description) {
    return add(flagBuilder(description, name));
  }

  /** Adds the option that asks for the help. */
  OptionSpec help(String letter, String name, String... description) {
    return add(flagBuilder(description, letter, name).usageHelp(true));
  }

  /** Adds the option that asks for the version. */
  OptionSpec version(String letter, String name, String... description) {
    return add(flagBuilder(description, letter, name).versionHelp(true));
  }

  private static OptionSpec.Builder flagBuilder(String[] description, String... names) {
    return OptionSpec.builder(names).type(boolean.class).arity(NO_VALUE).description(description);
  }

  private OptionSpec add(OptionSpec.Builder builder) {
    OptionSpec option = builder.build();
    options.add(option);
    switches.add(switchOf(option));
    return option;
  }

  private static Switch switchOf(OptionSpec option) {
    char letter = Switch.NO_LETTER;
    String longName = "";
    for (String name : option.names()) {
      if (name.startsWith("--")) {
        longName = name.substring(2);
      } else {
        letter = name.charAt(1);
      }
    }
    return new Switch(letter, longName, argumentOf(option));
  }

  private static Switch.Argument argumentOf(OptionSpec option) {
    if (option.arity().max() == 0) {
      return Switch.Argument.NONE;
    }
    return option.arity().min() == 0 ? Switch.Argument.OPTIONAL : Switch.Argument.REQUIRED;
  }

  /** Returns the options. */
  List<OptionSpec> options() {
    return options;
  }

  /** Returns the same options for {@link GetOpt}, in the same order. */
  List<Switch> switches() {
    return switches;
  }
}
