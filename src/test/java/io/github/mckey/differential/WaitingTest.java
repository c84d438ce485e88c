package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandInBuild;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where stock waits for ever (D11); recorded, and ours held to what is expected of it. */
class WaitingTest {
  private static final List<String> RECEIVER =
      List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-C", "3");

  /** Long enough for stock to show that it does not end; the longer, the surer. */
  private static final Duration STOCK_HANGS = Duration.ofSeconds(3);

  private final ProcessRun stock =
      ProcessRun.stock(StandInBuild.folder().resolveSibling("differential"));

  /** Of three messages two come. */
  @ParameterizedTest
  @ValueSource(strings = {"peer=2", "peer=3;drop=2"})
  void aLostMessageLetsBothWaitButOursAsleep(String config) {
    OurMckey.Running ours = OurMckey.start(config, RECEIVER);
    Patience.until(() -> ours.stdout().contains("receiving data transfers\n"));
    ours.signal(15);
    Outcome ended = ours.await(Differential.DEADLINE);
    Outcome hung = stock.run(config, STOCK_HANGS, RECEIVER);

    assertThat(hung.hung()).isTrue();
    assertThat(ended.status()).isEqualTo(143);
    assertThat(ended.stdout()).isEqualTo(hung.stdout() + "test complete\nreturn status 143\n");
    assertThat(ended.stderr()).isEmpty();
    assertThat(ended.report().complaints()).isEmpty();
    assertThat(ended.report().count("polls.empty")).isLessThan(10);
  }

  @Test
  void theDeviceGoesAwayFromAWaitingReceiver() {
    Scenario scenario = new Scenario("peer=2;inject=DEVICE_REMOVAL:0:wc.2", RECEIVER);
    Outcome ours = OurMckey.run(scenario.config(), Differential.DEADLINE, RECEIVER);
    Comparison comparison =
        Comparison.of(
            scenario, ours, config -> stock.run(config, STOCK_HANGS, RECEIVER), Comparison.ALL);
    assertThat(comparison.stock().hung()).isTrue();
    assertThat(comparison.differences()).isEmpty();
    assertThat(ours.status()).isEqualTo(255);
  }

  /** What cannot be read stays there to be read: it must not wake the sleeper over and over. */
  @Test
  void eventsThatCannotBeReadLetTheReceiverSleep() {
    String config = "peer=2;fail=rdma_get_cm_event:3+:EIO;inject=ADDR_CHANGE:0:event.2";
    OurMckey.Running ours = OurMckey.start(config, RECEIVER);
    Patience.until(() -> ours.stderr().contains("rdma_get_cm_event: Input/output error\n"));
    LockSupport.parkNanos(1_000_000_000); // in which a receiver that does not sleep polls and polls
    ours.signal(15);
    Outcome ended = ours.await(Differential.DEADLINE);
    assertThat(ended.status()).isEqualTo(143);
    assertThat(ended.stderr()).isEqualTo("rdma_get_cm_event: Input/output error\n");
    assertThat(ended.report().count("polls.empty")).isLessThan(10);
  }

  /** The removal comes while nothing else happens: it has to wake a sleeper. */
  @Test
  void theDeviceGoesAwayFromASleepingReceiver() {
    Outcome ours = OurMckey.run("inject=DEVICE_REMOVAL:0:ms.300", Differential.DEADLINE, RECEIVER);
    assertThat(ours.status()).isEqualTo(255);
    assertThat(ours.stdout())
        .endsWith("receiving data transfers\ntest complete\nreturn status -1\n");
    assertThat(ours.stderr()).isEqualTo("mckey: the device was removed\n");
    assertThat(ours.report().complaints()).isEmpty();
  }

  /** An event that never comes. */
  @ParameterizedTest
  @ValueSource(strings = {"ADDR_RESOLVED", "MULTICAST_JOIN"})
  void aSignalEndsTheWaitForAnEvent(String event) {
    String config = "eventdrop=" + event + ".1";
    OurMckey.Running ours = OurMckey.start(config, RECEIVER);
    Patience.until(() -> ours.stdout().contains("mckey: joining\n"));
    ours.signal(2);
    Outcome ended = ours.await(Differential.DEADLINE);
    assertThat(ended.status()).isEqualTo(130);
    assertThat(ended.stdout()).endsWith("mckey: joining\ntest complete\nreturn status 130\n");
    assertThat(ended.report().complaints()).isEmpty();
    assertThat(stock.run(config, STOCK_HANGS, RECEIVER).hung()).isTrue();
  }
}
