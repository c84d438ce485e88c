package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** Waits for what a run does, for as long as a run may take. */
final class Patience {
  private Patience() {}

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Differential.DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the run comes that far").isLessThan(end);
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
