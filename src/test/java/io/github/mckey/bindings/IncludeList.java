package io.github.mckey.bindings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one of the include lists asks jextract for.
 *
 * @param types name of the generated class to the type's name in C
 * @param constants macros and enumerators
 * @param functions functions
 */
record IncludeList(
    SortedMap<String, String> types, SortedSet<String> constants, SortedSet<String> functions) {

  static IncludeList read(Path file) throws IOException {
    IncludeList list = new IncludeList(new TreeMap<>(), new TreeSet<>(), new TreeSet<>());
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = line.split(" ");
        list.add(words[0], words[1]);
      }
    }
    return list;
  }

  private void add(String option, String name) {
    switch (option) {
      case "--include-struct" -> types.put(name, "struct " + name);
      case "--include-union" -> types.put(name, "union " + name);
      case "--include-typedef" -> types.put(name, name);
      case "--include-constant" -> constants.add(name);
      case "--include-function" -> functions.add(name);
      default -> throw new IllegalArgumentException(option + " " + name);
    }
  }
}
