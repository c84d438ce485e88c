package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TeardownOrderTest {
  private static final List<String> RIGHT =
      List.of(
          "call rdma_join_multicast_ex id1 239.1.1.1 flags=FULLMEMBER mask=0x3 -> 0",
          "call rdma_leave_multicast id0 239.1.1.1 -> 0",
          "call rdma_leave_multicast id1 239.1.1.1 -> -1 EIO",
          "call ibv_destroy_ah ah0 -> 0",
          "call rdma_destroy_qp id0 qp0 -> ok",
          "call ibv_destroy_cq cq0 -> 0",
          "call ibv_dereg_mr mr0 -> 0",
          "call ibv_dealloc_pd pd0 -> 0",
          "call rdma_destroy_id id0 -> 0",
          "call rdma_destroy_id id1 -> 0",
          "call rdma_destroy_event_channel ch0 -> ok");

  @Test
  void ownOrderIsRight() {
    assertThat(TeardownOrder.isRight(RIGHT)).isTrue();
    assertThat(TeardownOrder.isRight(List.of())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 9})
  void twoCallsTheOtherWayRoundAreNot(int at) {
    List<String> log = new ArrayList<>(RIGHT);
    Collections.swap(log, at, at + 1);
    assertThat(TeardownOrder.isRight(log)).isFalse();
  }
}
