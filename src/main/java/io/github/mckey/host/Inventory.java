package io.github.mckey.host;

import io.github.mckey.posix.InterfaceAddress;
import java.util.ArrayList;
import java.util.List;

/** Lists what a host has, for a line of text. */
public final class Inventory {
  private final Host host;

  /** Creates a list of a host's things. */
  public Inventory(Host host) {
    this.host = host;
  }

  /** Returns all interfaces with their addresses: {@code lo (127.0.0.1, ::1), eth0 (10.7.0.1)}. */
  public String interfaces() {
    return named(host.interfaces());
  }

  /** Returns interfaces with their addresses. */
  public String named(List<String> netdevs) {
    List<String> texts = new ArrayList<>();
    for (String netdev : netdevs) {
      texts.add(netdev + " (" + addresses(netdev) + ")");
    }
    return texts.isEmpty() ? "none" : String.join(", ", texts);
  }

  /** Returns an interface's addresses: {@code 10.7.0.1, fd00::1}, or {@code no address}. */
  public String addresses(String netdev) {
    List<String> texts = new ArrayList<>();
    for (InterfaceAddress address : host.addressesOf(netdev)) {
      texts.add(IpText.of(address.address()));
    }
    return texts.isEmpty() ? "no address" : String.join(", ", texts);
  }

  /** Returns all RDMA ports with their interfaces: {@code rxe0:1 on eth0 (10.7.0.1)}. */
  public String devices() {
    return ports(host.ports());
  }

  /** Returns RDMA ports with their interfaces. */
  public String ports(List<RdmaPort> ports) {
    List<String> texts = new ArrayList<>();
    for (RdmaPort port : ports) {
      texts.add(
          port.name()
              + (port.netdevs().isEmpty() ? " on no interface" : " on " + named(port.netdevs())));
    }
    return texts.isEmpty() ? "none" : String.join(", ", texts);
  }

  /** Returns the interfaces that have an RDMA device: {@code eth0 (10.7.0.1; rxe0)}. */
  public String rdmaInterfaces() {
    List<String> texts = new ArrayList<>();
    for (RdmaPort port : host.ports()) {
      for (String netdev : port.netdevs()) {
        texts.add(netdev + " (" + addresses(netdev) + "; " + port.device() + ")");
      }
    }
    return texts.isEmpty() ? "none" : String.join(", ", texts);
  }
}
