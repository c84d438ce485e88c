package io.github.mckey.transport.udp;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.Platform;
import io.github.mckey.posix.Poller;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import io.github.mckey.transport.TransportProvider;

/** Opens the transport over UDP sockets; nothing of RDMA is looked for. */
public final class UdpProvider implements TransportProvider {
  private final UdpOptions options;

  /** Creates a provider. */
  public UdpProvider(UdpOptions options) {
    this.options = options;
  }

  /**
   * Returns the most payload bytes of a message over an interface.
   *
   * @param interfaceMtu its MTU in bytes
   */
  public static int activeMtu(int interfaceMtu) {
    return LocalAddresses.rdmaMtu(interfaceMtu);
  }

  @Override
  public Transport open() throws TransportException {
    String reason = Platform.refusal();
    if (reason != null) {
      throw new TransportException(Step.LOAD_LIBRARIES, -1, 0, reason);
    }
    NativeCalls calls = new NativeCalls();
    return new UdpTransport(calls, Poller.open(calls), options);
  }
}
