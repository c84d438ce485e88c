package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.Report;
import io.github.mckey.standin.StandInBuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every call that stock or ours makes fails once, in every phase, with several errors. */
class EveryCallFailsTest {
  /** Calls that return nothing, so that nobody sees them fail. */
  private static final Set<String> RESULTLESS =
      Set.of("rdma_destroy_event_channel", "ibv_ack_cq_events");

  private static final List<String> ERRNOS = List.of("EIO", "ENOMEM", "EINTR", "EAGAIN", "ENODEV");

  static List<Scenario> phases() {
    return List.of(
        Scenario.of("fabric=roce", "-m", "239.1.1.1", "-b", "10.7.0.1", "-s", "-c", "2", "-C", "3"),
        Scenario.of("fabric=roce;peer=3", "-m", "239.1.1.1", "-b", "10.7.0.1", "-c2", "-C", "3"),
        Scenario.of("fabric=ib", "-M", "ff12::1", "-b", "10.7.0.1", "-s", "-c", "2", "-C", "2"),
        Scenario.of("fabric=ib;peer=2;sl=3", "-M", "ff12::1", "-b", "10.7.0.1", "-C", "2"),
        Scenario.of("fabric=ib;lazy=on", "-m239.1.1.1", "-b10.7.0.1", "-slo", "-C20"),
        Scenario.of("fabric=ib;peer=6;route=10.7.0.1", "-m", "239.1.1.1", "-p", "2", "-C", "6"));
  }

  @ParameterizedTest
  @MethodSource("phases")
  void endsAsStockDoes(Scenario clean) {
    List<Scenario> faults = faults(clean);
    assertThat(faults).hasSizeGreaterThan(100);
    try (Differential differential = new Differential()) {
      differential.check(List.of(clean));
      differential.check(faults);
    }
  }

  private static List<Scenario> faults(Scenario clean) {
    Outcome stock =
        ProcessRun.stock(StandInBuild.folder().resolveSibling("differential"))
            .run(clean.config(), Differential.DEADLINE, clean.arguments());
    Outcome ours = OurMckey.run(clean.config(), Differential.DEADLINE, clean.arguments());
    Map<String, Integer> calls = new TreeMap<>(counts(stock.report()));
    counts(ours.report()).forEach((function, count) -> calls.merge(function, count, Math::max));
    List<Scenario> faults = new ArrayList<>();
    calls.forEach(
        (function, count) -> {
          if (RESULTLESS.contains(function)) {
            return;
          }
          for (int nth = 1; nth <= count; nth++) {
            for (String errno : ERRNOS) {
              faults.add(clean.with("fail=" + function + ":" + nth + ":" + errno));
            }
          }
        });
    return faults;
  }

  private static Map<String, Integer> counts(Report report) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String line : report.lines("calls ")) {
      String[] words = line.split(" ");
      counts.put(words[1], Integer.valueOf(words[2]));
    }
    return counts;
  }
}
