package io.github.mckey.architecture.violations.bindings;

/** Stands for a generated class. */
public final class Binding {
  private Binding() {}

  public static int call() {
    return 0;
  }
}
