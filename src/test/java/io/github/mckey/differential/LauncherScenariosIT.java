package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandInBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A sample of the scenarios with ours as a process, too, from {@code bin/mckey} on. There a null
 * pointer given to the stand-ins crashes, as in the real libraries.
 */
class LauncherScenariosIT {
  private static final int CASES = 100;
  private static final int RUNS = 20;
  private static final int AT_ONCE = 2;
  private static final Path SCRATCH = StandInBuild.folder().resolveSibling("differential");

  /** A JVM starts slowly where many start. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @Test
  void oursDoesWhatStockDoes() throws Exception {
    long seed = Long.getLong("mckey.differential.seed", new Random().nextLong(1L << 40));
    int cases = Integer.getInteger("mckey.differential.cases", CASES);
    System.out.println("random scenarios through bin/mckey: " + cases + " from seed " + seed);
    List<Scenario> scenarios = new ArrayList<>();
    if (cases == CASES) {
      scenarios.addAll(NamedScenarios.all().values());
    }
    for (int i = 0; i < cases; i++) {
      scenarios.add(RandomScenarios.of(seed + i));
    }
    List<Comparison> different = new ArrayList<>();
    for (Comparison comparison : compare(scenarios)) {
      if (!comparison.differences().isEmpty()) {
        different.add(comparison);
      }
    }
    assertThat(different)
        .as("mvn verify -Dit.test=LauncherScenariosIT -Dmckey.differential.seed=" + seed)
        .extracting(Comparison::explanation)
        .isEmpty();
  }

  private static List<Comparison> compare(List<Scenario> scenarios) throws InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<List<Comparison>>> workers = new ArrayList<>();
      for (int worker = 0; worker < AT_ONCE; worker++) {
        int first = worker;
        workers.add(pool.submit(() -> compareEvery(scenarios, first)));
      }
      List<Comparison> all = new ArrayList<>();
      for (Future<List<Comparison>> worker : workers) {
        all.addAll(worker.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private static List<Comparison> compareEvery(List<Scenario> scenarios, int first) {
    ProcessRun stock = ProcessRun.stock(SCRATCH.resolve("stock" + first));
    ProcessRun ours = OurMckey.process(SCRATCH.resolve("ours" + first));
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = first; i < scenarios.size(); i += AT_ONCE) {
      Scenario scenario = scenarios.get(i);
      Outcome run =
          ours.run(scenario.config(), DEADLINE, OurMckey.withoutPause(scenario.arguments()));
      comparisons.add(
          Comparison.of(
              scenario,
              run,
              config -> stock.run(config, DEADLINE, scenario.arguments()),
              Comparison.ALL));
    }
    return comparisons;
  }

  @Test
  void runsInARowEndWell() {
    ProcessRun ours = OurMckey.process(SCRATCH.resolve("row"));
    List<String> sender = List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-s");
    Outcome first = ours.run("fabric=ib", DEADLINE, OurMckey.withoutPause(sender));
    assertThat(first.status()).isZero();
    assertThat(first.stderr()).isEmpty();
    for (int i = 1; i < RUNS; i++) {
      assertThat(ours.run("fabric=ib", DEADLINE, OurMckey.withoutPause(sender))).isEqualTo(first);
    }
  }
}
