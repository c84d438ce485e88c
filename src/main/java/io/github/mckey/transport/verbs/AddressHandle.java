package io.github.mckey.transport.verbs;

import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.MemorySegment;

/** An address handle ({@code struct ibv_ah}): the path to the group. */
final class AddressHandle implements VerbsObject {
  private final Verbs verbs;
  private final long address;
  private boolean closed;

  private AddressHandle(Verbs verbs, long address) {
    this.verbs = verbs;
    this.address = address;
  }

  /**
   * Creates a handle (ibv_create_ah(3)).
   *
   * @param attributes a {@code struct ibv_ah_attr}
   */
  static AddressHandle create(Verbs verbs, ProtectionDomain pd, MemorySegment attributes)
      throws TransportException {
    return new AddressHandle(
        verbs,
        verbs.object(
            Step.CREATE_AH,
            verbs.calls.callLong(verbs.library.createAh, pd.address(), attributes.address())));
  }

  long address() {
    return address;
  }

  /** Destroys the handle (ibv_destroy_ah(3)). */
  @Override
  public void close() throws TransportException {
    if (!closed) {
      closed = true;
      verbs.status(Step.DESTROY, verbs.calls.callInt(verbs.library.destroyAh, address));
    }
  }
}
