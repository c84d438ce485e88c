package io.github.mckey.transport.verbs;

import io.github.mckey.transport.TransportException;

/** An object of the verbs that its wrapper owns. */
interface VerbsObject extends AutoCloseable {
  /** Destroys it. A second call does nothing, also where the first one failed. */
  @Override
  void close() throws TransportException;
}
