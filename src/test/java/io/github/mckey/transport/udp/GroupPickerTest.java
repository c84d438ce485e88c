package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.Gid;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GroupPickerTest {
  private final GroupPicker picker = new GroupPicker(new SplittableRandom(1));

  @Test
  void ipv4GroupsAreOrganizationLocal() {
    for (int i = 0; i < 10_000; i++) {
      Gid group = picker.pick(false);
      assertThat(IpAddresses.isIpv4(group)).isTrue();
      assertThat((int) group.low() >>> 18).isEqualTo(0xEFC00000 >>> 18);
      assertThat((int) group.low()).isNotEqualTo(0xEFC00000);
    }
  }

  @Test
  void ipv6GroupsAreTransientOrganizationLocalWithDynamicId() {
    for (int i = 0; i < 10_000; i++) {
      Gid group = picker.pick(true);
      assertThat(group.high()).isEqualTo(0xFF18L << 48);
      assertThat(group.low() >>> 31).isEqualTo(1);
    }
  }
}
