package io.github.mckey.bindings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks gcc for the values of C expressions: by way of a program that prints them, or, for a machine
 * that is not this one, by assertions that only the compiler reads.
 */
final class CompilerAnswers {

  private static final Pattern FAILED = Pattern.compile("assertions\\.c:(\\d+):\\d+: error: ");

  private CompilerAnswers() {}

  /**
   * Compiles and runs a program that prints every expression's value.
   *
   * @param scratch an empty folder for the program
   * @throws AssertionError if the compiler or a header is missing, naming the package to install
   */
  static SortedMap<String, Long> to(List<String> expressions, List<String> headers, Path scratch)
      throws IOException, InterruptedException {
    Path source = scratch.resolve("layout.c");
    Path program = scratch.resolve("layout");
    Files.writeString(source, program(expressions, headers));
    compile(source, program);
    List<String> lines = run(List.of(program.toString())).lines().toList();
    SortedMap<String, Long> answers = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      answers.put(expressions.get(i), Long.valueOf(lines.get(i)));
    }
    return answers;
  }

  /**
   * Lets a compiler for another machine check every expression's value. Nothing is run.
   *
   * @param compiler the compiler's command
   * @param scratch an empty folder
   * @return the expressions whose values that machine has otherwise, or does not have
   * @throws AssertionError if a header is missing
   */
  static SortedSet<String> otherwiseTo(
      SortedMap<String, Long> values, List<String> headers, String compiler, Path scratch)
      throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(includes(headers).lines().toList());
    int before = lines.size();
    values.forEach(
        (expression, value) ->
            lines.add(
                "_Static_assert((long long) (" + expression + ") == " + value + "LL, \"\");"));
    Path source = scratch.resolve("assertions.c");
    Files.write(source, lines);
    String output = run(List.of(compiler, "-fsyntax-only", "-fmax-errors=0", "" + source));
    List<String> expressions = List.copyOf(values.keySet());
    SortedSet<String> different = new TreeSet<>();
    for (String line : output.lines().filter(line -> line.contains("error: ")).toList()) {
      Matcher failed = FAILED.matcher(line);
      if (!failed.find()) {
        throw new AssertionError(compiler + ": " + advice(output) + "\n" + output);
      }
      different.add(expressions.get(Integer.parseInt(failed.group(1)) - before - 1));
    }
    return different;
  }

  private static String includes(List<String> headers) {
    StringBuilder text = new StringBuilder("#define _GNU_SOURCE 1\n");
    headers.forEach(header -> text.append("#include <").append(header).append(">\n"));
    return text.toString();
  }

  private static String program(List<String> expressions, List<String> headers) {
    StringBuilder text = new StringBuilder(includes(headers));
    text.append("#include <stdio.h>\nint main(void)\n{\n");
    for (String expression : expressions) {
      text.append("\tprintf(\"%lld\\n\", (long long) (").append(expression).append("));\n");
    }
    return text.append("\treturn 0;\n}\n").toString();
  }

  private static void compile(Path source, Path program) throws InterruptedException {
    String output;
    try {
      output = run(List.of("gcc", "-o", program.toString(), source.toString()));
    } catch (IOException e) {
      throw new AssertionError("cannot run gcc: install the package gcc", e);
    }
    if (!Files.exists(program)) {
      throw new AssertionError(
          "gcc could not compile the layout program: " + advice(output) + "\n" + output);
    }
  }

  private static String advice(String output) {
    String missing = ": No such file or directory";
    for (String line : output.lines().toList()) {
      if (line.contains("rdma/rdma_cma.h" + missing)) {
        return "install the package librdmacm-dev";
      }
      if (line.contains("infiniband/") && line.endsWith(missing)) {
        return "install the package libibverbs-dev";
      }
      if (line.endsWith(missing)) {
        return "install the package libc6-dev";
      }
    }
    return "a bound name is not in the installed headers";
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // The advice is found in gcc's English text.
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output;
  }
}
