package io.github.mckey.check;

import java.util.ArrayList;
import java.util.List;

/** RDMA devices with their ports and GIDs, as sysfs shows them. */
final class DevicesProbe implements Probe {
  private static final String FOLDER = "sys/class/infiniband";
  private static final String ZERO_GID = "0000:0000:0000:0000:0000:0000:0000:0000";
  private static final int MOST_GIDS = 16;

  private final SystemFiles files;

  DevicesProbe(SystemFiles files) {
    this.files = files;
  }

  @Override
  public void look(List<Finding> findings) {
    List<String> devices = files.names(FOLDER);
    if (devices.isEmpty()) {
      findings.add(
          Finding.failure(
              "devices",
              "this host has no RDMA device",
              "soft-RoCE, as root: rdma link add rxe0 type rxe netdev NAME;"
                  + " or use --transport udp"));
    }
    for (String device : devices) {
      for (String port : files.names(FOLDER + "/" + device + "/ports")) {
        port(findings, device, port);
      }
    }
  }

  private void port(List<Finding> findings, String device, String port) {
    String folder = FOLDER + "/" + device + "/ports/" + port;
    String name = device + " port " + port;
    String state = files.text(folder + "/state");
    String layer = files.text(folder + "/link_layer");
    if (state.endsWith("ACTIVE")) {
      findings.add(Finding.ok("devices", name + ": active, " + layer));
    } else {
      findings.add(
          Finding.warning(
              "devices",
              name + ": " + (state.isEmpty() ? "state unknown" : state) + ", " + layer,
              layer.equals("InfiniBand")
                  ? "is the cable plugged in, and does a subnet manager run?"
                  : "is its network interface up?"));
    }
    for (String gid : gids(folder)) {
      findings.add(Finding.ok("GIDs", name + ": " + gid));
    }
  }

  private List<String> gids(String folder) {
    List<String> found = new ArrayList<>();
    for (String index : files.names(folder + "/gids")) {
      String gid = files.text(folder + "/gids/" + index);
      if (gid.isEmpty() || gid.equals(ZERO_GID) || found.size() >= MOST_GIDS) {
        continue;
      }
      String type = files.text(folder + "/gid_attrs/types/" + index);
      String netdev = files.text(folder + "/gid_attrs/ndevs/" + index);
      found.add(
          "GID "
              + index
              + " "
              + gid
              + (type.isEmpty() ? "" : ", " + type)
              + (netdev.isEmpty() ? "" : ", interface " + netdev));
    }
    return found;
  }
}
