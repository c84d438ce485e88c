package io.github.mckey.bindings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bindings were generated on x86-64 and serve on aarch64 as well: that machine's compiler finds
 * the same sizes, offsets and constants in the headers. A mutex is larger there, so the few fields
 * behind one lie elsewhere; the program touches none of them.
 */
class Aarch64Test {
  private static final String COMPILER = "aarch64-linux-gnu-gcc";
  private static final Set<String> TYPES_WITH_MUTEX = Set.of("ibv_context", "ibv_cq", "ibv_qp");
  private static final Set<String> MUTEX = Set.of("pthread_mutex_t", "__pthread_mutex_s");

  /** What makes a Java segment of a type's size, beside the size itself. */
  private static final Set<String> SIZED =
      Set.of("sizeof", "allocate", "allocateArray", "asSlice", "reinterpret");

  private static final Pattern MEMBER = Pattern.compile("(\\w+)(?: \\*\\) 0\\)->|, )(\\w+)");
  private static final Pattern TYPE = Pattern.compile("\\((?:struct |union )?(\\w+)\\)");

  @TempDir private Path scratch;

  /** A field of a generated class, or, named sizeof, its size. */
  private record Member(String type, String name) {
    static Member of(String expression) {
      Matcher member = MEMBER.matcher(expression);
      if (member.find()) {
        return new Member(member.group(1), member.group(2));
      }
      Matcher type = TYPE.matcher(expression);
      return type.find() ? new Member(type.group(1), "sizeof") : new Member("", expression);
    }

    /** Returns what a constant for it is called: the names that OffsetCheck knows. */
    String constant() {
      String words = name.equals("sizeof") ? "sizeof_" + type : type + "_" + name;
      return words.toUpperCase(Locale.ROOT);
    }

    boolean isUsedBy(JavaMethodCall call) {
      String method = call.getName().replaceFirst("\\$(offset|layout)$", "");
      return call.getTargetOwner().getSimpleName().equals(type)
          && (method.equals(name) || (name.equals("sizeof") && SIZED.contains(method)));
    }
  }

  @BeforeEach
  void compilerIsThere() {
    assumeThat(System.getenv("PATH").split(":"))
        .as("%s, of the packages gcc-aarch64-linux-gnu and libc6-dev-arm64-cross", COMPILER)
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, COMPILER)));
  }

  private SortedSet<String> different(GeneratedPackage generated, SortedMap<String, Long> facts)
      throws Exception {
    return CompilerAnswers.otherwiseTo(facts, generated.headers(), COMPILER, scratch);
  }

  private static SortedMap<String, Long> facts(GeneratedPackage generated) throws Exception {
    return LayoutFacts.of(generated, IncludeList.read(generated.includeList()));
  }

  static Stream<GeneratedPackage> packages() {
    return LayoutTest.packages();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void onlyWhatFollowsAMutexLiesElsewhere(GeneratedPackage generated) throws Exception {
    SortedMap<String, Long> facts = facts(generated);
    assertThat(different(generated, facts))
        .allMatch(
            expression -> {
              String type = Member.of(expression).type();
              return TYPES_WITH_MUTEX.contains(type) || MUTEX.contains(type);
            });
    String one = facts.firstKey();
    facts.merge(one, 1L, Long::sum);
    assertThat(different(generated, facts)).as("a wrong value is noticed").contains(one);
  }

  @Test
  void theProgramUsesNoneOfThat() throws Exception {
    Set<Member> elsewhere = new LinkedHashSet<>();
    for (GeneratedPackage generated : packages().toList()) {
      different(generated, facts(generated)).forEach(text -> elsewhere.add(Member.of(text)));
    }
    assertThat(elsewhere).contains(new Member("ibv_cq", "cond"), new Member("ibv_qp", "sizeof"));
    List<JavaMethodCall> calls =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.github.mckey")
                .stream()
                .filter(type -> !type.getPackageName().startsWith("io.github.mckey.bindings"))
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .toList();
    assertThat(constants())
        .as("uses are found")
        .contains(new Member("ibv_qp", "qp_num").constant())
        .doesNotContainAnyElementsOf(elsewhere.stream().map(Member::constant).toList());
    assertThat(calls).noneMatch(call -> elsewhere.stream().anyMatch(m -> m.isUsedBy(call)));
    assertThat(calls).noneMatch(call -> MUTEX.contains(call.getTargetOwner().getSimpleName()));
  }

  /** Returns the names of the sizes and offsets that the program has as constants. */
  private static List<String> constants() throws ClassNotFoundException {
    List<String> names = new ArrayList<>();
    for (String where : List.of("posix", "transport.verbs")) {
      for (Field constant :
          Class.forName("io.github.mckey." + where + ".Offsets").getDeclaredFields()) {
        names.add(constant.getName());
      }
    }
    return names;
  }
}
