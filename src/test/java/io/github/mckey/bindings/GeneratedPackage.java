package io.github.mckey.bindings;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One package of jextract's output, seen by reflection.
 *
 * @param main the class that holds functions and constants
 * @param includeList the list it was generated from
 * @param headers the C headers it was generated from, as written between the angle brackets
 */
record GeneratedPackage(Class<?> main, Path includeList, List<String> headers) {

  private static final String ADDRESS = "$address";

  static GeneratedPackage of(String name, String main, Path directory) {
    try {
      return new GeneratedPackage(
          Class.forName("io.github.mckey.bindings." + name + "." + main),
          directory.resolve(name + ".includes"),
          name.equals("rdma")
              ? List.of("rdma/rdma_cma.h", "infiniband/ib.h")
              : headersIn(directory.resolve(name + ".h")));
    } catch (ClassNotFoundException | IOException e) {
      throw new IllegalStateException("no generated package " + name, e);
    } catch (LinkageError e) {
      throw new AssertionError(
          "cannot load the RDMA libraries: install the packages librdmacm-dev and libibverbs-dev",
          e);
    }
  }

  /**
   * The plain headers, without what {@code libc.h} does around them, so that the comparison also
   * covers that.
   */
  private static List<String> headersIn(Path file) throws IOException {
    String start = "#include <";
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(start))
          .map(line -> line.substring(start.length(), line.indexOf('>')))
          .toList();
    }
  }

  /** The generated classes that stand for a struct, union or typedef. */
  SortedSet<String> typeNames() throws IOException, URISyntaxException {
    Path root = Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path folder = root.resolve(main.getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.list(folder)) {
      SortedSet<String> names = new TreeSet<>();
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && name.indexOf('$') < 0)
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .filter(name -> !name.equals(main.getSimpleName()))
          .forEach(names::add);
      return names;
    }
  }

  Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(main.getPackageName() + "." + name);
  }

  SortedSet<String> functionNames() {
    SortedSet<String> names = new TreeSet<>();
    for (Method method : main.getMethods()) {
      if (method.getName().endsWith(ADDRESS)) {
        names.add(method.getName().substring(0, method.getName().length() - ADDRESS.length()));
      }
    }
    variadicFunctions().forEach(type -> names.add(type.getSimpleName()));
    return names;
  }

  SortedSet<String> constantNames() {
    SortedSet<String> names = new TreeSet<>();
    for (Method method : main.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && method.getParameterCount() == 0
          && method.getName().indexOf('$') < 0) {
        names.add(method.getName());
      }
    }
    names.removeAll(functionNames());
    return names;
  }

  long constant(String name) throws ReflectiveOperationException {
    return ((Number) main.getMethod(name).invoke(null)).longValue();
  }

  /** Throws unless the function's address is found and its call can be linked. */
  void lookUp(String function) throws ReflectiveOperationException {
    for (Class<?> variadic : variadicFunctions()) {
      if (variadic.getSimpleName().equals(function)) {
        variadic
            .getMethod("makeInvoker", MemoryLayout[].class)
            .invoke(null, (Object) new MemoryLayout[0]);
        return;
      }
    }
    main.getMethod(function + ADDRESS).invoke(null);
  }

  /** jextract makes a class instead of a method of a function such as fcntl(2). */
  private List<Class<?>> variadicFunctions() {
    return new ArrayList<>(Arrays.asList(main.getClasses()));
  }

  @Override
  public String toString() {
    return main.getSimpleName();
  }
}
