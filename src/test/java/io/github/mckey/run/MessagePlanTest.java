package io.github.mckey.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.Group;
import io.github.mckey.config.Limits;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.MckeyConfigBuilder;
import io.github.mckey.report.Console;
import io.github.mckey.report.LineOutput;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the limit on locked memory leaves of headers and receives. */
class MessagePlanTest {
  private static final Limits BOUNDED = new Limits(1_000_000_000, 0, 0, 0);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final FakeEndpoint endpoint = new FakeEndpoint(new FakeTransport(), 0);
  private final Connection connection = new Connection(endpoint);

  @Test
  void withoutLockedMemoryASenderGoesWithoutHeader() {
    connection.setDepths(QueuePlan.depths(100, endpoint.queryLimits()));
    assertThat(plan(config().sender(true)).prepare(connection)).isEqualTo(1);
    assertThat(connection.stamp()).isNull();
    assertThat(stderr()).isEmpty();
  }

  @Test
  void aSenderWithABoundWarnsOfThatOnce() {
    connection.setDepths(QueuePlan.depths(100, endpoint.queryLimits()));
    MessagePlan plan = plan(config().sender(true).limits(BOUNDED));
    plan.prepare(connection);
    plan.prepare(connection);
    assertThat(connection.stamp()).isNull();
    assertThat(stderr()).containsOnlyOnce("mckey: warning: the limit on locked memory");
  }

  @Test
  void whereNothingIsLockedEachMessageHasItsHeader() {
    endpoint.locking = false;
    connection.setDepths(QueuePlan.depths(100, endpoint.queryLimits()));
    plan(config().sender(true).limits(BOUNDED)).prepare(connection);
    assertThat(connection.stamp()).isNotNull();
    assertThat(stderr()).isEmpty();
  }

  @Test
  void aMeasuringReceiverHasAsManyReceivesAsItIsLetLock() {
    MessagePlan plan = plan(config().limits(BOUNDED));
    assertThat(plan.depths(1000, endpoint.limits, true).receives()).isEqualTo(1);
    assertThat(plan.depths(1000, endpoint.limits, false).receives()).isEqualTo(1000);
  }

  private MessagePlan plan(MckeyConfigBuilder config) {
    LineOutput stderr = new LineOutput(err);
    return new MessagePlan(config.build(), new Console(stderr, stderr), () -> 0);
  }

  private static MckeyConfigBuilder config() {
    return MckeyConfig.of(new Group.Mapped("239.1.1.1")).messageSize(4096).messageCount(100);
  }

  private String stderr() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
