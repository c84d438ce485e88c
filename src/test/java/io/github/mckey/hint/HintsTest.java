package io.github.mckey.hint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.MckeyConfigBuilder;
import io.github.mckey.config.PortSpace;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.TestHost;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each hint where its cause is there, and none where it is not. */
class HintsTest {
  private static final int EINVAL = 22;
  private static final int ENODEV = 19;
  private static final int ENOMEM = 12;
  private static final int EOPNOTSUPP = 95;
  private static final int EADDRNOTAVAIL = 99;
  private static final int ENETUNREACH = 101;
  private static final int ENOTSUPP = 524;

  private static final String D0 = "10.7.0.1";
  private static final String D1 = "10.8.0.1";
  private static final String IB0 = "10.1.0.1";
  private static final String GROUP = "239.1.1.1";

  @TempDir Path root;
  private TestHost made;

  @BeforeEach
  void aHostWithAllKinds() {
    made =
        new TestHost(root)
            .netdev("d0", D0, "fd00::1")
            .netdev("d1", D1)
            .netdev("ib0", IB0)
            .softRoce("rxe0", "d0")
            .port("mlx5_0", 1, "4: ACTIVE", "InfiniBand")
            .ipoib("mlx5_0", 1, "ib0");
  }

  @Test
  void anInterfaceWithoutRdmaNamesThoseThatHaveIt() {
    assertThat(step(config(), D1, GROUP, Step.BIND_ADDRESS, ENODEV))
        .isEqualTo(
            "10.8.0.1 is on d1, which has no RDMA device; these interfaces have one:"
                + " ib0 (10.1.0.1; mlx5_0), d0 (10.7.0.1, fd00::1; rxe0)");
    assertThat(step(config(), D0, GROUP, Step.BIND_ADDRESS, ENODEV)).isNull();
    assertThat(step(config(), "10.8.0.2", GROUP, Step.BIND_ADDRESS, ENODEV)).isNull();
    assertThat(step(config(), D1, GROUP, Step.BIND_ADDRESS, EINVAL)).isNull();
  }

  @Test
  void anAddressOfAnotherHostNamesThisOnes() {
    assertThat(step(config(), "10.7.0.9", GROUP, Step.BIND_ADDRESS, EADDRNOTAVAIL))
        .isEqualTo(
            "10.7.0.9 is no address of this host; it has these interfaces with RDMA devices:"
                + " ib0 (10.1.0.1; mlx5_0), d0 (10.7.0.1, fd00::1; rxe0)");
    assertThat(step(udp(), "10.7.0.9", GROUP, Step.BIND_ADDRESS, EADDRNOTAVAIL))
        .isEqualTo(
            "10.7.0.9 is no address of this host; it has"
                + " d0 (10.7.0.1, fd00::1), d1 (10.8.0.1), ib0 (10.1.0.1)");
    assertThat(step(config(), D0, GROUP, Step.BIND_ADDRESS, EADDRNOTAVAIL)).isNull();
    made.loopback();
    assertThat(step(udp(), "127.0.0.9", GROUP, Step.BIND_ADDRESS, EADDRNOTAVAIL)).isNull();
  }

  @Test
  void theIpoibPortSpaceNeedsIpoib() {
    MckeyConfigBuilder ipoib = config().portSpace(PortSpace.IPOIB);
    assertThat(step(ipoib, D0, GROUP, Step.BIND_ADDRESS, EINVAL))
        .isEqualTo(
            "d0 is no IPoIB interface, so port space 0x2 (IPoIB) cannot be had: leave -p away");
    assertThat(step(ipoib, IB0, GROUP, Step.BIND_ADDRESS, EINVAL)).isNull();
    assertThat(step(config(), D0, GROUP, Step.BIND_ADDRESS, EINVAL)).isNull();
    made.route(D0);
    assertThat(event(ipoib, null, GROUP, CmEventType.ADDR_ERROR, -EINVAL)).startsWith("d0 is no ");
  }

  @Test
  void noRouteAsksForAnAddress() {
    assertThat(step(config(), null, GROUP, Step.RESOLVE_ADDRESS, ENETUNREACH))
        .isEqualTo(
            "there is no route to 239.1.1.1: name the local address (-b) or interface"
                + " (--interface), or as root: ip route add 224.0.0.0/4 dev NAME");
    assertThat(step(udp(), null, "ff0e::1", Step.RESOLVE_ADDRESS, ENETUNREACH))
        .contains("no route to ff0e::1")
        .contains("ff00::/8");
    assertThat(step(config(), D0, GROUP, Step.RESOLVE_ADDRESS, ENETUNREACH)).isNull();
    assertThat(step(config(), null, GROUP, Step.RESOLVE_ADDRESS, EINVAL)).isNull();
  }

