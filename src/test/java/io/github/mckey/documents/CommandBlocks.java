package io.github.mckey.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds what documents show set apart from the prose: commands, and what they print. */
final class CommandBlocks {
  private static final String INDENT = "    ";
  private static final String FENCE = "```";
  private static final String PROMPT = "$ ";

  /**
   * A command in a document, or a block that is none.
   *
   * @param place file and line
   * @param command without comments, on one line unless it is a script
   * @param output what the document shows as printed by it; empty where it shows nothing
   */
  record Shown(String place, String command, List<String> output) {
    @Override
    public String toString() {
      return place + " " + command.lines().findFirst().orElse("");
    }
  }

  private final Path file;
  private final Predicate<String> isWhole;
  private final List<Shown> shown = new ArrayList<>();

  private CommandBlocks(Path file, Predicate<String> isWhole) {
    this.file = file;
    this.isWhole = isWhole;
  }

  /**
   * Returns what a Markdown file shows in fenced and indented blocks.
   *
   * @param isWhole whether a block with this first line is one thing, not a command a line
   */
  static List<Shown> ofMarkdown(Path file, Predicate<String> isWhole) throws IOException {
    CommandBlocks blocks = new CommandBlocks(file, isWhole);
    List<String> lines = Files.readAllLines(file);
    int i = 0;
    while (i < lines.size()) {
      boolean fenced = lines.get(i).strip().startsWith(FENCE);
      if (fenced || isIndented(lines, i)) {
        int start = fenced ? ++i : i;
        List<String> block = new ArrayList<>();
        while (i < lines.size() && (fenced ? !isFence(lines.get(i)) : belongs(lines.get(i)))) {
          block.add(lines.get(i++));
        }
        blocks.add(start + 1, String.join("\n", block).stripTrailing().stripIndent());
      }
      i++;
    }
    return blocks.shown;
  }

  /** Returns the commands of a manual page's examples. */
  static List<Shown> ofExamples(ManualPage page) {
    CommandBlocks blocks = new CommandBlocks(page.file(), line -> false);
    for (List<String> example : page.examples("EXAMPLES")) {
      blocks.add(0, String.join("\n", example));
    }
    return blocks.shown;
  }

  private static boolean isFence(String line) {
    return line.strip().equals(FENCE);
  }

  /** Set in, and not the continuation of a list's item or of a paragraph. */
  private static boolean isIndented(List<String> lines, int i) {
    String before = i == 0 ? "" : lines.get(i - 1);
    return lines.get(i).startsWith(INDENT) && (before.isBlank() || before.startsWith("#"));
  }

  private static boolean belongs(String line) {
    return line.startsWith(INDENT) || line.isBlank();
  }

  private void add(int line, String block) {
    if (block.startsWith(PROMPT)) {
      addSession(line, block);
    } else if (isWhole.test(block.lines().findFirst().orElse(""))) {
      shown.add(new Shown(file + ":" + line, block, List.of()));
    } else {
      int number = line;
      for (String command : block.replaceAll("\\\\\n\\s*", "").lines().toList()) {
        if (!command.isBlank()) {
          shown.add(new Shown(file + ":" + number, withoutComment(command), List.of()));
        }
        number++;
      }
    }
  }

  private void addSession(int line, String block) {
    String[] commands = block.split("(^|\n)\\$ ", -1);
    for (String command : List.of(commands).subList(1, commands.length)) {
      List<String> lines = command.lines().toList();
      shown.add(
          new Shown(
              file + ":" + line, lines.getFirst(), List.copyOf(lines.subList(1, lines.size()))));
    }
  }

  private static String withoutComment(String line) {
    return line.replaceAll("\\s{2,}#.*", "").strip();
  }
}
