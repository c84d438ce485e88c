package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;

/** A protection domain ({@code struct ibv_pd}). */
final class ProtectionDomain implements VerbsObject {
  private final Verbs verbs;
  private final long address;
  private boolean closed;

  private ProtectionDomain(Verbs verbs, long address) {
    this.verbs = verbs;
    this.address = address;
  }

  /** Allocates a domain (ibv_alloc_pd(3)). */
  static ProtectionDomain allocate(Verbs verbs, long context) throws TransportException {
    return new ProtectionDomain(
        verbs,
        verbs.object(Step.ALLOCATE_PD, verbs.calls.callLong(verbs.library.allocPd, context)));
  }

  long address() {
    return address;
  }

  /** Gives the domain back (ibv_dealloc_pd(3)). */
  @Override
  public void close() throws TransportException {
    if (!closed) {
      closed = true;
      verbs.status(Step.DESTROY, verbs.calls.callInt(verbs.library.deallocPd, address));
    }
  }
}
