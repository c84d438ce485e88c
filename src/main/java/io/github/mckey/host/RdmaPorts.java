package io.github.mckey.host;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the RDMA devices off sysfs. RoCE ports name their interfaces in the GID table; the IPoIB
 * interfaces of an InfiniBand port stand at the device that both belong to, and carry the port's
 * number less one.
 */
final class RdmaPorts {
  static final String FOLDER = "sys/class/infiniband";

  private static final String ZERO_GID = "0000:0000:0000:0000:0000:0000:0000:0000";

  /** {@code node_desc} of a device of rdma_rxe, the only driver that writes this. */
  private static final String SOFT_ROCE = "rxe";

  private final SystemFiles files;

  RdmaPorts(SystemFiles files) {
    this.files = files;
  }

  /** Returns all ports, by device and number. */
  List<RdmaPort> read() {
    List<RdmaPort> ports = new ArrayList<>();
    for (String device : files.names(FOLDER)) {
      List<Integer> numbers = numbers(FOLDER + "/" + device + "/ports");
      for (int number : numbers) {
        ports.add(port(device, number, numbers.size()));
      }
    }
    return ports;
  }

  private List<Integer> numbers(String folder) {
    List<Integer> numbers = new ArrayList<>();
    for (String name : files.names(folder)) {
      int number = parse(name);
      if (number >= 0) {
        numbers.add(number);
      }
    }
    numbers.sort(null);
    return numbers;
  }

  private RdmaPort port(String device, int number, int ports) {
    String home = FOLDER + "/" + device;
    String folder = home + "/ports/" + number;
    List<RdmaGid> gids = gids(folder);
    String linkLayer = files.text(folder + "/link_layer");
    return new RdmaPort(
        device,
        number,
        files.text(folder + "/state"),
        linkLayer,
        files.text(home + "/node_desc").equals(SOFT_ROCE),
        gids,
        linkLayer.equals("InfiniBand")
            ? ofInfiniBand(home, number, ports)
            : ofEthernet(home, gids));
  }

  private List<RdmaGid> gids(String folder) {
    List<RdmaGid> gids = new ArrayList<>();
    for (int index : numbers(folder + "/gids")) {
      String gid = files.text(folder + "/gids/" + index);
      if (!gid.isEmpty() && !gid.equals(ZERO_GID)) {
        gids.add(
            new RdmaGid(
                index,
                gid,
                files.text(folder + "/gid_attrs/types/" + index),
                files.text(folder + "/gid_attrs/ndevs/" + index)));
      }
    }
    return gids;
  }

  private static List<String> ofGids(List<RdmaGid> gids) {
    List<String> found = new ArrayList<>();
    for (RdmaGid gid : gids) {
      add(found, gid.netdev());
    }
    return found;
  }

  /** A device in hardware has more interfaces beside it than lead to it, virtual functions' say. */
  private List<String> ofEthernet(String home, List<RdmaGid> gids) {
    List<String> found = new ArrayList<>();
    // Soft-RoCE names its interface, and has no device in hardware.
    add(found, files.text(home + "/parent"));
    List<String> named = ofGids(gids);
    for (String netdev : files.names(home + "/device/net")) {
      if (named.contains(netdev)) {
        add(found, netdev);
      }
    }
    for (String netdev : named) {
      add(found, netdev);
    }
    return found;
  }

  private List<String> ofInfiniBand(String home, int number, int ports) {
    List<String> found = new ArrayList<>();
    List<String> partitions = new ArrayList<>();
    for (String netdev : files.names(home + "/device/net")) {
      String folder = "sys/class/net/" + netdev;
      if (ports == 1 || files.number(folder + "/dev_port") == number - 1) {
        // An interface of a further partition names the one that it was made from.
        add(files.exists(folder + "/parent") ? partitions : found, netdev);
      }
    }
    found.addAll(partitions);
    return found;
  }

  private static void add(List<String> names, String name) {
    if (!name.isEmpty() && !names.contains(name)) {
      names.add(name);
    }
  }

  private static int parse(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      return -1;
    }
  }
}
