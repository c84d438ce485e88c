package io.github.mckey.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ArchitectureTest {
  private static final String PROGRAM = "io.github.mckey";
  private static final String VIOLATIONS = "io.github.mckey.architecture.violations";

  @TestFactory
  Stream<DynamicTest> theProgramKeepsTheRule() {
    JavaClasses program =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(PROGRAM);
    return ArchitectureRules.of(PROGRAM).entrySet().stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().check(program)));
  }

  /**
   * Each rule finds the class that was written to break it, so a rule that matches nothing shows.
   */
  @TestFactory
  Stream<DynamicTest> theRuleBites() {
    JavaClasses violations = new ClassFileImporter().importPackages(VIOLATIONS);
    Map<String, ArchRule> rules = ArchitectureRules.of(VIOLATIONS);
    return culprits().entrySet().stream()
        .map(
            culprit ->
                DynamicTest.dynamicTest(
                    culprit.getKey(),
                    () -> {
                      ArchRule rule = rules.get(culprit.getKey());
                      assertThat(rule).isNotNull();
                      EvaluationResult result = rule.evaluate(violations);
                      for (String name : culprit.getValue()) {
                        assertThat(result.getFailureReport().toString()).contains(name);
                      }
                    }));
  }

  @Test
  void everyRuleHasItsCulprit() {
    assertThat(ArchitectureRules.of(VIOLATIONS).keySet()).isEqualTo(culprits().keySet());
  }

  private static Map<String, Set<String>> culprits() {
    return Map.of(
        "foreign memory stays behind the native boundary", Set.of("config.HoldsMemory"),
        "generated bindings are used behind the native boundary only", Set.of("run.CallsBinding"),
        "picocli is known to the command line only", Set.of("report.ParsesOptions"),
        "the test does not know which transport it drives",
            Set.of("run.KnowsVerbs", "hint.KnowsVerbsToo", "posix.KnowsItsCaller"),
        "only who tells of the host asks the system beside the transports",
            Set.of("run.CallsSystem"),
        "a transport does not know the other", Set.of("udp.KnowsSibling"),
        "packages form no cycle", Set.of("report.NeedsConfig", "config.NeedsReport"),
        "standard streams and the process's end are the root's",
            Set.of("report.WritesStdout", "run.EndsProcess"),
        "static fields do not change", Set.of("Statics.counter", "Statics.total", "Statics.table"));
  }
}
