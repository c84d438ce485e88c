package io.github.mckey.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;

/** The rules of docs/architecture.md, for a tree of packages laid out like the program's. */
final class ArchitectureRules {
  private ArchitectureRules() {}

  /**
   * Returns the rules by name.
   *
   * @param base the tree's root package: the program's, or that of the deliberate violations
   */
  static Map<String, ArchRule> of(String base) {
    return Map.of(
        "foreign memory stays behind the native boundary", foreignMemory(base),
        "generated bindings are used behind the native boundary only", generatedBindings(base),
        "picocli is known to the command line only", picocli(base),
        "the test does not know which transport it drives", transportChoice(base),
        "only who tells of the host asks the system beside the transports", systemCalls(base),
        "a transport does not know the other", siblings(base),
        "packages form no cycle", cycles(base),
        "standard streams and the process's end are the root's", edge(base),
        "static fields do not change", statics(base));
  }

  private static ArchRule foreignMemory(String base) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(base + ".transport.verbs..", base + ".posix..", bindings(base))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.lang.foreign..");
  }

  private static ArchRule generatedBindings(String base) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(base + ".transport.verbs..", base + ".posix..", bindings(base))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(bindings(base));
  }

  private static ArchRule picocli(String base) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(base + ".cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..");
  }

  /** The root package chooses the transport; the preflight looks behind both. */
  private static ArchRule transportChoice(String base) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            base, base + ".check..", base + ".transport.verbs..", base + ".transport.udp..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(base + ".transport.verbs..", base + ".transport.udp..");
  }

  /** What tells of the host asks libc itself, as the preflight does. */
  private static ArchRule systemCalls(String base) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            base,
            base + ".check..",
            base + ".hint..",
            base + ".host..",
            base + ".transport.verbs..",
            base + ".transport.udp..",
            base + ".posix..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(base + ".posix..");
  }

  private static ArchRule siblings(String base) {
    return slices().matching(base + ".transport.(*)..").should().notDependOnEachOther();
  }

  private static ArchRule cycles(String base) {
    return slices().matching(base + ".(**)").should().beFreeOfCycles();
  }

  private static ArchRule edge(String base) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(base, bindings(base))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .orShould()
        .callMethod(Throwable.class, "printStackTrace");
  }

  private static ArchRule statics(String base) {
    return fields()
        .that()
        .areStatic()
        .and(areWritten())
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(bindings(base))
        .should(beConstant());
  }

  private static String bindings(String base) {
    return base + ".bindings..";
  }

  private static DescribedPredicate<JavaField> areWritten() {
    return DescribedPredicate.describe(
        "are written by people", field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC));
  }

  /** Final, and of no type whose content changes; private lookup tables may be arrays. */
  private static ArchCondition<JavaField> beConstant() {
    return new ArchCondition<>("be final and hold nothing that changes") {
      @Override
      public void check(JavaField field, ConditionEvents events) {
        boolean isFinal = field.getModifiers().contains(JavaModifier.FINAL);
        boolean isPrivate = field.getModifiers().contains(JavaModifier.PRIVATE);
        String type = field.getRawType().getName();
        boolean changes =
            type.startsWith("java.util.concurrent.atomic.")
                || type.startsWith("java.lang.StringBu")
                || field.getRawType().isArray() && !isPrivate;
        if (!isFinal || changes) {
          events.add(SimpleConditionEvent.violated(field, field.getDescription() + " can change"));
        }
      }
    };
  }
}
