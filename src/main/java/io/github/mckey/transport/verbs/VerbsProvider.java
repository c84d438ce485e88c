package io.github.mckey.transport.verbs;

import io.github.mckey.config.PortSpace;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import io.github.mckey.transport.TransportProvider;
import org.jspecify.annotations.Nullable;

/** Opens the transport over RDMA devices. */
public final class VerbsProvider implements TransportProvider {
  private final VerbsOptions options;

  /**
   * Creates a provider; nothing is loaded before {@link #open}.
   *
   * @param portSpace the port space of the CM ids
   * @param tos the traffic class of what is sent, 0…255; null leaves it to the system
   */
  public VerbsProvider(PortSpace portSpace, @Nullable Integer tos) {
    options = new VerbsOptions(portSpace, tos);
  }

  /**
   * {@inheritDoc}
   *
   * @throws TransportException at LOAD_LIBRARIES where librdmacm or libibverbs is missing, at
   *     CREATE_EVENT_CHANNEL where the system refuses, with ENODEV where it has no RDMA device
   */
  @Override
  public Transport open() throws TransportException {
    return VerbsTransport.open(options);
  }
}
