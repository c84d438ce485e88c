package io.github.mckey.transport;

/** Opens a transport. */
@FunctionalInterface
public interface TransportProvider {
  /** Loads what the transport needs and opens it (rdma_create_event_channel(3)). */
  Transport open() throws TransportException;
}
