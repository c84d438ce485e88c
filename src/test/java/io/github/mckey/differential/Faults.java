package io.github.mckey.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Reads and rewrites the stand-ins' configuration, item by item. */
final class Faults {
  private Faults() {}

  /**
   * Calls that fail: {@code fail=FUNC:RANGE:ERRNO}, {@code eintr=FUNC:RANGE}.
   *
   * @param item the item as it was
   * @param function the C function
   * @param nth the first of its calls concerned, from 1
   * @param errno the error's name
   */
  record FailingCall(String item, String function, int nth, String errno) {
    /** Reads an item; null where it is something else. */
    static FailingCall parse(String item) {
      String[] parts = item.split("[=:]");
      return switch (parts[0]) {
        case "fail" -> new FailingCall(item, parts[1], first(parts[2]), parts[3]);
        case "eintr" -> new FailingCall(item, parts[1], first(parts[2]), "EINTR");
        default -> null;
      };
    }

    private static int first(String range) {
      return Integer.parseInt(range.replaceFirst("[-+].*", ""));
    }

    boolean isOf(String name) {
      return function.equals(name);
    }
  }

  /** Changes items; null drops one. */
  static String rewrite(String config, UnaryOperator<String> change) {
    List<String> items = new ArrayList<>();
    for (String item : config.split(";")) {
      String changed = change.apply(item);
      if (changed != null) {
        items.add(changed);
      }
    }
    return String.join(";", items);
  }

  /** Changes the failing calls among the items; null drops one. */
  static String rewriteCalls(String config, Function<FailingCall, String> change, String function) {
    return rewrite(
        config,
        item -> {
          FailingCall call = FailingCall.parse(item);
          return call != null && call.isOf(function) ? change.apply(call) : item;
        });
  }

  /** Returns the number that the last item of a key gives, or the stand-ins' own. */
  static long number(String config, String key, long standard) {
    long number = standard;
    for (String item : config.split(";")) {
      if (item.startsWith(key + "=")) {
        number = Long.parseLong(item.substring(key.length() + 1));
      }
    }
    return number;
  }
}
