package io.github.mckey.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** What one command line gives: the last value of each option, in the order of these. */
final class GivenOptions {
  private record Given(OptionSpec option, @Nullable String text) {}

  private final List<Given> all = new ArrayList<>();

  /** Notes that an option was given; an earlier value of it is forgotten. */
  void add(OptionSpec option, @Nullable String text) {
    int earlier = indexOf(option);
    if (earlier >= 0) {
      all.remove(earlier);
    }
    all.add(new Given(option, text));
  }

  /** Tells whether an option was given. */
  boolean has(OptionSpec option) {
    return indexOf(option) >= 0;
  }

  private int indexOf(OptionSpec option) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).option().names()[0].equals(option.names()[0])) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Converts all values into their options.
   *
   * @throws UsageException for the first value that its option does not take
   */
  void convert() throws UsageException {
    for (int i = 0; i < all.size(); i++) {
      OptionSpec option = all.get(i).option();
      String text = all.get(i).text();
      if (text != null) {
        option.setValue(convert(option, text));
      }
    }
  }

  private static Object convert(OptionSpec option, String text) throws UsageException {
    try {
      return option.converters()[0].convert(text);
    } catch (TypeConversionException e) {
      throw new UsageException(
          "option " + option.names()[0] + " " + e.getMessage() + ", not '" + oneLine(text) + "'");
    } catch (Exception e) {
      throw new IllegalStateException(option.names()[0], e);
    }
  }

  /** Keeps a complaint on one line, whatever the value. */
  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text);
    for (int i = 0; i < line.length(); i++) {
      if (Character.isISOControl(line.charAt(i))) {
        line.setCharAt(i, '?');
      }
    }
    return line.toString();
  }

  /**
   * Returns the converted value of an option that was given, its default otherwise; null where
   * there is neither.
   */
  <T> @Nullable T value(OptionSpec option, Class<T> type) throws UsageException {
    Object value = option.getValue();
    if (value == null && option.defaultValue() != null) {
      value = convert(option, option.defaultValue());
    }
    return type.cast(value);
  }

  /** Returns {@link #value} of an option that has a default or was given. */
  <T> T required(OptionSpec option, Class<T> type) throws UsageException {
    T value = value(option, type);
    if (value == null) {
      throw new IllegalStateException(option.names()[0]);
    }
    return value;
  }
}
