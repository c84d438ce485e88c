package io.github.mckey.bindings;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every number in a generated package that the headers fix, keyed by the C expression for it. */
final class LayoutFacts {

  private static final String OFFSET = "$offset";

  // What gcc's __builtin_classify_type answers.
  private static final long INTEGER = 1;
  private static final long POINTER = 5;
  private static final long RECORD = 12;
  private static final long UNION = 13;

  private final SortedMap<String, Long> facts = new TreeMap<>();

  private LayoutFacts() {}

  static SortedMap<String, Long> of(GeneratedPackage generated, IncludeList list)
      throws ReflectiveOperationException, IOException, URISyntaxException {
    LayoutFacts found = new LayoutFacts();
    for (String name : generated.typeNames()) {
      found.addType(generated.type(name), list.types().getOrDefault(name, name), "");
    }
    for (String name : generated.constantNames()) {
      found.facts.put(name, generated.constant(name));
    }
    return found.facts;
  }

  /**
   * Adds one type and the types nested in it.
   *
   * @param root the C type that the generated top-level class stands for
   * @param path the way from there to a nested type, empty or ending with a dot
   */
  private void addType(Class<?> type, String root, String path)
      throws ReflectiveOperationException {
    String expression = path.isEmpty() ? root : "__typeof__(" + member(root, path, "") + ")";
    facts.put("sizeof(" + expression + ")", (long) type.getMethod("sizeof").invoke(null));
    facts.put("_Alignof(" + expression + ")", layout(type, "layout").byteAlignment());
    for (Method method : type.getMethods()) {
      if (method.getName().endsWith(OFFSET)) {
        String field = method.getName().substring(0, method.getName().length() - OFFSET.length());
        facts.put(
            "__builtin_offsetof(" + expression + ", " + field + ")", (long) method.invoke(null));
        addField(member(root, path, field), layout(type, field + "$layout"));
      }
    }
    for (Class<?> nested : type.getClasses()) {
      if (isLaidOut(nested)) {
        addType(nested, root, path + nested.getSimpleName() + ".");
      }
    }
  }

  private void addField(String field, MemoryLayout layout) {
    // C gives a flexible array member, such as cmsghdr's data, an offset but no size.
    if (layout.byteSize() > 0) {
      facts.put("sizeof(" + field + ")", layout.byteSize());
    }
    if (layout instanceof SequenceLayout array) {
      addField(field + "[0]", array.elementLayout());
    } else {
      facts.put("__builtin_classify_type(" + field + ")", kind(layout));
    }
  }

  private static long kind(MemoryLayout layout) {
    return switch (layout) {
      case AddressLayout _ -> POINTER;
      case ValueLayout _ -> INTEGER;
      case StructLayout _ -> RECORD;
      case UnionLayout _ -> UNION;
      default -> throw new IllegalArgumentException(layout.toString());
    };
  }

  /** Nested classes that only describe a function pointer have no layout. */
  private static boolean isLaidOut(Class<?> type) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals("sizeof")) {
        return true;
      }
    }
    return false;
  }

  private static MemoryLayout layout(Class<?> type, String method)
      throws ReflectiveOperationException {
    return (MemoryLayout) type.getMethod(method).invoke(null);
  }

  private static String member(String root, String path, String field) {
    String members = path + field;
    return "(("
        + root
        + " *) 0)->"
        + (field.isEmpty() ? members.substring(0, members.length() - 1) : members);
  }
}
