package io.github.mckey.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares what was written by hand about structures with what jextract read from the headers. The
 * names decide: {@code SIZEOF_IBV_WC} is {@code ibv_wc.sizeof()}, {@code IBV_WC_STATUS} is {@code
 * ibv_wc.status$offset()}, and {@code IBV_SEND_WR_WR_UD_AH} adds up the ways through the nested
 * structures {@code wr} and {@code ud}.
 */
public final class OffsetCheck {
  private static final String SIZEOF = "SIZEOF_";
  private static final String OFFSET = "$offset";

  private OffsetCheck() {}

  /**
   * Fails unless every constant of a class is the generated package's.
   *
   * @param constants the class
   * @param generated the name of the package: {@code rdma} or {@code libc}
   */
  public static void assertMatches(Class<?> constants, String generated)
      throws ReflectiveOperationException {
    SortedMap<String, Long> ours = new TreeMap<>();
    SortedMap<String, Long> headers = new TreeMap<>();
    for (Field constant : constants.getDeclaredFields()) {
      if (constant.isSynthetic()) {
        continue; // the coverage tool's
      }
      constant.setAccessible(true);
      ours.put(constant.getName(), constant.getLong(null));
      headers.put(
          constant.getName(),
          value("io.github.mckey.bindings." + generated + ".", constant.getName()));
    }
    assertThat(ours).isNotEmpty().isEqualTo(headers);
  }

  /** Finds what a name means; no two structures may claim it. */
  private static long value(String prefix, String name) throws ReflectiveOperationException {
    String lower = name.toLowerCase(Locale.ROOT);
    if (name.startsWith(SIZEOF)) {
      Class<?> type = Class.forName(prefix + lower.substring(SIZEOF.length()));
      return (long) type.getMethod("sizeof").invoke(null);
    }
    List<Long> found = new ArrayList<>();
    for (int end = lower.indexOf('_'); end > 0; end = lower.indexOf('_', end + 1)) {
      Class<?> type = typeOrNull(prefix + lower.substring(0, end));
      if (type != null) {
        addOffsets(found, type, lower.substring(end + 1), 0);
      }
    }
    assertThat(found).as("members that %s may mean", name).hasSize(1);
    return found.getFirst();
  }

  private static Class<?> typeOrNull(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException _) {
      return null;
    }
  }

  private static void addOffsets(List<Long> found, Class<?> type, String member, long before)
      throws IllegalAccessException, InvocationTargetException {
    for (Method method : type.getMethods()) {
      if (!method.getName().endsWith(OFFSET)) {
        continue;
      }
      String field = method.getName().substring(0, method.getName().length() - OFFSET.length());
      if (member.equals(field)) {
        found.add(before + (long) method.invoke(null));
      } else if (member.startsWith(field + "_")) {
        for (Class<?> nested : type.getClasses()) {
          if (nested.getSimpleName().equals(field)) {
            long at = before + (long) method.invoke(null);
            addOffsets(found, nested, member.substring(field.length() + 1), at);
          }
        }
      }
    }
  }
}
