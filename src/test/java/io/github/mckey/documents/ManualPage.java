package io.github.mckey.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A manual page in man(7) macros, read from its source. */
final class ManualPage {
  static final Path FOLDER = Path.of("src/dist/man");

  private static final Pattern DEFAULT = Pattern.compile("\\(default: (.*)\\)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final Path file;
  private final List<String> lines;

  ManualPage(String name) throws IOException {
    file = FOLDER.resolve(name);
    lines = Files.readAllLines(file);
  }

  Path file() {
    return file;
  }

  /** Returns the line with name, section, date and version. */
  String title() {
    return lines.stream().filter(line -> line.startsWith(".TH ")).findFirst().orElseThrow();
  }

  /** Returns the headings of the sections. */
  List<String> sections() {
    return lines.stream().filter(line -> line.startsWith(".SH ")).map(ManualPage::words).toList();
  }

  /** Returns the tagged paragraphs of a section. */
  List<OptionEntry> entries(String section) {
    List<OptionEntry> entries = new ArrayList<>();
    List<String> body = body(section);
    for (int i = 0; i < body.size(); i++) {
      if (!body.get(i).equals(".TP")) {
        continue;
      }
      String head = words(body.get(++i));
      String defaultValue = "";
      while (i + 1 < body.size() && !body.get(i + 1).equals(".TP")) {
        Matcher matcher = DEFAULT.matcher(plain(body.get(++i)));
        defaultValue = matcher.find() ? matcher.group(1) : defaultValue;
      }
      entries.add(new OptionEntry(head, defaultValue));
    }
    return entries;
  }

  /** Returns the blocks between .EX and .EE in a section, as they are shown. */
  List<List<String>> examples(String section) {
    List<List<String>> blocks = new ArrayList<>();
    boolean inside = false;
    for (String line : body(section)) {
      if (line.equals(".EX")) {
        blocks.add(new ArrayList<>());
        inside = true;
      } else if (line.equals(".EE")) {
        inside = false;
      } else if (inside) {
        blocks.getLast().add(plain(line));
      }
    }
    return blocks;
  }

  private List<String> body(String section) {
    int start = lines.indexOf(".SH " + section) + 1;
    if (start == 0) {
      throw new AssertionError(file + " has no section " + section);
    }
    int end = start;
    while (end < lines.size() && !lines.get(end).startsWith(".SH ")) {
      end++;
    }
    return lines.subList(start, end);
  }

  /** Returns what a macro's arguments show: they follow each other without a blank. */
  private static String words(String macro) {
    StringBuilder text = new StringBuilder();
    Matcher word = WORD.matcher(macro.substring(macro.indexOf(' ') + 1));
    boolean joins = macro.matches("\\.(B[IR]|I[BR]|R[BI]) .*");
    while (word.find()) {
      text.append(joins || text.isEmpty() ? "" : " ");
      text.append(word.group(1) != null ? word.group(1) : word.group(2));
    }
    return plain(text.toString());
  }

  private static String plain(String text) {
    return text.replaceAll("\\\\f[A-Z]", "").replace("\\-", "-").replace("\\e", "\\");
  }
}
