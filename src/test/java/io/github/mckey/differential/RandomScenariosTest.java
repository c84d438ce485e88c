package io.github.mckey.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random combinations of arguments and faults. {@code -Dmckey.differential.seed=…}
 * draws others or, with {@code -Dmckey.differential.cases=1}, one again.
 */
class RandomScenariosTest {
  private static final int CASES = 5000;

  @Test
  void oursDoesWhatStockDoes() {
    long seed = Long.getLong("mckey.differential.seed", new Random().nextLong(1L << 40));
    int cases = Integer.getInteger("mckey.differential.cases", CASES);
    String again =
        "mvn test -Dtest=RandomScenariosTest -Dmckey.differential.cases=1"
            + " -Dmckey.differential.seed=";
    System.out.println("random scenarios: " + cases + " from seed " + seed);
    List<Scenario> scenarios = new ArrayList<>();
    for (int i = 0; i < cases; i++) {
      scenarios.add(RandomScenarios.of(seed + i));
    }
    try (Differential differential = new Differential()) {
      differential.check(scenarios, index -> again + (seed + index));
    }
  }
}
