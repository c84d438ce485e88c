package io.github.mckey.report;

import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the cause of a failure, on the host rather than in the failed call. Every answer is one
 * line for the user, given only where the cause is certain; null otherwise.
 */
public interface Advisor {
  /** Hears what the names of the options mean; the later calls refer to it. */
  default void addresses(@Nullable NetworkAddress source, NetworkAddress group) {}

  /** Says why a name is unknown. */
  default @Nullable String onName(String name) {
    return null;
  }

  /** Says why a step failed. */
  default @Nullable String onStep(TransportException failure) {
    return null;
  }

  /** Says why an error event ended the joining. */
  default @Nullable String onEvent(CmEventType type, int status) {
    return null;
  }

  /** An advisor that knows nothing. */
  final class None implements Advisor {
    /** Creates it. */
    public None() {}
  }
}
