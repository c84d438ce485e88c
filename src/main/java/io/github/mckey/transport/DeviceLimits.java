package io.github.mckey.transport;

/**
 * What a device can hold ({@code struct ibv_device_attr}).
 *
 * @param maxCqe entries of one completion queue
 * @param maxQpWr work requests outstanding on one queue of a queue pair
 */
public record DeviceLimits(int maxCqe, int maxQpWr) {
  /** For a device that does not tell: ask for what the run needs and let it refuse. */
  public static final DeviceLimits UNKNOWN = new DeviceLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);
}
