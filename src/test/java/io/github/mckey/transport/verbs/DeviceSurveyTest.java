package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.StandIns;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limits of devices, as the stand-ins tell them. */
class DeviceSurveyTest {
  private final StandIns standIns = StandIns.load();

  @Test
  void everyDeviceIsAskedAndClosed() {
    standIns.reset("fabric=roce;devices=2;mtu=1024,4096;max_cqe=777;max_qp_wr=333;members=12");
    List<DeviceReport> reports = DeviceSurvey.take();
    assertThat(reports)
        .containsExactly(
            new DeviceReport("standin0", null, 333, 777, 8192, 12, 458752, List.of(1024, 4096)),
            new DeviceReport("standin1", null, 333, 777, 8192, 12, 458752, List.of(1024, 4096)));
    assertThat(standIns.report().complaints()).isEmpty();
  }

  @Test
  void whatCannotBeOpenedOrAskedSaysWhy() {
    standIns.reset("devices=2;fail=ibv_open_device:1:EACCES;fail=ibv_query_device:1:EIO");
    assertThat(DeviceSurvey.take())
        .extracting(DeviceReport::failure)
        .containsExactly("Permission denied", "Input/output error");
    assertThat(standIns.report().complaints()).isEmpty();
  }

  @Test
  void aPortThatDoesNotTellHasNoMtu() {
    standIns.reset("devices=1;mtu=512,2048;fail=ibv_query_port:1:EIO");
    assertThat(DeviceSurvey.take().getFirst().activeMtus()).containsExactly(0, 2048);
    standIns.reset("devices=0");
    assertThat(DeviceSurvey.take()).isEmpty();
    assertThat(standIns.report().complaints()).isEmpty();
  }
}
