package io.github.mckey.host;

import io.github.mckey.posix.InterfaceAddress;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host whose kernel files lie in a folder and whose interfaces are made up. */
public final class TestHost {
  private static final int UP = 1;

  /** IFF_LOOPBACK (netdevice(7)). */
  private static final int LOOPBACK = 8;

  private final Path root;
  private final List<InterfaceAddress> addresses = new ArrayList<>();
  private @Nullable NetworkAddress route;

  /** Creates a host without interfaces and devices. */
  public TestHost(Path root) {
    this.root = root;
  }

  /** Returns what the program sees of it. */
  public Host host() {
    return new Host(new SystemFiles(root), () -> addresses, (destination, scope) -> route);
  }

  /** Writes a file of the kernel's. */
  public TestHost file(String name, String text) {
    try {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds an interface that is up, with addresses. */
  public TestHost netdev(String name, String... texts) {
    return netdev(name, UP, texts);
  }

  /** Adds an interface that is down, with addresses. */
  public TestHost downNetdev(String name, String... texts) {
    return netdev(name, 0, texts);
  }

  /** Adds the loopback interface, with 127.0.0.1/8. */
  public TestHost loopback() {
    Gid mask = new Gid(-1, 0xffff_ffff_ff00_0000L);
    addresses.add(
        new InterfaceAddress("lo", addresses.size() + 1, UP | LOOPBACK, gid("127.0.0.1"), mask));
    return this;
  }

  private TestHost netdev(String name, int flags, String... texts) {
    String type = name.startsWith("ib") ? "32\n" : "1\n";
    file("sys/class/net/" + name + "/type", type);
    int index = addresses.size() + 1;
    for (String text : texts) {
      addresses.add(new InterfaceAddress(name, index, flags, gid(text), new Gid(-1, -1)));
    }
    return this;
  }

  /** Adds a soft-RoCE device on an interface. */
  public TestHost softRoce(String device, String netdev) {
    String home = "sys/class/infiniband/" + device + "/";
    return file(home + "node_desc", "rxe\n")
        .file(home + "parent", netdev + "\n")
        .port(device, 1, "4: ACTIVE", "Ethernet")
        .gid(device, 1, 0, "fe80:0000:0000:0000:0000:00ff:fe00:0001", "RoCE v2", netdev)
        .gid(device, 1, 1, "0000:0000:0000:0000:0000:0000:0000:0000", "RoCE v2", netdev);
  }

  /** Adds a port of a device. */
  public TestHost port(String device, int port, String state, String linkLayer) {
    String folder = "sys/class/infiniband/" + device + "/ports/" + port + "/";
    return file(folder + "state", state + "\n").file(folder + "link_layer", linkLayer + "\n");
  }

  /** Adds an entry to a port's GID table. */
  public TestHost gid(String device, int port, int index, String gid, String type, String netdev) {
    String folder = "sys/class/infiniband/" + device + "/ports/" + port + "/";
    return file(folder + "gids/" + index, gid + "\n")
        .file(folder + "gid_attrs/types/" + index, type + "\n")
        .file(folder + "gid_attrs/ndevs/" + index, netdev + "\n");
  }

  /** Adds an IPoIB interface, which has its addresses already, to a port of a device. */
  public TestHost ipoib(String device, int port, String netdev) {
    return file("sys/class/infiniband/" + device + "/device/net/" + netdev + "/x", "")
        .file("sys/class/net/" + netdev + "/dev_port", (port - 1) + "\n");
  }

  /** Lets datagrams to anywhere go out from an address. */
  public TestHost route(String address) {
    return route(address, 0);
  }

  /** Lets datagrams to anywhere go out from an address on the interface with an index. */
  public TestHost route(String address, int scopeId) {
    route = IpText.address(gid(address), scopeId);
    return this;
  }

  /** Returns an address of either family as a GID. */
  public static Gid gid(String text) {
    Gid gid = Gid.parse(text.contains(":") ? text : "::ffff:" + text);
    if (gid == null) {
      throw new IllegalArgumentException(text);
    }
    return gid;
  }
}
