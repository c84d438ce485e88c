package io.github.mckey.transport;

/** The events of rdma_get_cm_event(3), in the order of {@code enum rdma_cm_event_type}. */
public enum CmEventType {
  ADDR_RESOLVED,
  ADDR_ERROR,
  ROUTE_RESOLVED,
  ROUTE_ERROR,
  CONNECT_REQUEST,
  CONNECT_RESPONSE,
  CONNECT_ERROR,
  UNREACHABLE,
  REJECTED,
  ESTABLISHED,
  DISCONNECTED,
  DEVICE_REMOVAL,
  MULTICAST_JOIN,
  MULTICAST_ERROR,
  ADDR_CHANGE,
  TIMEWAIT_EXIT,
  ADDRINFO_RESOLVED,
  ADDRINFO_ERROR,
  USER,
  INTERNAL,
  /** A number that this list does not know. */
  UNKNOWN;

  private static final CmEventType[] VALUES = values();

  /** Returns the type with the given number of {@code enum rdma_cm_event_type}. */
  public static CmEventType of(int number) {
    return number >= 0 && number < VALUES.length - 1 ? VALUES[number] : UNKNOWN;
  }

  /** Returns what rdma_event_str(3) says. */
  public String text() {
    return this == UNKNOWN ? "UNKNOWN EVENT" : "RDMA_CM_EVENT_" + name();
  }
}
