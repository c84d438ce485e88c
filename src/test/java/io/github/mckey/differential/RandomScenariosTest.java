package io.github.mckey.differential;

import io.github.mckey.differential.RandomBatches.Batch;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thousands of random combinations of arguments, fabrics and faults. */
class RandomScenariosTest {
  private static final String AGAIN = "-Dtest=RandomScenariosTest -DskipITs";

  static List<Batch> batches() {
    return RandomBatches.draw(5000, 250);
  }

  @ParameterizedTest
  @MethodSource("batches")
  void oursDoesWhatStockDoes(Batch batch) {
    try (Differential differential = new Differential()) {
      differential.check(batch.scenarios(), index -> batch.again(AGAIN, index));
    }
  }
}
