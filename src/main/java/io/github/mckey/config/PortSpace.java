package io.github.mckey.config;

/** The RDMA port spaces that carry datagrams ({@code enum rdma_port_space}). */
public enum PortSpace {
  /** RDMA_PS_UDP, the default. */
  UDP(0x0111),
  /** RDMA_PS_IPOIB: joins the groups that IPoIB uses. */
  IPOIB(0x0002);

  private final int number;

  PortSpace(int number) {
    this.number = number;
  }

  /** Returns the number that rdma_create_id(3) takes. */
  public int number() {
    return number;
  }
}
