package io.github.mckey.bindings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the generated bindings against the headers that are installed: a C compiler is asked for
 * every size, offset and constant that the generated classes contain.
 *
 * <p>The classes are found by reflection, so that whatever is added to an include list is compared
 * without anybody thinking of this test.
 */
class LayoutTest {

  private static final Path DIRECTORY = Path.of("native-bindings");

  static Stream<GeneratedPackage> packages() {
    return Stream.of(
        GeneratedPackage.of("rdma", "Rdma", DIRECTORY),
        GeneratedPackage.of("libc", "Libc", DIRECTORY));
  }

  @ParameterizedTest
  @MethodSource("packages")
  void everyListedNameIsBoundAndNothingElse(GeneratedPackage generated) throws Exception {
    IncludeList list = IncludeList.read(generated.includeList());
    assertThat(generated.typeNames()).containsExactlyInAnyOrderElementsOf(list.types().keySet());
    assertThat(generated.constantNames()).containsExactlyInAnyOrderElementsOf(list.constants());
    assertThat(generated.functionNames()).containsExactlyInAnyOrderElementsOf(list.functions());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void everySizeOffsetAndConstantIsTheCompilers(GeneratedPackage generated, @TempDir Path scratch)
      throws Exception {
    IncludeList list = IncludeList.read(generated.includeList());
    SortedMap<String, Long> ours = LayoutFacts.of(generated, list);
    SortedMap<String, Long> theirs =
        CompilerAnswers.to(List.copyOf(ours.keySet()), generated.headers(), scratch);
    List<String> differences =
        ours.keySet().stream()
            .filter(expression -> !ours.get(expression).equals(theirs.get(expression)))
            .map(e -> e + ": generated " + ours.get(e) + ", compiler " + theirs.get(e))
            .toList();
    assertThat(differences).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void everyFunctionIsExportedByItsLibrary(GeneratedPackage generated) throws Exception {
    for (String function : generated.functionNames()) {
      assertThatCode(() -> generated.lookUp(function)).as(function).doesNotThrowAnyException();
    }
  }
}
