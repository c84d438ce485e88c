package io.github.mckey.differential;

import io.github.mckey.standin.Call;
import io.github.mckey.standin.Report;

/** Translates a fault in one of our posting calls to the request that it refused. */
final class Chains {
  private Chains() {}

  /**
   * Returns the configuration in which the request is refused that our failing call began with:
   * stock posts each with a call of its own. A call that ours did not make fails nothing.
   *
   * @param side {@code send} or {@code recv}
   */
  static String perRequest(String config, String side, Report ours) {
    String function = "ibv_post_" + side;
    return Faults.rewriteCalls(
        config,
        fault -> {
          int request = requestOf(fault.nth(), function, ours);
          return request == 0 ? null : "refuse=" + side + "." + request + ":" + fault.errno();
        },
        function);
  }

  private static int requestOf(int nth, String function, Report ours) {
    int made = 0;
    int requests = 0;
    for (Call call : ours.calls()) {
      if (call.function().equals(function)) {
        made++;
        if (made == nth) {
          return requests + 1;
        }
        requests += Integer.parseInt(call.arguments().replaceFirst(".*n=", ""));
      }
    }
    return 0;
  }
}
