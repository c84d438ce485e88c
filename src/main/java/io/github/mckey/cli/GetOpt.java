package io.github.mckey.cli;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Walks over arguments as glibc's getopt_long(3) does in its permuting mode: clusters, attached
 * values, {@code --name=value}, abbreviated long names, operands anywhere, {@code --}. A value is
 * whatever stands at its place, also when it begins with a dash. Complaints have glibc's wording.
 */
final class GetOpt {
  /**
   * An option found.
   *
   * @param index its place in the table
   * @param value its value; null where none was given
   */
  record Found(int index, @Nullable String value) {}

  private final List<Switch> table;
  private final String[] arguments;
  private final BooleanSupplier operandEndsOptions;
  private int next;
  private String cluster = "";
  private int inCluster;

  /**
   * Starts before the first argument.
   *
   * @param table the options there are
   * @param arguments the arguments, without the program's name
   * @param operandEndsOptions asked when an operand is met: whether all that follows are operands
   *     too, as POSIXLY_CORRECT demands
   */
  GetOpt(List<Switch> table, String[] arguments, BooleanSupplier operandEndsOptions) {
    this.table = table;
    this.arguments = arguments;
    this.operandEndsOptions = operandEndsOptions;
  }

  /** Returns the next option, or null at the end. After an exception there is nothing to ask. */
  @Nullable Found next() throws UsageException {
    if (inCluster < cluster.length()) {
      return shortOption();
    }
    while (next < arguments.length) {
      String word = arguments[next++];
      if (word.equals("--")) {
        next = arguments.length;
      } else if (word.startsWith("--")) {
        return longOption(word.substring(2));
      } else if (word.length() > 1 && word.charAt(0) == '-') {
        cluster = word;
        inCluster = 1;
        return shortOption();
      } else if (operandEndsOptions.getAsBoolean()) {
        next = arguments.length;
      }
    }
    return null;
  }

  private Found shortOption() throws UsageException {
    int index = indexOf(cluster.charAt(inCluster));
    if (index < 0) {
      throw new UsageException("invalid option -- '" + characterAt(inCluster) + "'");
    }
    char letter = cluster.charAt(inCluster++);
    Switch.Argument argument = table.get(index).argument();
    if (argument == Switch.Argument.NONE) {
      return new Found(index, null);
    }
    String rest = cluster.substring(inCluster);
    inCluster = cluster.length();
    if (!rest.isEmpty()) {
      return new Found(index, rest);
    }
    if (argument == Switch.Argument.OPTIONAL) {
      return new Found(index, null);
    }
    if (next == arguments.length) {
      throw new UsageException("option requires an argument -- '" + letter + "'");
    }
    return new Found(index, arguments[next++]);
  }

  private int indexOf(char letter) {
    for (int i = 0; i < table.size(); i++) {
      if (letter != Switch.NO_LETTER && table.get(i).letter() == letter) {
        return i;
      }
    }
    return -1;
  }

  /** Returns a whole character, where glibc would print the first byte of it. */
  private String characterAt(int index) {
    return cluster.substring(index, cluster.offsetByCodePoints(index, 1));
  }

  private Found longOption(String word) throws UsageException {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    int index = indexOf(name, word);
    Switch.Argument argument = table.get(index).argument();
    String full = "option '--" + table.get(index).longName() + "'";
    if (equals >= 0) {
      if (argument == Switch.Argument.NONE) {
        throw new UsageException(full + " doesn't allow an argument");
      }
      return new Found(index, word.substring(equals + 1));
    }
    if (argument != Switch.Argument.REQUIRED) {
      return new Found(index, null);
    }
    if (next == arguments.length) {
      throw new UsageException(full + " requires an argument");
    }
    return new Found(index, arguments[next++]);
  }

  /** Finds the long name that is this one, otherwise the only one that begins so. */
  private int indexOf(String name, String word) throws UsageException {
    int found = -1;
    boolean ambiguous = false;
    for (int i = 0; i < table.size(); i++) {
      String candidate = table.get(i).longName();
      if (!candidate.isEmpty() && candidate.startsWith(name)) {
        if (candidate.length() == name.length()) {
          return i;
        }
        ambiguous = found >= 0;
        found = i;
      }
    }
    if (ambiguous) {
      throw new UsageException(
          "option '--" + word + "' is ambiguous; possibilities:" + possibilities(name));
    }
    if (found < 0) {
      throw new UsageException("unrecognized option '--" + word + "'");
    }
    return found;
  }

  private String possibilities(String name) {
    StringBuilder names = new StringBuilder();
    for (Switch candidate : table) {
      if (!candidate.longName().isEmpty() && candidate.longName().startsWith(name)) {
        names.append(" '--").append(candidate.longName()).append('\'');
      }
    }
    return names.toString();
  }
}
