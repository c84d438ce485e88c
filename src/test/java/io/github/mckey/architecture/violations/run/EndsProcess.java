package io.github.mckey.architecture.violations.run;

final class EndsProcess {
  private EndsProcess() {}

  static void end() {
    System.exit(1);
  }
}
