package io.github.mckey.transport;

/**
 * What a device can hold ({@code struct ibv_device_attr}).
 *
 * @param maxCqe entries of one completion queue
 * @param maxQpWr work requests outstanding on one queue of a queue pair
 * @param maxMembers queue pairs of this host in one multicast group
 */
public record DeviceLimits(int maxCqe, int maxQpWr, int maxMembers) {
  /** For a device that does not tell: ask for what the run needs and let it refuse. */
  public static final DeviceLimits UNKNOWN =
      new DeviceLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
}
