package io.github.mckey.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.check.Finding.Level;
import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.MckeyConfigBuilder;
import io.github.mckey.config.PortSpace;
import io.github.mckey.config.SourceChoice;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.TestHost;
import io.github.mckey.posix.LibcResolver;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.verbs.DeviceReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a preflight says of the way to the group, and of the device there. */
class PathTest {
  private static final String MODE = "sys/kernel/config/rdma_cm/rxe0/ports/1/default_roce_mode";

  @TempDir Path root;
  private TestHost made;

  @BeforeEach
  void aHostWithAndWithoutRdma() {
    made =
        new TestHost(root)
            .netdev("d0", "10.7.0.1", "fd00::1")
            .netdev("d1", "10.8.0.1")
            .downNetdev("d2", "10.9.0.1")
            .softRoce("rxe0", "d0");
  }

  @Test
  void theBoundAddressLeadsToADevice() {
    assertThat(look(config().bindAddress("10.7.0.1")))
        .containsExactly(
            Finding.ok("bind address", "10.7.0.1 on d0, RDMA device rxe0 port 1"),
            Finding.ok("RoCE version", "rxe0 port 1 joins as RoCE v2"));
  }

  @Test
  void anAddressWithoutDeviceOrHostIsAFailure() {
    assertThat(look(config().bindAddress("10.8.0.1")))
        .containsExactly(
            Finding.failure(
                "bind address",
                "10.8.0.1 on d1, which has no RDMA device",
                "bind (-b) to an interface that has one: d0 (10.7.0.1, fd00::1; rxe0)"));
    assertThat(look(config().bindAddress("192.0.2.1")))
        .containsExactly(
            Finding.failure(
                "bind address",
                "192.0.2.1 is no address of this host",
                "give one of these to -b: d0 (10.7.0.1, fd00::1; rxe0)"));
    assertThat(look(config().bindAddress("10.9.0.1")).getFirst().remedy())
        .isEqualTo("as root: ip link set dev d2 up");
    assertThat(look(config().bindAddress("1.2.3.4.5")).getFirst().text())
        .startsWith("1.2.3.4.5 is unknown: ");
  }

  @Test
  void overUdpAnyInterfaceServes() {
    assertThat(look(config().transport(TransportKind.UDP).bindAddress("10.8.0.1")))
        .containsExactly(Finding.ok("bind address", "10.8.0.1 on d1"));
  }

  @Test
  void overUdpTheInterfacesMtuDecides() {
    made.file("sys/class/net/d1/mtu", "1500\n");
    MckeyConfigBuilder udp = config().transport(TransportKind.UDP).bindAddress("10.8.0.1");
    assertThat(look(udp)).contains(Finding.ok("active MTU", "d1: 1024 bytes (interface MTU 1500)"));
    assertThat(look(udp.messageSize(1025)).getLast())
        .isEqualTo(
            Finding.failure(
                "active MTU",
                "d1: 1024 bytes (interface MTU 1500), and messages have 1025",
                "-S 1024 at most, or a larger MTU (ip link set dev d1 mtu N)"));
  }

  @Test
  void interfacesAndDevicesAreLookedUp() {
    assertThat(look(config().source(new SourceChoice.Interface("d0"))).getFirst())
        .isEqualTo(Finding.ok("interface", "its address 10.7.0.1 on d0, RDMA device rxe0 port 1"));
    assertThat(look(config().source(new SourceChoice.Device("rxe0", 0))).getFirst().level())
        .isEqualTo(Level.OK);
    Finding unknown = look(config().source(new SourceChoice.Device("rxe9", 0))).getFirst();
    assertThat(unknown.level()).isEqualTo(Level.FAILURE);
    assertThat(unknown.text()).contains("no RDMA device rxe9; it has rxe0:1 on d0 (");
  }

