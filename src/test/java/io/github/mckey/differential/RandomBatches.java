package io.github.mckey.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * Random scenarios in batches. {@code -Dmckey.differential.seed=…} says which are drawn, {@code
 * -Dmckey.differential.cases=…} how many; a soak gives them a seed of its own each time.
 */
final class RandomBatches {
  /** The same in every run, so that a failure is the change's and not the draw's. */
  private static final long DEFAULT_SEED = 20_261_129;

  private RandomBatches() {}

  /**
   * Consecutive seeds.
   *
   * @param first the first one
   * @param count how many
   */
  record Batch(long first, int count) {
    List<Scenario> scenarios() {
      List<Scenario> scenarios = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        scenarios.add(RandomScenarios.of(first + i));
      }
      return scenarios;
    }

    /** Returns the command that runs one of them again. */
    String again(String test, int index) {
      return "mvn verify -Dmckey.differential.cases=1 -Dmckey.differential.seed="
          + (first + index)
          + " "
          + test;
    }

    @Override
    public String toString() {
      return count + " from seed " + first;
    }
  }

  /** Draws the batches of a test run; the seeds are printed as the names of the tests. */
  static List<Batch> draw(int cases, int batch) {
    long seed = Long.getLong("mckey.differential.seed", DEFAULT_SEED);
    int wanted = Integer.getInteger("mckey.differential.cases", cases);
    List<Batch> batches = new ArrayList<>();
    for (int done = 0; done < wanted; done += batch) {
      batches.add(new Batch(seed + done, Math.min(batch, wanted - done)));
    }
    System.out.println("random scenarios: " + wanted + " from seed " + seed);
    return batches;
  }
}
