package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the C library's getopt_long, through a small C program (getopt-oracle.c). */
final class GetOptOracle {
  /**
   * An argument vector.
   *
   * @param posixlyCorrect whether POSIXLY_CORRECT is in the environment
   * @param arguments without the program's name
   */
  record Vector(boolean posixlyCorrect, List<String> arguments) {}

  private final Path folder;
  private final Path program;

  private GetOptOracle(Path folder, Path program) {
    this.folder = folder;
    this.program = program;
  }

  static GetOptOracle compile(Path folder) throws IOException, InterruptedException {
    Path source = folder.resolve("getopt-oracle.c");
    try (InputStream resource = GetOptOracle.class.getResourceAsStream("getopt-oracle.c")) {
      assertThat(resource).isNotNull();
      Files.copy(resource, source);
    }
    Path program = folder.resolve("getopt-oracle");
    Process gcc =
        new ProcessBuilder("gcc", "-o", program.toString(), source.toString()).inheritIO().start();
    assertThat(gcc.waitFor()).as("gcc's status").isZero();
    return new GetOptOracle(folder, program);
  }

  /** Returns for each vector what {@link #describe} says of its options, then how it ends. */
  List<String> ask(List<Switch> table, List<Vector> vectors)
      throws IOException, InterruptedException {
    Path questions = Files.write(folder.resolve("questions"), encode(table, vectors));
    Path answers = folder.resolve("answers");
    Process oracle =
        new ProcessBuilder(program.toString())
            .redirectInput(questions.toFile())
            .redirectOutput(answers.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(oracle.waitFor()).as("the oracle's status").isZero();
    return decode(Files.readString(answers, StandardCharsets.US_ASCII).split("\0", -1));
  }

  static String describe(int index, @Nullable String value) {
    return "option " + index + (value == null ? "" : "=" + value) + "\n";
  }

  private static byte[] encode(List<Switch> table, List<Vector> vectors) {
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    put(words, String.valueOf(table.size()));
    for (Switch option : table) {
      put(words, option.letter() == Switch.NO_LETTER ? "" : String.valueOf(option.letter()));
      put(words, option.longName());
      put(words, String.valueOf(option.argument().ordinal()));
    }
    for (Vector vector : vectors) {
      put(words, vector.posixlyCorrect() ? "1" : "0");
      put(words, String.valueOf(vector.arguments().size()));
      vector.arguments().forEach(argument -> put(words, argument));
    }
    return words.toByteArray();
  }

  private static void put(ByteArrayOutputStream words, String word) {
    words.writeBytes(word.getBytes(StandardCharsets.US_ASCII));
    words.write(0);
  }

  private static List<String> decode(String[] words) {
    List<String> answers = new ArrayList<>();
    StringBuilder answer = new StringBuilder();
    for (int i = 0; i < words.length - 1; i++) {
      switch (words[i]) {
        case "option" -> {
          int index = Integer.parseInt(words[++i]);
          boolean hasValue = words[++i].equals("1");
          String value = words[++i];
          answer.append(describe(index, hasValue ? value : null));
        }
        case "error" -> {
          answers.add(answer + "error " + words[++i]);
          answer.setLength(0);
        }
        case "end" -> {
          answers.add(answer + "end");
          answer.setLength(0);
        }
        default -> throw new IllegalStateException(words[i]);
      }
    }
    return answers;
  }
}
