package io.github.mckey.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An option, or a variable, as a document shows it.
 *
 * @param head names and value: {@code -h, --help}, {@code -c connections}, {@code --json[=file]}
 * @param defaultValue what it is where it is not given; empty where the document names nothing
 */
record OptionEntry(String head, String defaultValue) {
  private static final Pattern HELP_HEAD = Pattern.compile("  (-\\S.*?|[A-Z_]+)");
  private static final Pattern DEFAULT = Pattern.compile("\\s*\\(default: (.*)\\)");
  private static final Pattern NAME = Pattern.compile("--?[a-zA-Z][a-z-]*");

  /** Returns the entries of a help text: the lines set in by two blanks, in their order. */
  static List<OptionEntry> ofHelp(String help) {
    List<OptionEntry> entries = new ArrayList<>();
    for (String line : help.lines().toList()) {
      Matcher byDefault = DEFAULT.matcher(line);
      boolean hasDefault = byDefault.find();
      Matcher head = HELP_HEAD.matcher(hasDefault ? line.substring(0, byDefault.start()) : line);
      if (head.matches()) {
        entries.add(new OptionEntry(head.group(1), hasDefault ? byDefault.group(1) : ""));
      }
    }
    return entries;
  }

  /** Returns the names in the head. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (String part : head.split(", ")) {
      Matcher name = NAME.matcher(part);
      if (name.lookingAt()) {
        names.add(name.group());
      }
    }
    return names;
  }

  boolean isOption() {
    return head.startsWith("-");
  }

  /** Returns what the value is called; empty where the option takes none. */
  String label() {
    String last = names().getLast();
    String rest = head.substring(head.lastIndexOf(last) + last.length());
    return rest.replaceAll("^\\[=|^ |\\]$", "");
  }
}
