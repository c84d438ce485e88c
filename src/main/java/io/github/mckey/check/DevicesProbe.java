package io.github.mckey.check;

import io.github.mckey.host.Host;
import io.github.mckey.host.Inventory;
import io.github.mckey.host.RdmaGid;
import io.github.mckey.host.RdmaPort;
import java.util.List;

/** RDMA devices with their ports and GIDs, as sysfs shows them. */
final class DevicesProbe implements Probe {
  private static final int MOST_GIDS = 16;

  private final Host host;
  private final Inventory inventory;

  DevicesProbe(Host host) {
    this.host = host;
    inventory = new Inventory(host);
  }

  @Override
  public void look(List<Finding> findings) {
    List<RdmaPort> ports = host.ports();
    if (ports.isEmpty()) {
      findings.add(
          Finding.failure(
              "devices",
              "this host has no RDMA device",
              "soft-RoCE, as root: rdma link add rxe0 type rxe netdev NAME;"
                  + " or use --transport udp"));
    }
    for (RdmaPort port : ports) {
      port(findings, port);
    }
  }

  private void port(List<Finding> findings, RdmaPort port) {
    String name = port.device() + " port " + port.number();
    if (port.isActive()) {
      findings.add(Finding.ok("devices", name + ": active, " + port.linkLayer()));
    } else {
      findings.add(
          Finding.warning(
              "devices",
              name
                  + ": "
                  + (port.state().isEmpty() ? "state unknown" : port.state())
                  + ", "
                  + port.linkLayer(),
              port.isInfiniBand()
                  ? "is the cable plugged in, and does a subnet manager run?"
                  : "is its network interface up?"));
    }
    interfaces(findings, port, name);
    gids(findings, port, name);
  }

  private void interfaces(List<Finding> findings, RdmaPort port, String name) {
    if (port.netdevs().isEmpty()) {
      findings.add(
          Finding.warning(
              "interfaces",
              name + ": no network interface, and so no address to bind to",
              port.isInfiniBand() ? "as root: modprobe ib_ipoib" : "see: rdma link"));
    } else {
      findings.add(Finding.ok("interfaces", name + ": " + inventory.named(port.netdevs())));
    }
  }

  private void gids(List<Finding> findings, RdmaPort port, String name) {
    if (port.gids().isEmpty()) {
      findings.add(
          Finding.warning(
              "GIDs", name + ": none", "is its network interface up, with an address?"));
    }
    for (RdmaGid gid : port.gids().subList(0, Math.min(MOST_GIDS, port.gids().size()))) {
      findings.add(Finding.ok("GIDs", name + ": " + text(gid)));
    }
    if (port.gids().size() > MOST_GIDS) {
      findings.add(
          Finding.ok("GIDs", name + ": and " + (port.gids().size() - MOST_GIDS) + " more"));
    }
  }

  private String text(RdmaGid gid) {
    String netdev = gid.netdev();
    return "GID "
        + gid.index()
        + " "
        + gid.text()
        + (gid.type().isEmpty() ? "" : ", " + gid.type())
        + (netdev.isEmpty()
            ? ""
            : ", interface " + netdev + " (" + inventory.addresses(netdev) + ")");
  }
}