  @Test
  void aRouteOverAnInterfaceWithoutRdmaIsNamed() {
    made.route(D1);
    assertThat(event(config(), null, GROUP, CmEventType.ADDR_ERROR, -ENODEV))
        .startsWith(
            "the route to 239.1.1.1 goes over d1, which has no RDMA device; these interfaces have"
                + " one: ");
    assertThat(event(config(), D1, GROUP, CmEventType.ADDR_ERROR, -ENODEV)).isNull();
    assertThat(event(config(), null, GROUP, CmEventType.ADDR_ERROR, -110)).isNull();
    made.route(D0);
    assertThat(event(config(), null, GROUP, CmEventType.ADDR_ERROR, -ENODEV)).isNull();
  }

  /** Interfaces may have the same link-local address; which one is meant, its scope says. */
  @Test
  void aSharedLinkLocalAddressIsOnTheInterfaceOfItsScope() {
    TestHost shared =
        new TestHost(root.resolve("shared"))
            .netdev("e0", "fe80::1")
            .netdev("e0.10", "fe80::1")
            .softRoce("rxe0", "e0");
    NetworkAddress group = new NetworkAddress.Ipv6(TestHost.gid("ff02::1"), 2);
    Hints bound = new Hints(config().build(), shared.host());
    bound.addresses(new NetworkAddress.Ipv6(TestHost.gid("fe80::1"), 2), group);
    assertThat(bound.onStep(failure(Step.BIND_ADDRESS, ENODEV))).startsWith("fe80::1 is on e0.10,");
    Hints routed = new Hints(config().build(), shared.route("fe80::1", 2).host());
    routed.addresses(null, group);
    assertThat(routed.onEvent(CmEventType.ADDR_ERROR, -ENODEV))
        .startsWith("the route to ff02::1 goes over e0.10,");
  }

  @Test
  void theZeroGroupFailsOnRoceOnly() {
    assertThat(step(config(), D0, "0.0.0.0", Step.JOIN, EINVAL))
        .isEqualTo(
            "rxe0:1 is RoCE, where no subnet administrator assigns groups: name a group, such as"
                + " -m 239.1.1.1");
    assertThat(step(config(), "fd00::1", "::", Step.JOIN, EINVAL)).startsWith("rxe0:1 is RoCE, ");
    assertThat(unmapped(D0, Gid.ZERO, EINVAL)).startsWith("rxe0:1 is RoCE, ");
    assertThat(step(config(), IB0, "0.0.0.0", Step.JOIN, EINVAL)).isNull();
    assertThat(step(config(), D0, GROUP, Step.JOIN, EINVAL)).isNull();
    assertThat(step(config(), D0, "0.0.0.0", Step.JOIN, ENOMEM)).isNull();
  }

  @Test
  void onlyIpv4GroupsAreJoinedOverRoce2() {
    assertThat(step(config(), "fd00::1", "ff0e::1", Step.JOIN, ENOTSUPP))
        .isEqualTo(
            "rxe0:1 is RoCE v2, over which the kernel joins IPv4 groups only: give one to -m, such"
                + " as 239.1.1.1");
    assertThat(unmapped(D0, TestHost.gid("ff12::1"), ENOTSUPP)).startsWith("rxe0:1 is RoCE v2, ");
    assertThat(step(config(), D0, GROUP, Step.JOIN, ENOTSUPP)).isNull();
    assertThat(unmapped(IB0, TestHost.gid("ff12::1"), ENOTSUPP)).isNull();
  }

  @Test
  void whatIsNoGroupIsNotJoinedOverRoce() {
    assertThat(event(config(), D0, "10.7.0.2", CmEventType.MULTICAST_ERROR, -1))
        .isEqualTo("10.7.0.2 is no multicast address, and RoCE joins nothing else");
    assertThat(event(udp(), D0, "10.7.0.2", CmEventType.MULTICAST_ERROR, -1)).isNotNull();
    assertThat(event(config(), IB0, "10.1.0.2", CmEventType.MULTICAST_ERROR, -1)).isNull();
    assertThat(event(config(), D0, GROUP, CmEventType.MULTICAST_ERROR, -1)).isNull();
  }

  @Test
  void whatADeviceOrSubnetCannotDoIsToBeLeftAway() {
    assertThat(step(config().loopback(false), D0, GROUP, Step.CREATE_QP, EOPNOTSUPP))
        .isEqualTo("rxe0 cannot keep what it sends from this host's receivers: leave -l away");
    assertThat(step(config(), D0, GROUP, Step.CREATE_QP, EOPNOTSUPP)).isNull();
    assertThat(step(config().sendOnly(true), IB0, GROUP, Step.JOIN, EOPNOTSUPP))
        .isEqualTo(
            "the subnet manager of mlx5_0:1 does not know send-only full members: leave -o away");
    assertThat(step(config(), IB0, GROUP, Step.JOIN, EOPNOTSUPP)).isNull();
  }

