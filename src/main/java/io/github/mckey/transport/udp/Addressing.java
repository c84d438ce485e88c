package io.github.mckey.transport.udp;

import io.github.mckey.posix.Errno;
import io.github.mckey.posix.LinkWatcher;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/** What an endpoint speaks from and to: its address, its interface, the group it was assigned. */
final class Addressing {
  private final NativeCalls calls;
  private final LocalAddresses addresses;
  private final GroupPicker picker;
  private final UdpOptions options;
  private @Nullable LocalAddress local;
  private @Nullable Gid assigned;

  Addressing(NativeCalls calls, GroupPicker picker, UdpOptions options) {
    this.calls = calls;
    this.picker = picker;
    this.options = options;
    addresses = new LocalAddresses(calls);
  }

  /** Takes a local address; the zero address leaves the choice open, as rdma_bind_addr(3) does. */
  void bind(Step step, NetworkAddress source) throws TransportException {
    checkPortSpace(step);
    Gid gid = IpAddresses.gid(source);
    if (!IpAddresses.isUnspecified(gid)) {
      local = addresses.find(step, gid, scopeOf(source));
    }
  }

  private void checkPortSpace(Step step) throws TransportException {
    if (options.portSpace() != UdpOptions.PORT_SPACE_UDP) {
      throw Failures.of(
          calls,
          step,
          Errno.EINVAL,
          "RoCE, and so --transport udp, has no IPoIB port space: leave -p away");
    }
  }

  private static int scopeOf(NetworkAddress address) {
    return address instanceof NetworkAddress.Ipv6 v6 ? v6.scopeId() : 0;
  }

  /** Finds the way to a group, and with it the local address where none was bound. */
  void resolve(@Nullable NetworkAddress source, NetworkAddress to) throws TransportException {
    checkPortSpace(Step.RESOLVE_ADDRESS);
    if (local == null && source != null) {
      bind(Step.RESOLVE_ADDRESS, source);
    }
    boolean ipv6 = to instanceof NetworkAddress.Ipv6;
    Gid wanted = IpAddresses.gid(to);
    Gid group = IpAddresses.isUnspecified(wanted) ? assign(ipv6) : wanted;
    LocalAddress from = local;
    if (from == null) {
      local = addresses.route(Step.RESOLVE_ADDRESS, group, scopeOf(to));
    } else if (from.ipv6() != ipv6) {
      throw Failures.of(
          calls,
          Step.RESOLVE_ADDRESS,
          Errno.EINVAL,
          "the local address and the group are of different families, IPv4 and IPv6");
    } else if (IpAddresses.isMulticast(group)) {
      addresses.checkReach(Step.RESOLVE_ADDRESS, from, group);
    }
  }

  private Gid assign(boolean ipv6) {
    Gid picked = assigned;
    if (picked == null) {
      picked = picker.pick(ipv6);
      assigned = picked;
    }
    return picked;
  }

  /** Returns the group meant: the one assigned where the zero address or GID stands. */
  Gid group(Step step, NetworkAddress to) throws TransportException {
    Gid wanted = IpAddresses.gid(to);
    return IpAddresses.isUnspecified(wanted) ? assign(local(step).ipv6()) : wanted;
  }

  /**
   * Changes to an address of the group's family on the same interface where the bound one is of the
   * other: an MGID, which is of no family to the user, goes with any bound address.
   */
  void adaptTo(Step step, Gid group) throws TransportException {
    LocalAddress from = local(step);
    if (from.ipv6() != IpAddresses.isIpv4(group)) {
      return;
    }
    LocalAddress found = addresses.otherFamily(from, group);
    if (found == null) {
      String family = IpAddresses.isIpv4(group) ? "IPv4" : "IPv6";
      throw Failures.of(
          calls,
          step,
          Errno.EADDRNOTAVAIL,
          from.interfaceName() + " has no " + family + " address, which the group needs");
    }
    local = found;
  }

  /** Returns whether the interface spoken from is one of those that are left. */
  boolean isOn(LinkWatcher links) {
    LocalAddress from = local;
    return from == null || links.exists(from.interfaceIndex());
  }

  boolean isKnown() {
    return local != null;
  }

  /** Returns the local address; fails with ENODEV where none was bound or resolved yet. */
  LocalAddress local(Step step) throws TransportException {
    LocalAddress found = local;
    if (found == null) {
      throw Failures.of(calls, step, Errno.ENODEV);
    }
    return found;
  }

  int activeMtu() throws TransportException {
    return addresses.activeMtu(local(Step.QUERY_PORT));
  }
}
