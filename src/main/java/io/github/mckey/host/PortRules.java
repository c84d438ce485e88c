package io.github.mckey.host;

import io.github.mckey.transport.Gid;

/** What a port cannot do whatever the fabric is like, in words for the user. */
public final class PortRules {
  private PortRules() {}

  /** Why a zero group fails on a RoCE port. */
  public static String zeroGroup(String port) {
    return port
        + " is RoCE, where no subnet administrator assigns groups: name a group, such as"
        + " -m 239.1.1.1";
  }

  /** Why anything but an IPv4 group fails on a RoCE v2 port. */
  public static String notIpv4(String port) {
    return port
        + " is RoCE v2, over which the kernel joins IPv4 groups only: give one to -m, such as"
        + " 239.1.1.1";
  }

  /** Why the IPoIB port space fails elsewhere than on IPoIB. */
  public static String ipoibPortSpace(String netdev) {
    return netdev
        + " is no IPoIB interface, so port space 0x2 (IPoIB) cannot be had: leave -p away";
  }

  /**
   * Returns whether a group was joined as RoCE v1: its MGID holds an IPv4 group as an IPv6 one
   * would stand, {@code ff0e::ffff:239.1.1.1}, which neither RoCE v2 nor InfiniBand does.
   */
  public static boolean isRoceV1(Gid mgid) {
    return mgid.high() == 0xff0eL << 48 && mgid.low() >>> 32 == 0xffff;
  }

  /** What follows from a group that was joined as RoCE v1. */
  public static String roceV1(String group) {
    return "this host has joined "
        + group
        + " as RoCE v1, and RoCE v1 does not hear RoCE v2: see default_roce_mode of rdma_cm, on"
        + " the sender's host as well (--check)";
  }
}
