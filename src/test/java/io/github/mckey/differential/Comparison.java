package io.github.mckey.differential;

import io.github.mckey.standin.Outcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Stock mckey's run and ours of one scenario.
 *
 * @param scenario what both were run with
 * @param stockConfig what stock was run with in place of the scenario's configuration
 * @param stock stock's run
 * @param ours our run
 * @param differences the ways in which ours differs and should not
 */
record Comparison(
    Scenario scenario, String stockConfig, Outcome stock, Outcome ours, List<String> differences) {
  /** All differences that are allowed. */
  static final Set<AllowedDifferences> ALL = EnumSet.allOf(AllowedDifferences.class);

  /**
   * Compares our run with stock's.
   *
   * @param runStock runs stock mckey with a configuration
   */
  static Comparison of(
      Scenario scenario,
      Outcome ours,
      Function<String, Outcome> runStock,
      Set<AllowedDifferences> allowed) {
    String config = scenario.config();
    for (AllowedDifferences rule : allowed) {
      config = rule.stockConfig(config, scenario, ours.report());
    }
    Outcome stock = runStock.apply(config);
    View expected = View.of(stock);
    View seen = View.of(ours);
    for (AllowedDifferences rule : allowed) {
      Runs runs = new Runs(scenario, stock, ours, seen);
      expected = rule.stock(expected, runs);
      seen = rule.ours(seen, runs);
    }
    List<String> found = expected.differences(seen);
    if (!TeardownOrder.isRight(ours.report().log())) {
      found.add("ours gives things back in another order than it must");
    }
    return new Comparison(scenario, config, stock, ours, found);
  }

  /** Returns the scenario and the differences, in a few lines. */
  String summary() {
    return "  " + scenario + "\n    " + String.join("\n    ", differences) + "\n";
  }

  /** Returns all there is to know. */
  String explanation() {
    return summary()
        + "\n======== stock, with "
        + stockConfig
        + "\n"
        + stock
        + "\n======== ours\n"
        + ours;
  }
}
