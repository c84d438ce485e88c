package io.github.mckey.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The kernel's files below a root, which tests put elsewhere. */
public final class SystemFiles {
  private static final int LONGEST_FILE = 1 << 20;

  private final Path root;

  /** Creates a view of the files below a root, {@code /} for the kernel's own. */
  public SystemFiles(Path root) {
    this.root = root;
  }

  /** Returns where a file is, named without the leading slash. */
  public Path path(String name) {
    return root.resolve(name);
  }

  /** Returns whether there is such a file or folder. */
  public boolean exists(String name) {
    return Files.exists(path(name));
  }

  /** Returns a file's text without blanks around it; empty where it cannot be read. */
  public String text(String name) {
    // The kernel gives a sysctl's number to the first read only, and that of readAllBytes, which
    // goes
    // by the size that the file claims to have, is for one byte.
    try (InputStream in = new FileInputStream(path(name).toFile())) {
      return new String(in.readNBytes(LONGEST_FILE), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns a file's number, or -1 where it holds none. */
  public long number(String name) {
    try {
      return Long.parseLong(text(name));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Returns the names in a folder, sorted; none where it cannot be read. */
  public List<String> names(String folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(folder))) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (IOException e) {
      return List.of();
    }
    Collections.sort(names);
    return names;
  }
}
