package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.differential.RandomBatches.Batch;
import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandInBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A sample of the scenarios with ours as a process, too, from {@code bin/mckey} on. There a null
 * pointer given to the stand-ins crashes, as in the real libraries.
 */
class LauncherScenariosIT {
  private static final String AGAIN =
      "-Dit.test=LauncherScenariosIT -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false";
  private static final int RUNS = 20;
  private static final int AT_ONCE = 2;
  private static final Path SCRATCH = StandInBuild.folder().resolveSibling("differential");

  /** A JVM starts slowly where many start. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  static List<Batch> batches() {
    return RandomBatches.draw(100, 20);
  }

  @ParameterizedTest
  @MethodSource("batches")
  void oursDoesWhatStockDoes(Batch batch) {
    check(batch.scenarios(), "mvn verify " + AGAIN + " " + batch);
  }

  static List<List<Scenario>> named() {
    List<Scenario> all = new ArrayList<>(NamedScenarios.all().values());
    List<List<Scenario>> parts = new ArrayList<>();
    for (int i = 0; i < all.size(); i += 20) {
      parts.add(all.subList(i, Math.min(all.size(), i + 20)));
    }
    return parts;
  }

  @ParameterizedTest(name = "part {index}")
  @MethodSource("named")
  void oursDoesWhatStockDoesByName(List<Scenario> scenarios) {
    check(scenarios, "");
  }

  private static void check(List<Scenario> scenarios, String again) {
    try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<List<Comparison>>> workers = new ArrayList<>();
      for (int worker = 0; worker < AT_ONCE; worker++) {
        int first = worker;
        workers.add(pool.submit(() -> compareEvery(scenarios, first)));
      }
      List<String> different = new ArrayList<>();
      for (Future<List<Comparison>> worker : workers) {
        for (Comparison comparison : worker.get()) {
          if (!comparison.differences().isEmpty()) {
            different.add(comparison.explanation());
          }
        }
      }
      assertThat(different).as(again).isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException e) {
      throw new AssertionError(again, e.getCause());
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
