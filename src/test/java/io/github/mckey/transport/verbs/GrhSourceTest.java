package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.Gid;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class GrhSourceTest {
  private static final String UNUSED = "00".repeat(20);

  /** The IPv4 header of a captured frame, sent by 10.7.0.2. */
  private static final String IPV4 = "4500003c628e40004011de170a070002ef010101";

  private static final String GRH_START = "6000000000001b01";
  private static final String SOURCE_GID = "fe80000000000000" + "0001020304050607";
  private static final String GROUP_GID = "ff0e000000000000" + "0000ffffef010101";
  private static final Gid MAPPED = new Gid(0, 0xffff_0a07_0002L);

  private final GrhSource source = new GrhSource();

  private Gid of(String hex) {
    assertThat(hex).hasSize(80);
    byte[] slots = HexFormat.of().parseHex("00".repeat(24) + hex);
    return source.of(MemorySegment.ofArray(slots), 24);
  }

  @Test
  void ipv4HeaderAfterUnusedBytes() {
    assertThat(of(UNUSED + IPV4)).isEqualTo(MAPPED);
  }

  @Test
  void ipv4HeaderAfterLeftoversOfAnotherGrh() {
    assertThat(of(GRH_START + SOURCE_GID.substring(0, 24) + IPV4)).isEqualTo(MAPPED);
  }

  @Test
  void ipv4HeaderWithoutChecksum() {
    assertThat(of(UNUSED + IPV4.replace("de17", "0000"))).isEqualTo(MAPPED);
  }

  @Test
  void grh() {
    assertThat(of(GRH_START + SOURCE_GID + GROUP_GID))
        .isEqualTo(new Gid(0xfe80000000000000L, 0x0001020304050607L));
  }

  @Test
  void gidThatLooksLikeTheStartOfAnIpv4Header() {
    String gid = "fe80000000000000" + "0102030445000607";
    assertThat(of(GRH_START + gid + GROUP_GID))
        .isEqualTo(new Gid(0xfe80000000000000L, 0x0102030445000607L));
  }

  @Test
  void theSameSourceIsTheSameObject() {
    Gid first = of(UNUSED + IPV4);
    assertThat(of(UNUSED + IPV4)).isSameAs(first);
    assertThat(of(GRH_START + SOURCE_GID + GROUP_GID)).isNotEqualTo(first);
    assertThat(of(UNUSED + IPV4)).isEqualTo(first);
  }
}
