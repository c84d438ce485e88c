package io.github.mckey.transport.udp;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many datagrams were refused, by reason. */
final class RefusalCounts {
  private final EnumMap<Refusal, Counter> counters = new EnumMap<>(Refusal.class);

  /** A number that counting changes in place. */
  private static final class Counter {
    private long value;
  }

  void add(Refusal reason) {
    Counter counter = counters.get(reason);
    if (counter == null) {
      counter = new Counter();
      counters.put(reason, counter);
    }
    counter.value++;
  }

  long count(Refusal reason) {
    Counter counter = counters.get(reason);
    return counter == null ? 0 : counter.value;
  }

  /** Returns the reasons that occurred, by label, in the order of the checks. */
  Map<String, Long> byLabel() {
    Map<String, Long> map = new LinkedHashMap<>();
    for (Map.Entry<Refusal, Counter> entry : counters.entrySet()) {
      map.put(entry.getKey().label(), entry.getValue().value);
    }
    return map;
  }
}