  @Test
  void lockedMemoryIsReckonedAsTheKernelDoes() {
    made.file("proc/self/status", "Name:\tjava\nVmPin:\t      12 kB\nVmRSS:\t 5 kB\n");
    assertThat(memory(16, Step.REGISTER_MR))
        .isEqualTo(
            "this process may lock 16 KiB of memory, 12 of them are in use: raise the limit"
                + " (ulimit -l, or memlock in /etc/security/limits.conf), or give a smaller -c or"
                + " -S");
    assertThat(memory(64, Step.REGISTER_MR)).isNull();
    assertThat(memory(12, Step.CREATE_CQ)).isNotNull();
    assertThat(memory(16, Step.CREATE_QP)).isNull();
    Hints unlimited = new Hints(config().build(), made.host(), () -> Long.MAX_VALUE);
    assertThat(unlimited.onStep(failure(Step.REGISTER_MR, ENOMEM))).isNull();
    assertThat(step(config(), D0, GROUP, Step.JOIN, ENOMEM)).isNull();
    made.file("proc/self/status", "Name:\tjava\n");
    assertThat(memory(1, Step.REGISTER_MR)).isNull();
  }

  private String memory(long kib, Step step) {
    return new Hints(config().build(), made.host(), () -> kib * 1024).onStep(failure(step, ENOMEM));
  }

  @Test
  void aModuleIsMissingWhereThereIsADeviceButNoNode() {
    Hints hints = new Hints(config().build(), made.host());
    assertThat(hints.onStep(failure(Step.CREATE_EVENT_CHANNEL, ENODEV)))
        .isEqualTo(
            "there is an RDMA device, mlx5_0, but no /dev/infiniband/rdma_cm: as root: modprobe"
                + " rdma_ucm");
    made.file("sys/module/rdma_ucm/x", "");
    assertThat(hints.onStep(failure(Step.CREATE_EVENT_CHANNEL, ENODEV)))
        .endsWith(
            "no /dev/infiniband/rdma_cm, although rdma_ucm is loaded: see udev, or hand the"
                + " node on to this container");
    made.file("dev/infiniband/rdma_cm", "");
    assertThat(hints.onStep(failure(Step.CREATE_EVENT_CHANNEL, ENODEV))).isNull();
    TestHost bare = new TestHost(root.resolve("bare"));
    assertThat(
            new Hints(config().build(), bare.host())
                .onStep(failure(Step.CREATE_EVENT_CHANNEL, ENODEV)))
        .isEqualTo("without RDMA devices, --transport udp tests over UDP sockets");
  }

  @Test
  void namesOfInterfacesAndDevicesHaveOptionsOfTheirOwn() {
    Hints hints = new Hints(config().build(), made.host());
    assertThat(hints.onName("d0")).isEqualTo("d0 is a network interface: give it to --interface");
    assertThat(hints.onName("rxe0")).isEqualTo("rxe0 is an RDMA device: give it to --device");
    assertThat(hints.onName("example.org")).isNull();
  }

  private static MckeyConfigBuilder config() {
    return MckeyConfig.of(new Group.Mapped(GROUP));
  }

  private static MckeyConfigBuilder udp() {
    return config().transport(TransportKind.UDP);
  }

  private static TransportException failure(Step step, int errno) {
    return new TransportException(step, -1, errno, "x");
  }

  private static NetworkAddress address(String text) {
    Gid gid = TestHost.gid(text);
    return text.contains(":")
        ? new NetworkAddress.Ipv6(gid, 0)
        : new NetworkAddress.Ipv4((int) gid.low());
  }

  private Hints hints(MckeyConfigBuilder config, String source, String group) {
    Hints hints = new Hints(config.build(), made.host());
    hints.addresses(source == null ? null : address(source), address(group));
    return hints;
  }

  private String step(
      MckeyConfigBuilder config, String source, String group, Step step, int errno) {
    return hints(config, source, group).onStep(failure(step, errno));
  }

  private String event(
      MckeyConfigBuilder config, String source, String group, CmEventType type, int status) {
    return hints(config, source, group).onEvent(type, status);
  }

  private String unmapped(String source, Gid mgid, int errno) {
    Hints hints = new Hints(config().build(), made.host());
    hints.addresses(address(source), new NetworkAddress.Ib(mgid));
    return hints.onStep(failure(Step.JOIN, errno));
  }
}
