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
    List<Future<Comparison>> pending = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      Outcome ours = OurMckey.run(scenario.config(), DEADLINE, scenario.arguments());
      pending.add(pool.submit(() -> compare(scenario, ours)));
    }
    List<Comparison> different = new ArrayList<>();
    for (Future<Comparison> one : pending) {
      Comparison comparison = result(one);
      if (!comparison.differences().isEmpty()) {
        different.add(comparison);
      }
    }
    if (!different.isEmpty()) {
      throw new AssertionError(explanation(different, scenarios.size()));
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

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private static String explanation(List<Comparison> different, int all) {
    StringBuilder text = new StringBuilder();
    text.append(different.size()).append(" of ").append(all).append(" scenarios differ:\n");
    for (Comparison comparison : different) {
      text.append(comparison.scenario()).append('\n');
      comparison.differences().forEach(line -> text.append("    ").append(line).append('\n'));
    }
    for (Comparison comparison :
        different.subList(0, Math.min(FAILURES_SHOWN, different.size()))) {
      text.append("\n\n").append(comparison.explanation());
    }
    return text.toString();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
