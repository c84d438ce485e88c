package io.github.mckey.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;

/** Builds the stand-ins into {@code target/standins}, once and again when a source is newer. */
public final class StandInBuild {
  private static final Path SOURCES = Path.of("src/test/native/standin");
  private static final Path TARGET = Path.of("target/standins");

  private StandInBuild() {}

  /** The build's result; made when it is first asked for. */
  private static final class Once {
    static final Path FOLDER = build();
  }

  /**
   * Returns the absolute folder of {@code librdmacm.so.1}, {@code libibverbs.so.1} and {@code
   * nosleep.so}.
   *
   * @throws AssertionError where they cannot be built, with the compiler's words
   */
  public static Path folder() {
    return Once.FOLDER;
  }

  private static Path build() {
    Path lockFile = TARGET.resolveSibling("standins.lock");
    try {
      Files.createDirectories(TARGET);
      try (FileChannel channel =
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && isStale()) {
          compile();
        }
      }
      return TARGET.toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isStale() throws IOException {
    Path last = TARGET.resolve("nosleep.so");
    if (!Files.exists(last)) {
      return true;
    }
    FileTime built = Files.getLastModifiedTime(last);
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.toList()) {
        boolean source = Files.isRegularFile(file) && !file.toString().endsWith(".md");
        if (source && Files.getLastModifiedTime(file).compareTo(built) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static void compile() throws IOException {
    Path log = TARGET.resolve("build.log");
    Process process =
        new ProcessBuilder(SOURCES.resolve("build").toString(), TARGET.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new AssertionError(
            "the stand-ins cannot be built; they need gcc, libibverbs-dev and librdmacm-dev:\n"
                + Files.readString(log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
