package io.github.mckey.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.NativeLibrary;
import io.github.mckey.posix.ResultKind;
import org.junit.jupiter.api.Test;

class StandInsTest {
  @Test
  void theSonamesLeadToTheStandIns() throws Exception {
    StandIns standIns = StandIns.load();
    standIns.reset("fabric=ib");
    NativeLibrary rdmacm = NativeLibrary.open("librdmacm.so.1");
    NativeCalls calls = new NativeCalls();
    long channel = calls.callLong(rdmacm.function("rdma_create_event_channel", ResultKind.LONG, 0));
    assertThat(channel).isNotZero();
    Report left = standIns.report();
    assertThat(left.calls()).containsExactly(new Call(0, "rdma_create_event_channel", "", "ch0"));
    assertThat(left.complaints()).containsExactly("leak ch0");
    calls.run(rdmacm.function("rdma_destroy_event_channel", ResultKind.NOTHING, 1), channel);
    Report clean = standIns.report();
    assertThat(clean.calls("rdma_destroy_event_channel")).isEqualTo(1);
    assertThat(clean.complaints()).isEmpty();
    assertThat(clean.isComplete()).isTrue();
  }

  @Test
  void aConfigurationThatTheyDoNotKnowIsRefused() {
    assertThatThrownBy(() -> StandIns.load().reset("fabric=token-ring"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token-ring");
  }
}
