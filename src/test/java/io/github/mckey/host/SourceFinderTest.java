package io.github.mckey.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.config.SourceChoice;
import io.github.mckey.run.SourceException;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which address an interface or a device stands for, on a made-up host. */
class SourceFinderTest {
  private static final NetworkAddress IPV4 = new NetworkAddress.Ipv4(0xef010101);
  private static final NetworkAddress IPV6 = new NetworkAddress.Ipv6(gid("ff0e::1"), 0);
  private static final NetworkAddress LINK = new NetworkAddress.Ipv6(gid("ff02::1"), 0);
  private static final NetworkAddress MGID = new NetworkAddress.Ib(gid("ff12:401b::1"));

  @TempDir Path root;
  private TestHost made;

  @BeforeEach
  void aHostWithAllKinds() {
    made =
        new TestHost(root)
            .netdev("lo", "127.0.0.1", "::1")
            .netdev("eth0", "fe80::5", "10.7.0.1", "10.7.0.2", "fd00::1")
            .netdev("eth0:lan", "10.9.0.1")
            .netdev("eth1", "fe80::6")
            .netdev("eth2")
            .netdev("ib0", "10.1.0.1")
            .netdev("ib1", "10.1.0.2")
            .netdev("ib1.8001", "10.1.8.2")
            .softRoce("rxe0", "eth0")
            .softRoce("rxe1", "eth1")
            .port("mlx5_0", 1, "4: ACTIVE", "InfiniBand")
            .port("mlx5_0", 2, "4: ACTIVE", "InfiniBand")
            .port("mlx5_1", 1, "4: ACTIVE", "InfiniBand")
            .ipoib("mlx5_0", 1, "ib0")
            .ipoib("mlx5_0", 2, "ib1")
            .ipoib("mlx5_0", 2, "ib1.8001")
            .file("sys/class/net/ib1.8001/parent", "ib1\n");
  }

  private static Gid gid(String text) {
    return TestHost.gid(text);
  }

  private NetworkAddress byInterface(String name, NetworkAddress group) throws SourceException {
    return new SourceFinder(made.host()).choose(new SourceChoice.Interface(name), group);
  }

  private NetworkAddress byDevice(String name, int port, NetworkAddress group)
      throws SourceException {
    return new SourceFinder(made.host()).choose(new SourceChoice.Device(name, port), group);
  }

  @Test
  void theGroupDecidesTheFamily() throws SourceException {
    assertThat(byInterface("eth0", IPV4)).isEqualTo(new NetworkAddress.Ipv4(0x0a070001));
    assertThat(byInterface("eth0", IPV6)).isEqualTo(new NetworkAddress.Ipv6(gid("fd00::1"), 0));
    assertThat(byInterface("lo", IPV6)).isEqualTo(new NetworkAddress.Ipv6(gid("::1"), 0));
  }

  @Test
  void aGroupOfTheLinkGoesWithAnAddressOfTheLink() throws SourceException {
    assertThat(byInterface("eth0", LINK))
        .isEqualTo(
            new NetworkAddress.Ipv6(
                gid("fe80::5"), made.host().addressesOf("eth0").getFirst().index()));
    assertThat(byInterface("eth1", IPV6))
        .isInstanceOfSatisfying(
            NetworkAddress.Ipv6.class, v6 -> assertThat(v6.scopeId()).isPositive());
  }

  @Test
  void anMgidOrAnUnknownGroupTakesIpv4First() throws SourceException {
    assertThat(byInterface("eth0", MGID)).isEqualTo(new NetworkAddress.Ipv4(0x0a070001));
    assertThat(byInterface("eth0", null)).isEqualTo(new NetworkAddress.Ipv4(0x0a070001));
    assertThat(byInterface("eth1", MGID)).isInstanceOf(NetworkAddress.Ipv6.class);
  }

  @Test
  void aDeviceStandsForTheAddressOfItsInterface() throws SourceException {
    assertThat(byDevice("rxe0", SourceChoice.ONLY_PORT, IPV4))
        .isEqualTo(new NetworkAddress.Ipv4(0x0a070001));
    assertThat(byDevice("rxe0", 1, IPV6)).isEqualTo(new NetworkAddress.Ipv6(gid("fd00::1"), 0));
    assertThat(byDevice("mlx5_0", 1, IPV4)).isEqualTo(new NetworkAddress.Ipv4(0x0a010001));
  }