  /** All of 127.0.0.0/8 is this host's, though the interface lists one address. */
  @Test
  void anyLoopbackAddressIsThisHosts() {
    MckeyConfigBuilder udp = config().transport(TransportKind.UDP).bindAddress("127.0.0.5");
    assertThat(look(udp).getFirst().level()).isEqualTo(Level.FAILURE);
    made.loopback();
    assertThat(look(udp)).containsExactly(Finding.ok("bind address", "127.0.0.5 on lo"));
  }

  /**
   * A VLAN has the link-local address of the interface that it is on; IPv4 ones are shared, too.
   */
  @Test
  void aSharedAddressIsOnTheChosenInterface() {
    made.netdev("e0", "fe80::1").netdev("e0.10", "fe80::1");
    MckeyConfigBuilder udp = of("ff02::1").transport(TransportKind.UDP);
    assertThat(look(udp.source(new SourceChoice.Interface("e0.10"))))
        .containsExactly(Finding.ok("interface", "its address fe80::1 on e0.10"));
    made.netdev("e1", "10.6.0.1").netdev("e2", "10.6.0.1");
    assertThat(look(config().transport(TransportKind.UDP).source(new SourceChoice.Interface("e2"))))
        .containsExactly(Finding.ok("interface", "its address 10.6.0.1 on e2"));
    made.softRoce("rxe1", "e0.10");
    assertThat(look(of("ff02::1").source(new SourceChoice.Device("rxe1", 0))).getFirst().text())
        .isEqualTo("its address fe80::1 on e0.10, RDMA device rxe1 port 1");
    int index = made.host().addressesOf("e0.10").getFirst().index();
    made.route("fe80::1", index);
    assertThat(look(of("ff02::1").transport(TransportKind.UDP)))
        .containsExactly(Finding.ok("route", "ff02::1 goes out from fe80::1 on e0.10"));
  }

  @Test
  void theRouteIsTheOneThatTheGroupTakes() {
    assertThat(look(config()))
        .containsExactly(
            Finding.failure(
                "route",
                "there is none to 239.1.1.1",
                "give -b, or as root: ip route add 224.0.0.0/4 dev NAME"));
    made.route("10.7.0.1");
    assertThat(look(config()).getFirst())
        .isEqualTo(
            Finding.ok("route", "239.1.1.1 goes out from 10.7.0.1 on d0, RDMA device rxe0 port 1"));
    made.route("10.8.0.1");
    assertThat(look(config()).getFirst().level()).isEqualTo(Level.FAILURE);
  }

  @Test
  void roceVersion1IsAWarning() {
    made.file(MODE, "IB/RoCE v1\n");
    Finding finding = look(config().bindAddress("10.7.0.1")).get(1);
    assertThat(finding.level()).isEqualTo(Level.WARNING);
    assertThat(finding.text())
        .isEqualTo("rxe0 port 1 joins as RoCE v1, which does not hear RoCE v2");
    assertThat(finding.remedy()).contains("echo 'RoCE v2' > /" + MODE);
  }

  @Test
  void groupsThatRoceDoesNotJoinAreFailures() {
    assertThat(look(of("0.0.0.0").bindAddress("10.7.0.1")).getLast().text())
        .startsWith("rxe0:1 is RoCE, where no subnet administrator ");
    assertThat(look(of("ff0e::1").bindAddress("fd00::1")).getLast().text())
        .startsWith("rxe0:1 is RoCE v2, over which ");
    assertThat(look(MckeyConfig.of(new Group.Unmapped(new Gid(-1, 1))).bindAddress("10.7.0.1")))
        .last()
        .extracting(Finding::level)
        .isEqualTo(Level.FAILURE);
    assertThat(look(config().bindAddress("10.7.0.1").portSpace(PortSpace.IPOIB)))
        .contains(
            Finding.failure(
                "port space",
                "d0 is no IPoIB interface, so port space 0x2 (IPoIB) cannot be had: leave -p away",
                "leave -p away"));
    assertThat(look(of("10.7.0.2").bindAddress("10.7.0.1")).getFirst())
        .isEqualTo(Finding.warning("group", "10.7.0.2 is no multicast address", "give one to -m"));
  }

