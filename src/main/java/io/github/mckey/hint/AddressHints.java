package io.github.mckey.hint;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.PortSpace;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.Host;
import io.github.mckey.host.Inventory;
import io.github.mckey.host.IpText;
import io.github.mckey.host.PortRules;
import io.github.mckey.host.RdmaPort;
import io.github.mckey.posix.Errno;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import org.jspecify.annotations.Nullable;

/** What the local address and the group have to do with a failure. */
final class AddressHints {
  /** The kernel's own "not supported", which has no name for user space. */
  private static final int ENOTSUPP = 524;

  private final MckeyConfig config;
  private final Host host;
  private final @Nullable NetworkAddress source;
  private final NetworkAddress group;
  private final Gid groupGid;

  AddressHints(
      MckeyConfig config, Host host, @Nullable NetworkAddress source, NetworkAddress group) {
    this.config = config;
    this.host = host;
    this.source = source == null || IpText.isZero(IpText.gid(source)) ? null : source;
    this.group = group;
    groupGid = IpText.gid(group);
  }

  @Nullable String onStep(Step step, int errno) {
    return switch (step) {
      case BIND_ADDRESS -> onBind(errno);
      case RESOLVE_ADDRESS -> errno == Errno.ENETUNREACH && source == null ? noRoute() : null;
      case CREATE_QP -> errno == Errno.EOPNOTSUPP && !config.loopback() ? noBlocking() : null;
      case JOIN -> onJoin(errno);
      default -> null;
    };
  }

  private @Nullable String onBind(int errno) {
    NetworkAddress bound = source;
    if (bound == null) {
      return null;
    }
    String address = IpText.of(IpText.gid(bound));
    String netdev = host.interfaceWith(bound);
    if (netdev == null) {
      return errno == Errno.EADDRNOTAVAIL
          ? address + " is no address of this host; it has " + candidates()
          : null;
    }
    if (isVerbs() && errno == Errno.ENODEV && host.portOf(netdev) == null) {
      return address + " is on " + netdev + noDevice();
    }
    return errno == Errno.EINVAL ? portSpace(netdev) : null;
  }

  private @Nullable String portSpace(String netdev) {
    return isVerbs() && config.portSpace() == PortSpace.IPOIB && !host.isIpoib(netdev)
        ? PortRules.ipoibPortSpace(netdev)
        : null;
  }

  private String candidates() {
    Inventory inventory = new Inventory(host);
    return isVerbs() && !host.ports().isEmpty()
        ? "these interfaces with RDMA devices: " + inventory.rdmaInterfaces()
        : inventory.interfaces();
  }

  private String noDevice() {
    String able = new Inventory(host).rdmaInterfaces();
    return able.equals("none")
        ? ", and no interface of this host has an RDMA device"
        : ", which has no RDMA device; these interfaces have one: " + able;
  }

  private boolean isVerbs() {
    return config.transport() == TransportKind.VERBS;
  }

  private String noRoute() {
    return "there is no route to "
        + IpText.of(groupGid)
        + ": name the local address (-b) or interface (--interface), or as root: ip route add "
        + (IpText.isIpv4(groupGid) ? "224.0.0.0/4" : "ff00::/8")
        + " dev NAME";
  }

  private String noBlocking() {
    RdmaPort port = port();
    return (port == null ? "the device" : port.device())
        + " cannot keep what it sends from this host's receivers: leave -l away";
  }

  private @Nullable String onJoin(int errno) {
    RdmaPort port = port();
    if (port == null) {
      return null;
    }
    if (port.isEthernet() && errno == Errno.EINVAL && IpText.isZero(groupGid)) {
      return PortRules.zeroGroup(port.name());
    }
    if (port.isEthernet() && errno == ENOTSUPP && !(group instanceof NetworkAddress.Ipv4)) {
      return PortRules.notIpv4(port.name());
    }
    if (port.isInfiniBand() && errno == Errno.EOPNOTSUPP && config.sendOnly()) {
      return "the subnet manager of "
          + port.name()
          + " does not know send-only full members: leave -o away";
    }
    return null;
  }

  @Nullable String onEvent(CmEventType type, int errno) {
    if (type == CmEventType.ADDR_ERROR && source == null && isVerbs()) {
      return onRoute(errno);
    }
    RdmaPort port = type == CmEventType.MULTICAST_ERROR ? port() : null;
    boolean noGroup = !IpText.isMulticast(groupGid) && !IpText.isZero(groupGid);
    boolean roce = port == null ? !isVerbs() : port.isEthernet();
    return type == CmEventType.MULTICAST_ERROR && roce && noGroup
        ? IpText.of(groupGid) + " is no multicast address, and RoCE joins nothing else"
        : null;
  }

  private @Nullable String onRoute(int errno) {
    String netdev = routeNetdev();
    if (netdev == null) {
      return null;
    }
    if (errno == Errno.ENODEV && host.portOf(netdev) == null) {
      return "the route to " + IpText.of(groupGid) + " goes over " + netdev + noDevice();
    }
    return errno == Errno.EINVAL ? portSpace(netdev) : null;
  }

  private @Nullable String routeNetdev() {
    if (IpText.isZero(groupGid) || group instanceof NetworkAddress.Ib) {
      return null;
    }
    NetworkAddress local = host.routeTo(groupGid, IpText.scopeOf(group));
    return local == null ? null : host.interfaceWith(local);
  }

  /** Returns the RDMA port that the run speaks from, or null where that is not certain. */
  private @Nullable RdmaPort port() {
    if (!isVerbs()) {
      return null;
    }
    String netdev = source == null ? routeNetdev() : host.interfaceWith(source);
    return netdev == null ? null : host.portOf(netdev);
  }
}
