package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A thousand runs in a row end well and say nothing but their lines. */
class ManyRunsTest {
  private static final int RUNS = 1000;
  private static final String JOINED =
      "mckey: joined dgid: ff12:4001:ffff::f01:101 mlid 0xc000 sl 0\n";

  @Test
  void allEndWell() {
    for (int i = 0; i < RUNS; i++) {
      boolean sender = i % 2 == 0;
      Outcome run = sender ? send() : receive();
      assertThat(run.status()).isZero();
      assertThat(run.stdout()).isEqualTo(stdout(sender));
      assertThat(run.stderr()).isEmpty();
      assertThat(run.report().complaints()).isEmpty();
    }
  }

  private static Outcome send() {
    return OurMckey.run(
        "fabric=ib;lazy=on;log=off",
        Differential.DEADLINE,
        List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-s", "-c", "2", "-C", "200"));
  }

  private static Outcome receive() {
    return OurMckey.run(
        "fabric=ib;peer=200;log=off",
        Differential.DEADLINE,
        List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-c", "2", "-C", "200"));
  }

  private static String stdout(boolean sender) {
    return "mckey: starting "
        + (sender ? "client" : "server")
        + "\nmckey: joining\n"
        + JOINED
        + JOINED
        + (sender ? "initiating" : "receiving")
        + " data transfers\ndata transfers complete\ntest complete\nreturn status 0\n";
  }
}
