package io.github.mckey.check;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.PortSpace;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.Host;
import io.github.mckey.host.IpText;
import io.github.mckey.host.PortRules;
import io.github.mckey.host.RdmaGid;
import io.github.mckey.host.RdmaPort;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.udp.UdpProvider;
import java.util.List;

/** The way that messages to the group would take, and what the port there makes of the group. */
final class PathProbe implements Probe {
  private static final String V2 = "RoCE v2";

  private final MckeyConfig config;
  private final boolean groupNamed;
  private final Host host;
  private final RunPath path;

  PathProbe(MckeyConfig config, boolean groupNamed, Host host, RunPath path) {
    this.config = config;
    this.groupNamed = groupNamed;
    this.host = host;
    this.path = path;
  }

  @Override
  public void look(List<Finding> findings) {
    findings.addAll(path.findings());
    RdmaPort port = path.port();
    String netdev = path.netdev();
    if (netdev != null && config.transport() == TransportKind.UDP) {
      mtu(findings, netdev);
    }
    if (port != null && netdev != null) {
      portSpace(findings, netdev);
      if (port.isEthernet()) {
        boolean v2 = version(findings, port);
        group(findings, port, v2);
      }
    }
  }

  /** Over sockets the interface's own MTU decides; devices tell theirs. */
  private void mtu(List<Finding> findings, String netdev) {
    long own = host.files().number("sys/class/net/" + netdev + "/mtu");
    if (own <= 0) {
      return;
    }
    int mtu = UdpProvider.activeMtu((int) own);
    String text = netdev + ": " + mtu + " bytes (interface MTU " + own + ")";
    findings.add(
        config.messageCount() > 0 && config.messageSize() > mtu
            ? Finding.failure(
                "active MTU",
                text + ", and messages have " + config.messageSize(),
                "-S " + mtu + " at most, or a larger MTU (ip link set dev " + netdev + " mtu N)")
            : Finding.ok("active MTU", text));
  }

  private void portSpace(List<Finding> findings, String netdev) {
    if (config.portSpace() == PortSpace.IPOIB && !host.isIpoib(netdev)) {
      findings.add(
          Finding.failure("port space", PortRules.ipoibPortSpace(netdev), "leave -p away"));
    }
  }

  /** Tells which RoCE version the connection manager joins with; returns whether that is 2. */
  private boolean version(List<Finding> findings, RdmaPort port) {
    String mode =
        host.files()
            .text(
                "sys/kernel/config/rdma_cm/"
                    + port.device()
                    + "/ports/"
                    + port.number()
                    + "/default_roce_mode");
    boolean v2 = mode.isEmpty() ? hasV2(port) : mode.equals(V2);
    String name = port.device() + " port " + port.number();
    if (v2) {
      findings.add(Finding.ok("RoCE version", name + " joins as RoCE v2"));
    } else {
      findings.add(
          Finding.warning(
              "RoCE version",
              name + " joins as RoCE v1, which does not hear RoCE v2",
              mode.isEmpty()
                  ? "all hosts of the group must use RoCE v1 (default_roce_mode)"
                  : "as root: echo '"
                      + V2
                      + "' > /sys/kernel/config/rdma_cm/"
                      + port.device()
                      + "/ports/"
                      + port.number()
                      + "/default_roce_mode; or use RoCE v1 on all hosts"));
    }
    return v2;
  }

  private static boolean hasV2(RdmaPort port) {
    for (RdmaGid gid : port.gids()) {
      if (gid.type().equals(V2)) {
        return true;
      }
    }
    return false;
  }

  private void group(List<Finding> findings, RdmaPort port, boolean v2) {
    NetworkAddress group = path.group();
    if (group == null || !groupNamed) {
      return;
    }
    if (IpText.isZero(IpText.gid(group))) {
      findings.add(Finding.failure("group", PortRules.zeroGroup(port.name()), "name a group"));
    } else if (v2 && !(group instanceof NetworkAddress.Ipv4)) {
      findings.add(
          Finding.failure("group", PortRules.notIpv4(port.name()), "give an IPv4 group to -m"));
    }
  }
}
