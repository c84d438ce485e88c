package io.github.mckey.differential;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandInBuild;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;

/**
 * Runs scenarios through both: ours one after the other in this JVM, stock as processes beside
 * them.
 */
final class Differential implements AutoCloseable {
  /** No run comes near it, also on a loaded machine; one that reaches it hangs. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  private static final int STOCK_AT_ONCE = 2;
  private static final int FAILURES_SHOWN = 3;

  private final ExecutorService pool = Executors.newFixedThreadPool(STOCK_AT_ONCE);
  private final BlockingQueue<ProcessRun> runners = new LinkedBlockingQueue<>();

  Differential() {
    for (int i = 0; i < STOCK_AT_ONCE; i++) {
      runners.add(
          ProcessRun.stock(StandInBuild.folder().resolveSibling("differential").resolve("" + i)));
    }
  }

  /** Compares all of them and throws with the first few that differ. */
  void check(List<Scenario> scenarios) {
    check(scenarios, index -> scenarios.get(index).toString());
  }

  /**
   * Compares all of them and throws with the first few that differ.
   *
   * @param again names the command that runs one again, by its index
   */
  void check(List<Scenario> scenarios, IntFunction<String> again) {
    List<Future<Comparison>> pending = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      Outcome ours = OurMckey.run(scenario.config(), DEADLINE, scenario.arguments());
      pending.add(pool.submit(() -> compare(scenario, ours)));
    }
    StringBuilder list = new StringBuilder();
    StringBuilder details = new StringBuilder();
    int different = 0;
    for (int i = 0; i < pending.size(); i++) {
      Comparison comparison = result(pending.get(i), again.apply(i));
      if (!comparison.differences().isEmpty()) {
        list.append(again.apply(i)).append('\n').append(comparison.summary());
        if (different++ < FAILURES_SHOWN) {
          details.append("\n\n").append(comparison.explanation());
        }
      }
    }
    if (different > 0) {
      throw new AssertionError(
          different + " of " + scenarios.size() + " scenarios differ:\n" + list + details);
    }
  }

  private Comparison compare(Scenario scenario, Outcome ours) throws InterruptedException {
    ProcessRun runner = runners.take();
    try {
      return Comparison.of(
          scenario,
          ours,
          config -> runner.run(config, DEADLINE, scenario.arguments()),
          Comparison.ALL);
    } finally {
      runners.add(runner);
    }
  }

  private static Comparison result(Future<Comparison> future, String again) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException e) {
      throw new AssertionError("cannot compare: " + again, e.getCause());
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
