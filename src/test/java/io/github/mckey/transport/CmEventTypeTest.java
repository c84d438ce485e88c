package io.github.mckey.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CmEventTypeTest {
  @Test
  void numbersAreThoseOfTheHeader() {
    assertThat(CmEventType.of(0)).isEqualTo(CmEventType.ADDR_RESOLVED);
    assertThat(CmEventType.of(11)).isEqualTo(CmEventType.DEVICE_REMOVAL);
    assertThat(CmEventType.of(12)).isEqualTo(CmEventType.MULTICAST_JOIN);
    assertThat(CmEventType.of(13)).isEqualTo(CmEventType.MULTICAST_ERROR);
    assertThat(CmEventType.of(14)).isEqualTo(CmEventType.ADDR_CHANGE);
  }

  @Test
  void unknownNumbersAreKept() {
    assertThat(CmEventType.of(-1)).isEqualTo(CmEventType.UNKNOWN);
    assertThat(CmEventType.of(1000)).isEqualTo(CmEventType.UNKNOWN);
    assertThat(CmEventType.UNKNOWN.text()).isEqualTo("UNKNOWN EVENT");
    assertThat(CmEventType.MULTICAST_ERROR.text()).isEqualTo("RDMA_CM_EVENT_MULTICAST_ERROR");
  }
}
