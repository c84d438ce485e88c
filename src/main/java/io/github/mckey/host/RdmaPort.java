package io.github.mckey.host;

import java.util.List;

/**
 * A port of an RDMA device.
 *
 * @param device the device's name
 * @param number the port's number, from 1
 * @param state as sysfs writes it, {@code 4: ACTIVE}; empty where it does not tell
 * @param linkLayer {@code InfiniBand} or {@code Ethernet}; empty where the kernel does not tell
 * @param softRoce whether the device is the kernel's soft-RoCE (rdma_rxe)
 * @param gids its GIDs, without the empty entries
 * @param netdevs the network interfaces that lead to it, the port's own before those on top of it
 */
public record RdmaPort(
    String device,
    int number,
    String state,
    String linkLayer,
    boolean softRoce,
    List<RdmaGid> gids,
    List<String> netdevs) {
  /** Returns the name as {@code --device} takes it. */
  public String name() {
    return device + ":" + number;
  }

  /** Returns whether messages can go. */
  public boolean isActive() {
    return state.endsWith("ACTIVE");
  }

  /** Returns whether it speaks RoCE. */
  public boolean isEthernet() {
    return linkLayer.equals("Ethernet");
  }

  /** Returns whether it is a port of an InfiniBand fabric. */
  public boolean isInfiniBand() {
    return linkLayer.equals("InfiniBand");
  }
}
