package io.github.mckey.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.transport.Gid;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MckeyConfigTest {
  @Test
  void builderStartsWithStocksDefaults() {
    Group group = new Group.Mapped("239.1.1.1");

    MckeyConfig config = MckeyConfig.of(group).build();

    assertThat(config.group()).isEqualTo(group);
    assertThat(config.sender()).isFalse();
    assertThat(config.bindAddress()).isNull();
    assertThat(config.connections()).isEqualTo(1);
    assertThat(config.messageCount()).isEqualTo(10);
    assertThat(config.messageSize()).isEqualTo(100);
    assertThat(config.portSpace()).isEqualTo(PortSpace.UDP);
    assertThat(config.sendOnly()).isFalse();
    assertThat(config.loopback()).isTrue();
    assertThat(config.transport()).isEqualTo(TransportKind.VERBS);
    assertThat(config.tos()).isNull();
    assertThat(config.settleNanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void refusesWhatItPromisesNeverToHold() {
    assertRefused("connections", config -> config.connections(0));
    assertRefused("connections", config -> config.connections(65_536));
    assertRefused("messageCount", config -> config.messageCount(-1));
    assertRefused("messageSize", config -> config.messageSize(-1));
    assertRefused("ttl", config -> config.ttl(0));
    assertRefused("ttl", config -> config.ttl(256));
    assertRefused("tos", config -> config.tos(-1));
    assertRefused("tos", config -> config.tos(256));
    assertRefused("settleNanos", config -> config.settleNanos(-1));
    assertRefused(
        "source", config -> config.bindAddress("a").source(new SourceChoice.Interface("eth0")));
  }

  @Test
  void unmappedGroupNeedsABindAddress() {
    MckeyConfigBuilder config = MckeyConfig.of(new Group.Unmapped(Gid.ZERO));

    assertThatThrownBy(config::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bindAddress");
    assertThat(config.bindAddress("10.7.0.1").build().bindAddress()).isEqualTo("10.7.0.1");
    SourceChoice source = new SourceChoice.Device("rxe0", SourceChoice.ONLY_PORT);
    assertThat(config.bindAddress(null).source(source).build().source()).isEqualTo(source);
  }

  private static void assertRefused(String component, UnaryOperator<MckeyConfigBuilder> change) {
    MckeyConfigBuilder config = change.apply(MckeyConfig.of(new Group.Mapped("g")));

    assertThatThrownBy(config::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(component);
  }
}
