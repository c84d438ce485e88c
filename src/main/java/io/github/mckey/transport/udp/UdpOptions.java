package io.github.mckey.transport.udp;

/**
 * What the datagrams and their sockets look like.
 *
 * @param ttl routers that a datagram may pass and one more, 0…255; 0 stays on this host
 * @param trafficClass the type of service or traffic class, 0…255
 * @param portSpace the RDMA port space asked for; only RDMA_PS_UDP (0x0111) can be had
 * @param burstMessages how many messages may arrive in one burst, for the receive buffer
 * @param trains whether many messages may go out as trains that the kernel cuts up, on devices
 *     without hardware
 */
public record UdpOptions(
    int ttl, int trafficClass, int portSpace, long burstMessages, boolean trains) {
  /** RDMA_PS_UDP of {@code enum rdma_port_space}. */
  public static final int PORT_SPACE_UDP = 0x0111;

  /** The time to live of RoCEv2 packets from Linux. */
  public static final int DEFAULT_TTL = 64;

  /** Creates options that allow trains. */
  public UdpOptions(int ttl, int trafficClass, int portSpace, long burstMessages) {
    this(ttl, trafficClass, portSpace, burstMessages, true);
  }

  /** Returns the options of a plain run. */
  public static UdpOptions defaults(long burstMessages) {
    return new UdpOptions(DEFAULT_TTL, 0, PORT_SPACE_UDP, burstMessages);
  }
}