  /** The interface of a further partition lies beside the port's own. */
  @Test
  void thePortsOwnInterfaceComesBeforeThoseMadeFromIt() throws SourceException {
    assertThat(byDevice("mlx5_0", 2, IPV4)).isEqualTo(new NetworkAddress.Ipv4(0x0a010002));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eth9|this host has no interface eth9; it has eth0 (fe80::5, 10.7.0.1, 10.7.0.2, fd00::1,"
            + " 10.9.0.1), ",
        "eth2|eth2 has no IPv4 address; this host has ",
        "eth1|eth1 has no IPv4 address; this host has ",
        "eth|this host has no interface eth; it has ",
      })
  void anInterfaceWithoutAnAddressIsRefused(String name, String reason) {
    assertThatThrownBy(() -> byInterface(name, IPV4))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith("option --interface: " + reason)
        .hasMessageContaining("eth2 (no address)")
        .hasMessageContaining("lo (127.0.0.1, ::1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "siw0|0|this host has no RDMA device siw0; it has mlx5_0:1 on ib0 (10.1.0.1), mlx5_0:2 on"
            + " ib1 (10.1.0.2), ib1.8001 (10.1.8.2), mlx5_1:1 on no interface, rxe0:1 on eth0 (",
        "mlx5_0|0|mlx5_0 has several ports, so give one of these: mlx5_0:1 on ib0 (10.1.0.1),"
            + " mlx5_0:2 on ib1 (",
        "mlx5_0|3|mlx5_0 has no port 3; it has mlx5_0:1 on ib0 (10.1.0.1), mlx5_0:2 on ib1 (",
        "mlx5_1|0|mlx5_1:1 is behind no interface with an IPv4 address to bind to; this host has ",
        "rxe1|1|rxe1:1 is behind no interface with an IPv4 address to bind to; this host has ",
      })
  void aDeviceThatIsNotOneAddressIsRefused(String name, int port, String reason) {
    assertThatThrownBy(() -> byDevice(name, port, IPV4))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith("option --device: " + reason);
  }

  @Test
  void severalInterfacesThatAreNotThePortsOwnAreAmbiguous() {
    made.netdev("eth3")
        .netdev("eth3.5", "10.5.0.1")
        .netdev("eth3.6", "10.6.0.1")
        .softRoce("rxe3", "eth3")
        .gid("rxe3", 1, 2, "0000:0000:0000:0000:0000:ffff:0a05:0001", "RoCE v2", "eth3.5");
    assertThatThrownBy(
            () -> {
              assertThat(byDevice("rxe3", 1, IPV4)).isEqualTo(new NetworkAddress.Ipv4(0x0a050001));
              made.gid("rxe3", 1, 3, "0000:0000:0000:0000:0000:ffff:0a06:0001", "x", "eth3.6");
              byDevice("rxe3", 1, IPV4);
            })
        .isInstanceOf(SourceException.class)
        .hasMessage(
            "option --device: rxe3:1 is behind several interfaces, so give one of them to"
                + " --interface: eth3.5 (10.5.0.1), eth3.6 (10.6.0.1)");
  }

  /** The kernel would choose one of the two. */
  @Test
  void anInterfaceOfTwoDevicesCannotStandForOne() throws SourceException {
    made.softRoce("siw0", "eth0");
    assertThatThrownBy(() -> byDevice("rxe0", 1, IPV4))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith(
            "option --device: eth0 leads to siw0:1 as well as to rxe0:1, and no address tells them"
                + " apart; this host has ");
    assertThat(byInterface("eth0", IPV4)).isEqualTo(new NetworkAddress.Ipv4(0x0a070001));
  }

  @Test
  void aHostWithoutDevicesSaysSo() {
    SourceFinder finder = new SourceFinder(new TestHost(root.resolve("empty")).host());
    assertThatThrownBy(() -> finder.choose(new SourceChoice.Device("rxe0", 0), IPV4))
        .hasMessage("option --device: this host has no RDMA device rxe0; it has none");
  }

  /** The machine that the test runs on. */
  @Test
  void theRealLoopbackInterfaceHasItsAddress() throws SourceException {
    assertThat(new SourceFinder(new Host()).choose(new SourceChoice.Interface("lo"), IPV4))
        .isEqualTo(new NetworkAddress.Ipv4(0x7f000001));
  }
}
