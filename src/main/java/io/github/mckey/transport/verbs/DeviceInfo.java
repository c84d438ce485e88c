package io.github.mckey.transport.verbs;

import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What an open device tells about itself. */
final class DeviceInfo {
  /** {@code enum ibv_mtu} counts from 1 for 256 bytes. */
  private static final int MTU_SHIFT = 7;

  private DeviceInfo() {}

  /**
   * Returns a port's active MTU in bytes (ibv_query_port(3)). The exported function fills the older
   * part of the structure, which holds the MTU.
   */
  static int activeMtu(Verbs verbs, long context, int port) throws TransportException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(Offsets.SIZEOF_IBV_PORT_ATTR, Long.BYTES);
      verbs.status(
          Step.QUERY_PORT,
          verbs.calls.callInt(verbs.library.queryPort, context, port, attributes.address()));
      return 1
          << (attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_PORT_ATTR_ACTIVE_MTU) + MTU_SHIFT);
    }
  }

  /** Returns the limits (ibv_query_device(3)); UNKNOWN where the device does not tell. */
  static DeviceLimits limits(Verbs verbs, long context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(Offsets.SIZEOF_IBV_DEVICE_ATTR, Long.BYTES);
      int result = verbs.calls.callInt(verbs.library.queryDevice, context, attributes.address());
      int maxCqe = attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_CQE);
      int maxQpWr = attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_QP_WR);
      int maxMembers =
          attributes.get(ValueLayout.JAVA_INT, Offsets.IBV_DEVICE_ATTR_MAX_MCAST_QP_ATTACH);
      return result == 0 && maxCqe > 0 && maxQpWr > 0
          ? new DeviceLimits(maxCqe, maxQpWr, maxMembers > 0 ? maxMembers : Integer.MAX_VALUE)
          : DeviceLimits.UNKNOWN;
    }
  }
}
