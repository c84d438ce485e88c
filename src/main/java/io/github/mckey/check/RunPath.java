package io.github.mckey.check;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.SourceChoice;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.Host;
import io.github.mckey.host.Inventory;
import io.github.mckey.host.IpText;
import io.github.mckey.host.RdmaPort;
import io.github.mckey.host.SourceFinder;
import io.github.mckey.run.SourceException;
import io.github.mckey.transport.AddressResolver;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a run would speak from: the address, its interface, the RDMA port behind it. */
final class RunPath {
  private static final String GROUP = "group";
  private static final String ROUTE = "route";

  private final MckeyConfig config;
  private final Host host;
  private final AddressResolver resolver;
  private final List<Finding> findings = new ArrayList<>();
  private @Nullable NetworkAddress group;
  private @Nullable String netdev;
  private @Nullable RdmaPort port;

  /** Finds the way. */
  RunPath(MckeyConfig config, Host host, AddressResolver resolver) {
    this.config = config;
    this.host = host;
    this.resolver = resolver;
    group = group(config.group());
    SourceChoice choice = config.source();
    String bind = config.bindAddress();
    if (choice != null) {
      chosen(choice);
    } else if (bind != null) {
      bound(bind);
    } else if (group != null) {
      routed(group);
    }
  }

  /** Returns what there is to say of the way. */
  List<Finding> findings() {
    return findings;
  }

  /** Returns the group, or null where its name is unknown. */
  @Nullable NetworkAddress group() {
    return group;
  }

  /** Returns the interface, or null where it is unknown. */
  @Nullable String netdev() {
    return netdev;
  }

  /** Returns the RDMA port, or null where there is none or it is unknown. */
  @Nullable RdmaPort port() {
    return port;
  }

  /** Returns whether a run may need a device: it is the one on the way, or that is unknown. */
  boolean mayUse(String device) {
    RdmaPort used = port;
    return used == null || used.device().equals(device);
  }

  private @Nullable NetworkAddress group(Group wanted) {
    if (wanted instanceof Group.Unmapped unmapped) {
      return new NetworkAddress.Ib(unmapped.mgid());
    }
    String name = ((Group.Mapped) wanted).name();
    try {
      NetworkAddress address = resolver.resolve(name);
      Gid gid = IpText.gid(address);
      if (!IpText.isZero(gid) && !IpText.isMulticast(gid)) {
        findings.add(Finding.warning(GROUP, name + " is no multicast address", "give one to -m"));
      }
      return address;
    } catch (ResolutionException e) {
      findings.add(
          Finding.failure(
              GROUP, name + " is unknown: " + e.text(), "give an address or a known name to -m"));
      return null;
    }
  }

  private void chosen(SourceChoice choice) {
    String subject = choice instanceof SourceChoice.Interface ? "interface" : "device";
    try {
      NetworkAddress source = new SourceFinder(host).choose(choice, group);
      String name =
          choice instanceof SourceChoice.Interface named
              ? named.name()
              : host.interfaceWith(source);
      found(subject, "its address " + IpText.of(IpText.gid(source)), name);
    } catch (SourceException e) {
      findings.add(Finding.failure(subject, e.reason(), "give another one, or an address to -b"));
    }
  }

  private void bound(String bind) {
    try {
      NetworkAddress source = resolver.resolve(bind);
      if (IpText.isZero(IpText.gid(source))) {
        findings.add(Finding.ok("bind address", "any, so the route decides"));
        if (group != null) {
          routed(group);
        }
        return;
      }
      String name = host.interfaceWith(source);
      if (name == null) {
        findings.add(
            Finding.failure(
                "bind address",
                bind + " is no address of this host",
                "give one of these to -b: " + candidates()));
      } else {
        found("bind address", bind, name);
      }
    } catch (ResolutionException e) {
      findings.add(
          Finding.failure(
              "bind address",
              bind + " is unknown: " + e.text(),
              "give an address of this host to -b"));
    }
  }

  private String candidates() {
    Inventory inventory = new Inventory(host);
    return config.transport() == TransportKind.VERBS
        ? inventory.rdmaInterfaces()
        : inventory.interfaces();
  }

  private void routed(NetworkAddress to) {
    Gid gid = IpText.gid(to);
    if (IpText.isZero(gid)) {
      findings.add(Finding.ok(ROUTE, "no group is named, so no route was looked up"));
      return;
    }
    NetworkAddress source = host.routeTo(gid, IpText.scopeOf(to));
    if (source == null) {
      findings.add(
          Finding.failure(
              ROUTE,
              "there is none to " + IpText.of(gid),
              "give -b, or as root: ip route add "
                  + (IpText.isIpv4(gid) ? "224.0.0.0/4" : "ff00::/8")
                  + " dev NAME"));
      return;
    }
    found(
        ROUTE,
        IpText.of(gid) + " goes out from " + IpText.of(IpText.gid(source)),
        host.interfaceWith(source));
  }

  private void found(String subject, String text, @Nullable String name) {
    netdev = name;
    if (name == null) {
      findings.add(Finding.ok(subject, text));
      return;
    }
    String on = text + " on " + name;
    if (!host.isUp(name)) {
      findings.add(
          Finding.failure(
              subject, on + ", which is down", "as root: ip link set dev " + name + " up"));
    } else if (config.transport() == TransportKind.UDP) {
      findings.add(Finding.ok(subject, on));
    } else {
      onRdma(subject, on, name);
    }
  }

  private void onRdma(String subject, String on, String name) {
    port = host.portOf(name);
    if (port != null) {
      findings.add(
          Finding.ok(subject, on + ", RDMA device " + port.device() + " port " + port.number()));
      return;
    }
    String rdma = new Inventory(host).rdmaInterfaces();
    findings.add(
        Finding.failure(
            subject,
            on + ", which has no RDMA device",
            rdma.equals("none")
                ? "use --transport udp"
                : "bind (-b) to an interface that has one: " + rdma));
  }
}
