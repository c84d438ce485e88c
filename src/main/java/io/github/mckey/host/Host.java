package io.github.mckey.host;

import io.github.mckey.posix.InterfaceAddress;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** This host's interfaces and RDMA devices, as they are when they are asked for. */
public final class Host {
  /** ARPHRD_INFINIBAND (linux/if_arp.h), the type of IPoIB interfaces. */
  private static final long INFINIBAND = 32;

  /** Lists the IP addresses of all interfaces. */
  interface Addresses {
    /** Returns them in the kernel's order. */
    List<InterfaceAddress> list();
  }

  private final SystemFiles files;
  private final Addresses addresses;
  private final Routes routes;

  /** Creates a view of the machine that this process runs on. */
  public Host() {
    this(new SystemFiles(Path.of("/")), new Kernels(), new KernelRoutes());
  }

  Host(SystemFiles files, Addresses addresses, Routes routes) {
    this.files = files;
    this.addresses = addresses;
    this.routes = routes;
  }

  /** The kernel's own list. */
  private static final class Kernels implements Addresses {
    @Override
    public List<InterfaceAddress> list() {
      return InterfaceAddress.list(new NativeCalls());
    }
  }

  /** Returns the kernel's files. */
  public SystemFiles files() {
    return files;
  }

  /** Returns the ports of all RDMA devices. */
  public List<RdmaPort> ports() {
    return new RdmaPorts(files).read();
  }

  /** Returns the names of all interfaces that have an IP address or that sysfs lists. */
  public List<String> interfaces() {
    List<String> names = new ArrayList<>(files.names("sys/class/net"));
    for (InterfaceAddress address : addresses.list()) {
      String name = interfaceOf(address);
      if (!names.contains(name)) {
        names.add(name);
      }
    }
    return names;
  }

  /** Returns the addresses of an interface; none where there is no such interface. */
  public List<InterfaceAddress> addressesOf(String name) {
    List<InterfaceAddress> found = new ArrayList<>();
    for (InterfaceAddress address : addresses.list()) {
      if (interfaceOf(address).equals(name)) {
        found.add(address);
      }
    }
    return found;
  }

  /** An IPv4 address may have a label, {@code eth0:1}, that stands where the name does. */
  private static String interfaceOf(InterfaceAddress address) {
    int label = address.name().indexOf(':');
    return label < 0 ? address.name() : address.name().substring(0, label);
  }

  /**
   * Returns the interface that an address of this host is on. Interfaces may share a link-local
   * address, so its scope counts; and the loopback interface has all of its IPv4 network.
   *
   * @return the name, or null where the address is not this host's
   */
  public @Nullable String interfaceWith(NetworkAddress address) {
    Gid gid = IpText.gid(address);
    int scopeId = IpText.scopeOf(address);
    String covering = null;
    for (InterfaceAddress candidate : addresses.list()) {
      if (candidate.address().equals(gid) && (scopeId == 0 || scopeId == candidate.index())) {
        return interfaceOf(candidate);
      }
      if (candidate.isLoopback() && IpText.isIpv4(gid) && candidate.covers(gid)) {
        covering = interfaceOf(candidate);
      }
    }
    return covering;
  }

  /** Returns whether an interface is up, as far as its addresses tell. */
  public boolean isUp(String name) {
    for (InterfaceAddress address : addressesOf(name)) {
      if (!address.isUp()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the RDMA port behind an interface, the first one, or null where there is none. */
  public @Nullable RdmaPort portOf(String netdev) {
    for (RdmaPort port : ports()) {
      if (port.netdevs().contains(netdev)) {
        return port;
      }
    }
    return null;
  }

  /** Returns whether an interface carries IPoIB. */
  public boolean isIpoib(String netdev) {
    return files.number("sys/class/net/" + netdev + "/type") == INFINIBAND;
  }

  /**
   * Returns the local address that datagrams to another one go out from; null where there is no
   * route.
   *
   * @param scopeId the interface of a link-local destination, otherwise 0
   */
  public @Nullable NetworkAddress routeTo(Gid destination, int scopeId) {
    return routes.sourceTo(destination, scopeId);
  }
}
