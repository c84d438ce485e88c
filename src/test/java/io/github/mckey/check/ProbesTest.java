package io.github.mckey.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.check.Finding.Level;
import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.MckeyConfigBuilder;
import io.github.mckey.host.Host;
import io.github.mckey.host.SystemFiles;
import io.github.mckey.host.TestHost;
import io.github.mckey.posix.LibcResolver;
import io.github.mckey.report.CheckOutput;
import io.github.mckey.report.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each probe against a made-up /sys, /proc and /dev. */
class ProbesTest {
  @TempDir Path root;

  @Test
  void deviceNodesAreMissingForbiddenOrFine() throws IOException {
    assertThat(look(nodes(config())))
        .extracting(Finding::text)
        .containsExactly(
            "/dev/infiniband/rdma_cm is missing", "/dev/infiniband has no uverbs node");
    write("dev/infiniband/rdma_cm", "");
    write("dev/infiniband/uverbs0", "");
    assertThat(look(nodes(config()))).extracting(Finding::level).containsOnly(Level.OK);
  }

  /** A dangling link is a node that root, who may open any, cannot open either. */
  @Test
  void theNodeOfADeviceThatIsNotUsedMayBeMissing() throws IOException {
    new TestHost(root).netdev("eth0", "10.7.0.1").softRoce("rxe0", "eth0");
    write("dev/infiniband/rdma_cm", "");
    for (int i = 0; i < 3; i++) {
      Files.createSymbolicLink(root.resolve("dev/infiniband/uverbs" + i), root.resolve("nowhere"));
    }
    write("sys/class/infiniband_verbs/uverbs0/ibdev", "rxe0\n");
    write("sys/class/infiniband_verbs/uverbs1/ibdev", "rxe1\n");
    assertThat(look(nodes(config().bindAddress("10.7.0.1"))))
        .extracting(Finding::level)
        .containsExactly(Level.OK, Level.FAILURE, Level.WARNING, Level.FAILURE);
    assertThat(look(nodes(config())))
        .extracting(Finding::level)
        .containsExactly(Level.OK, Level.FAILURE, Level.FAILURE, Level.FAILURE);
  }

  private NodesProbe nodes(MckeyConfigBuilder config) {
    Host host = new TestHost(root).netdev("eth0", "10.7.0.1").host();
    return new NodesProbe(files(), new RunPath(config.build(), host, new LibcResolver()));
  }

  /** A module that is built into the kernel shows nowhere but in a list. */
  @Test
  void builtInModulesCount() throws IOException {
    write("proc/sys/kernel/osrelease", "6.1.0-9\n");
    write("lib/modules/6.1.0-9/modules.builtin", "kernel/drivers/infiniband/core/rdma_cm.ko\n");
    assertThat(look(new ModulesProbe(files())))
        .filteredOn(finding -> finding.level() == Level.OK)
        .containsExactly(Finding.ok("modules", "rdma_cm is built in"));
  }

  @Test
  void modulesAreNamed() throws IOException {
    write("sys/module/ib_core/x", "");
    write("sys/module/rdma_cm/x", "");
    write("sys/module/ib_uverbs/x", "");
    assertThat(look(new ModulesProbe(files())))
        .filteredOn(finding -> finding.level() == Level.FAILURE)
        .containsExactly(
            Finding.failure("modules", "rdma_ucm is not loaded", "as root: modprobe rdma_ucm"));
  }

  @Test
  void portsTheirInterfacesAndGidsAreListed() {
    TestHost made =
        new TestHost(root)
            .netdev("eth0", "10.7.0.1", "fd00::1")
            .softRoce("rxe0", "eth0")
            .port("mlx5_0", 2, "1: DOWN", "InfiniBand");
    List<Finding> findings = look(new DevicesProbe(made.host()));
    assertThat(findings)
        .extracting(Finding::text)
        .containsExactly(
            "mlx5_0 port 2: 1: DOWN, InfiniBand",
            "mlx5_0 port 2: no network interface, and so no address to bind to",
            "mlx5_0 port 2: none",
            "rxe0 port 1: active, Ethernet",
            "rxe0 port 1: eth0 (10.7.0.1, fd00::1)",
            "rxe0 port 1: GID 0 fe80:0000:0000:0000:0000:00ff:fe00:0001, RoCE v2,"
                + " interface eth0 (10.7.0.1, fd00::1)");
    assertThat(findings.getFirst().remedy()).contains("subnet manager");
    assertThat(findings.get(1).remedy()).contains("ib_ipoib");
  }

