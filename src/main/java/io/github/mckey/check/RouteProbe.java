package io.github.mckey.check;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;

/** The way that messages to the group would take, and the local address that -b names. */
final class RouteProbe implements Probe {
  private static final int ROCE_PORT = 4791;

  private final MckeyConfig config;

  RouteProbe(MckeyConfig config) {
    this.config = config;
  }

  @Override
  public void look(List<Finding> findings) {
    String bind = config.bindAddress();
    if (bind != null) {
      bound(findings, bind);
    } else if (config.group() instanceof Group.Mapped mapped) {
      routed(findings, mapped.name());
    }
  }

  private static void bound(List<Finding> findings, String bind) {
    try {
      InetAddress address = InetAddress.getByName(bind);
      NetworkInterface card = NetworkInterface.getByInetAddress(address);
      if (card == null) {
        findings.add(
            Finding.failure(
                "bind address", bind + " is no address of this host", "see: ip address"));
      } else if (!card.isUp()) {
        findings.add(
            Finding.failure(
                "bind address",
                bind + " is on " + card.getName() + ", which is down",
                "as root: ip link set dev " + card.getName() + " up"));
      } else {
        findings.add(Finding.ok("bind address", bind + " is on " + card.getName()));
      }
    } catch (IOException e) {
      findings.add(
          Finding.failure(
              "bind address", bind + " is unknown", "give an address of this host to -b"));
    }
  }

  private static void routed(List<Finding> findings, String group) {
    try (DatagramSocket socket = new DatagramSocket()) {
      InetAddress address = InetAddress.getByName(group);
      if (address.isAnyLocalAddress()) {
        findings.add(Finding.ok("route", "no group is named, so no route was looked up"));
        return;
      }
      if (!address.isMulticastAddress()) {
        findings.add(
            Finding.warning("group", group + " is no multicast address", "give one to -m"));
      }
      socket.connect(new InetSocketAddress(address, ROCE_PORT));
      InetAddress local = socket.getLocalAddress();
      NetworkInterface card = NetworkInterface.getByInetAddress(local);
      findings.add(
          Finding.ok(
              "route",
              group
                  + " goes out from "
                  + local.getHostAddress()
                  + (card == null ? "" : " on " + card.getName())));
    } catch (IOException | java.io.UncheckedIOException e) {
      findings.add(
          Finding.failure(
              "route",
              "there is none to " + group,
              "give -b, or as root: ip route add 224.0.0.0/4 dev NAME"));
    }
  }
}
