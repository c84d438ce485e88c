package io.github.mckey.host;

import io.github.mckey.config.SourceChoice;
import io.github.mckey.posix.InterfaceAddress;
import io.github.mckey.run.SourceChooser;
import io.github.mckey.run.SourceException;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address behind {@code --interface} and {@code --device}: the interface's first one of
 * the group's family. An MGID has no family; then IPv4 comes first.
 */
public final class SourceFinder implements SourceChooser {
  private final Host host;
  private final Inventory inventory;

  /** Creates a finder on a host. */
  public SourceFinder(Host host) {
    this.host = host;
    inventory = new Inventory(host);
  }

  @Override
  public NetworkAddress choose(SourceChoice choice, @Nullable NetworkAddress group)
      throws SourceException {
    return choice instanceof SourceChoice.Interface named
        ? ofInterface(named.name(), group)
        : ofDevice((SourceChoice.Device) choice, group);
  }

  private NetworkAddress ofInterface(String name, @Nullable NetworkAddress group)
      throws SourceException {
    if (!host.interfaces().contains(name)) {
      throw new SourceException(
          "option --interface: this host has no interface "
              + name
              + "; it has "
              + inventory.interfaces());
    }
    InterfaceAddress address = pick(name, group);
    if (address == null) {
      throw new SourceException(
          "option --interface: "
              + name
              + " has no "
              + family(group)
              + " address; this host has "
              + inventory.interfaces());
    }
    return network(address);
  }

  private NetworkAddress ofDevice(SourceChoice.Device device, @Nullable NetworkAddress group)
      throws SourceException {
    RdmaPort port = port(device);
    List<String> able = new ArrayList<>();
    for (String netdev : port.netdevs()) {
      if (pick(netdev, group) != null) {
        able.add(netdev);
      }
    }
    InterfaceAddress address = able.isEmpty() ? null : pick(able.getFirst(), group);
    if (address == null) {
      throw new SourceException(
          "option --device: "
              + port.name()
              + " is behind no interface with an "
              + family(group)
              + " address to bind to; this host has "
              + inventory.devices());
    }
    if (able.size() > 1 && !able.getFirst().equals(port.netdevs().getFirst())) {
      throw new SourceException(
          "option --device: "
              + port.name()
              + " is behind several interfaces, so give one of them to --interface: "
              + inventory.named(able));
    }
    requireNoOther(port, able.getFirst());
    return network(address);
  }

  /** An address that leads to two devices leaves the choice to the kernel, not to the user. */
  private void requireNoOther(RdmaPort port, String netdev) throws SourceException {
    for (RdmaPort other : host.ports()) {
      if (!other.name().equals(port.name()) && other.netdevs().contains(netdev)) {
        throw new SourceException(
            "option --device: "
                + netdev
                + " leads to "
                + other.name()
                + " as well as to "
                + port.name()
                + ", and no address tells them apart; this host has "
                + inventory.devices());
      }
    }
  }

  private RdmaPort port(SourceChoice.Device device) throws SourceException {
    List<RdmaPort> ports = new ArrayList<>();
    for (RdmaPort port : host.ports()) {
      if (port.device().equals(device.name())) {
        ports.add(port);
      }
    }
    if (ports.isEmpty()) {
      throw new SourceException(
          "option --device: this host has no RDMA device "
              + device.name()
              + "; it has "
              + inventory.devices());
    }
    if (device.port() == SourceChoice.ONLY_PORT && ports.size() > 1) {
      throw new SourceException(
          "option --device: "
              + device.name()
              + " has several ports, so give one of these: "
              + inventory.ports(ports));
    }
    for (RdmaPort port : ports) {
      if (device.port() == SourceChoice.ONLY_PORT || device.port() == port.number()) {
        return port;
      }
    }
    throw new SourceException(
        "option --device: "
            + device.name()
            + " has no port "
            + device.port()
            + "; it has "
            + inventory.ports(ports));
  }

  /** Returns the interface's address that suits a group best; null where none does. */
  private @Nullable InterfaceAddress pick(String netdev, @Nullable NetworkAddress group) {
    InterfaceAddress best = null;
    for (InterfaceAddress address : host.addressesOf(netdev)) {
      if (rank(address.address(), group) > (best == null ? 0 : rank(best.address(), group))) {
        best = address;
      }
    }
    return best;
  }

  /** Returns how well an address suits a group, 0 where it does not. */
  private static int rank(Gid address, @Nullable NetworkAddress group) {
    boolean ipv4 = IpText.isIpv4(address);
    if (group instanceof NetworkAddress.Ipv4) {
      return ipv4 ? 1 : 0;
    }
    if (group instanceof NetworkAddress.Ipv6 v6) {
      boolean sameScope = IpText.isLinkScoped(address) == IpText.isLinkScoped(v6.gid());
      return ipv4 ? 0 : sameScope ? 2 : 1;
    }
    return ipv4 ? 3 : IpText.isLinkScoped(address) ? 1 : 2;
  }

  private static String family(@Nullable NetworkAddress group) {
    if (group instanceof NetworkAddress.Ipv4) {
      return "IPv4";
    }
    return group instanceof NetworkAddress.Ipv6 ? "IPv6" : "IP";
  }

  private static NetworkAddress network(InterfaceAddress address) {
    Gid gid = address.address();
    return IpText.address(gid, IpText.isLinkScoped(gid) ? address.index() : 0);
  }
}
