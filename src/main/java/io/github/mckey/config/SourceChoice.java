package io.github.mckey.config;

/** What takes part, in place of a local address. */
public sealed interface SourceChoice {
  /** The number of a device's only port. */
  int ONLY_PORT = 0;

  /**
   * A network interface, {@code --interface}.
   *
   * @param name its name
   */
  record Interface(String name) implements SourceChoice {}

  /**
   * An RDMA device, {@code --device}.
   *
   * @param name its name
   * @param port its port, 1 to 255, or {@link #ONLY_PORT}
   */
  record Device(String name, int port) implements SourceChoice {
    /** Returns {@code NAME} or {@code NAME:PORT}. */
    public String text() {
      return port == ONLY_PORT ? name : name + ":" + port;
    }
  }
}