  /** Without -m the zero group stands in its place, which says nothing of the device. */
  @Test
  void withoutAGroupNoneIsFoundFaultWith() {
    List<Finding> findings = new ArrayList<>();
    MckeyConfig config = of("0.0.0.0").bindAddress("10.7.0.1").build();
    RunPath path = new RunPath(config, made.host(), new LibcResolver());
    new PathProbe(config, false, made.host(), path).look(findings);
    assertThat(findings).extracting(Finding::level).containsOnly(Level.OK);
  }

  @Test
  void limitsAreHeldAgainstWhatIsAskedFor() {
    DeviceReport device =
        new DeviceReport("rxe0", null, 1024, 32767, 8192, 56, 458752, List.of(1024));
    assertThat(limits(config(), device))
        .containsExactly(
            Finding.ok("active MTU", "rxe0 port 1: 1024 bytes"),
            Finding.ok(
                "queue limits",
                "rxe0: 1024 work requests in a queue (max_qp_wr), 32767 completions (max_cqe)"),
            Finding.ok(
                "multicast limits",
                "rxe0: 8192 groups (max_mcast_grp), 56 members of each (max_mcast_qp_attach),"
                    + " 458752 in all (max_total_mcast_qp_attach)"));
    MckeyConfigBuilder large = config().messageSize(4096).connections(57);
    assertThat(limits(large, device))
        .extracting(Finding::level)
        .containsExactly(Level.WARNING, Level.OK, Level.WARNING);
    List<Finding> there = limits(large.bindAddress("10.7.0.1"), device);
    assertThat(there)
        .extracting(Finding::level)
        .containsExactly(Level.FAILURE, Level.OK, Level.FAILURE);
    assertThat(there.getFirst().remedy()).startsWith("-S 1024 at most");
    assertThat(there.getLast().remedy()).isEqualTo("-c 56 at most");
  }

  @Test
  void devicesThatTellNothingOrCannotBeOpened() {
    assertThat(limits(config(), DeviceReport.failed("rxe0", "Permission denied")))
        .extracting(Finding::text)
        .containsExactly("rxe0 cannot be opened: Permission denied");
    DeviceReport silent = new DeviceReport("efa0", null, 0, 0, 0, 0, 0, List.of(0));
    assertThat(limits(config(), silent)).extracting(Finding::level).containsOnly(Level.WARNING);
  }

  @Test
  void aDeviceThatIsNotUsedNeedNotOpen() {
    DeviceReport other = DeviceReport.failed("rxe1", "Permission denied");
    assertThat(limits(config().bindAddress("10.7.0.1"), other))
        .extracting(Finding::level)
        .containsExactly(Level.WARNING);
    assertThat(limits(config(), other)).extracting(Finding::level).containsExactly(Level.FAILURE);
    assertThat(
            limits(config().bindAddress("10.7.0.1"), DeviceReport.failed("rxe0", "Not permitted")))
        .extracting(Finding::level)
        .containsExactly(Level.FAILURE);
  }

  private List<Finding> limits(MckeyConfigBuilder config, DeviceReport device) {
    MckeyConfig built = config.build();
    RunPath path = new RunPath(built, made.host(), new LibcResolver());
    List<Finding> findings = new ArrayList<>();
    new LimitsProbe(built, () -> List.of(device), path).look(findings);
    return findings;
  }

  private List<Finding> look(MckeyConfigBuilder builder) {
    MckeyConfig config = builder.build();
    List<Finding> findings = new ArrayList<>();
    RunPath path = new RunPath(config, made.host(), new LibcResolver());
    new PathProbe(config, true, made.host(), path).look(findings);
    return findings;
  }

  private static MckeyConfigBuilder config() {
    return of("239.1.1.1");
  }

  private static MckeyConfigBuilder of(String group) {
    return MckeyConfig.of(new Group.Mapped(group));
  }
}
