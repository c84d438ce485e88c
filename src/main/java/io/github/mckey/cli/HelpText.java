package io.github.mckey.cli;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the help: stock mckey's options first, then those that it does not have. */
final class HelpText {
  private final StringBuilder text = new StringBuilder(4096).append(Texts.HELP_HEAD);

  private HelpText() {}

  static String of(List<OptionSpec> options) {
    HelpText help = new HelpText();
    help.section("\noptions:\n", options, false);
    help.section("\noptions that rdma-core's mckey does not have:\n", options, true);
    return help.text.append(Texts.HELP_TAIL).toString();
  }

  private void section(String heading, List<OptionSpec> options, boolean longNames) {
    text.append(heading);
    for (int i = 0; i < options.size(); i++) {
      OptionSpec option = options.get(i);
      if (hasLongName(option) == longNames) {
        names(option);
        description(option);
      }
    }
  }

  private static boolean hasLongName(OptionSpec option) {
    String[] names = option.names();
    return names[names.length - 1].startsWith("--");
  }

  private void names(OptionSpec option) {
    String separator = "  ";
    for (String name : option.names()) {
      text.append(separator).append(name);
      separator = ", ";
    }
    if (option.arity().max() > 0) {
      boolean optional = option.arity().min() == 0;
      text.append(optional ? "[=" : " ").append(option.paramLabel()).append(optional ? "]" : "");
    }
    if (option.defaultValue() != null) {
      text.append("  (default: ").append(option.defaultValue()).append(')');
    }
    text.append('\n');
  }

  private void description(OptionSpec option) {
    String separator = "        ";
    for (String line : option.description()) {
      text.append(separator).append(line);
      separator = "\n        ";
    }
    text.append('\n');
  }
}