  @Test
  void noDeviceIsAFailureWithAWayOut() {
    Finding finding = look(new DevicesProbe(new TestHost(root).host())).getFirst();
    assertThat(finding.level()).isEqualTo(Level.FAILURE);
    assertThat(finding.remedy()).contains("--transport udp");
  }

  @Test
  void memoryIsHeldAgainstTheLimit() {
    MckeyConfig config = config().connections(10).build();
    assertThat(look(new MemlockProbe(config, () -> 65_536)).getFirst().level()).isEqualTo(Level.OK);
    Finding finding = look(new MemlockProbe(config, () -> 16_384)).getFirst();
    assertThat(finding.level()).isEqualTo(Level.FAILURE);
    assertThat(finding.text()).isEqualTo("40960 bytes needed for messages, 16384 allowed");
  }

  @Test
  void aSmallReceiveBufferIsAWarning() throws IOException {
    write("proc/sys/net/core/rmem_max", "212992\n");
    MckeyConfig burst = config().messageCount(10_000).messageSize(1024).build();
    Finding finding = look(new SocketProbe(files(), burst)).getFirst();
    assertThat(finding.level()).isEqualTo(Level.WARNING);
    // The same figures as the warning of a run.
    assertThat(finding.text()).endsWith("a burst of 10000 messages needs about 11520000");
    MckeyConfig endless = config().messageCount(MckeyConfig.UNLIMITED).build();
    assertThat(look(new SocketProbe(files(), endless)).getFirst().text())
        .endsWith("a long burst needs about 67108864");
    assertThat(look(new SocketProbe(files(), config().build())).getFirst().level())
        .isEqualTo(Level.OK);
  }

  @Test
  void softRoceOnThePortIsAFailure() throws IOException {
    write("sys/module/rdma_rxe/x", "");
    write("proc/net/udp", "  0: 00000000:12B7 00000000:0000 07\n");
    assertThat(look(new SocketProbe(files(), config().build())))
        .extracting(Finding::text)
        .contains("is taken by the kernel's soft-RoCE (rdma_rxe)");
  }

  @Test
  void missingLibrariesNameThePackages() {
    List<Finding> findings = look(new LibrariesProbe(files(), soname -> "cannot load " + soname));
    assertThat(findings).extracting(Finding::level).containsOnly(Level.FAILURE);
    assertThat(findings.getFirst().remedy()).contains("Debian").contains("RHEL");
    assertThat(look(new LibrariesProbe(files(), soname -> null)))
        .extracting(Finding::level)
        .containsOnly(Level.OK);
  }

  @Test
  void theOutputFollowsTheSchemaAndClosesWithAVerdict() throws IOException {
    List<Finding> findings =
        List.of(
            Finding.ok("a", "b"), Finding.warning("c", "d", "e"), Finding.failure("f", "g", "h"));
    Schemas.requireValid(CheckOutput.json(findings));
    assertThat(CheckOutput.text(findings))
        .isEqualTo(
            "ok       a: b\nwarning  c: d -> e\nfailure  f: g -> h\n"
                + "mckey cannot run here: 1 failures, 1 warnings\n");
    assertThat(Preflight.exitStatus(findings)).isEqualTo(1);
    assertThat(Preflight.exitStatus(findings.subList(0, 2))).isZero();
  }

  private SystemFiles files() {
    return new SystemFiles(root);
  }

  private static List<Finding> look(Probe probe) {
    List<Finding> findings = new ArrayList<>();
    probe.look(findings);
    return findings;
  }

  private static MckeyConfigBuilder config() {
    return MckeyConfig.of(new Group.Mapped("239.1.1.1"));
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
