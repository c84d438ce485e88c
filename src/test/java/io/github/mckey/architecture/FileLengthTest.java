package io.github.mckey.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No hand-written source file is too long to be read in one go. */
class FileLengthTest {
  private static final int LIMIT = 400;
  private static final List<String> SOURCES = List.of(".java", ".c", ".h", ".py", ".sh");

  @Test
  void noSourceFileIsTooLong() {
    assertThat(tooLong(Path.of("src"))).isEmpty();
  }

  @Test
  void aLongFileIsFound(@TempDir Path folder) throws IOException {
    Path deep = Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(deep.resolve("Fits.java"), "\n".repeat(LIMIT));
    Files.writeString(deep.resolve("Long.java"), "\n".repeat(LIMIT + 1));
    Files.writeString(deep.resolve("long.txt"), "\n".repeat(LIMIT + 1));
    assertThat(tooLong(folder)).containsExactly(deep.resolve("Long.java") + ": 401 lines");
  }

  private static List<String> tooLong(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> SOURCES.stream().anyMatch(file.toString()::endsWith))
          .filter(file -> lines(file) > LIMIT)
          .map(file -> file + ": " + lines(file) + " lines")
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
