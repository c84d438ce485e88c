package io.github.mckey.architecture.violations.report;

final class WritesStdout {
  private WritesStdout() {}

  static void write() {
    System.out.println("a line past the reporter");
  }
}
