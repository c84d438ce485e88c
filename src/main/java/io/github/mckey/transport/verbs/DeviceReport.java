package io.github.mckey.transport.verbs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a device tells about itself once it is open.
 *
 * @param name its name
 * @param failure why it cannot be opened or asked, in one line; null where it can, and the rest is
 *     0 and empty where it cannot
 * @param maxQpWr work requests outstanding on one queue of a queue pair
 * @param maxCqe entries of one completion queue
 * @param maxGroups multicast groups with members ({@code max_mcast_grp})
 * @param maxMembersOfGroup queue pairs in one group ({@code max_mcast_qp_attach})
 * @param maxMembers queue pairs in all groups together ({@code max_total_mcast_qp_attach})
 * @param activeMtus the active MTU of each port in bytes, port 1 first; 0 for one that does not
 *     tell
 */
public record DeviceReport(
    String name,
    @Nullable String failure,
    int maxQpWr,
    int maxCqe,
    int maxGroups,
    int maxMembersOfGroup,
    int maxMembers,
    List<Integer> activeMtus) {
  /** A device that cannot be asked. */
  public static DeviceReport failed(String name, String failure) {
    return new DeviceReport(name, failure, 0, 0, 0, 0, 0, List.of());
  }
}
