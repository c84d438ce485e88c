package io.github.mckey.run;

import io.github.mckey.config.SourceChoice;
import io.github.mckey.transport.NetworkAddress;
import org.jspecify.annotations.Nullable;

/** Finds the address behind an interface or device. */
public interface SourceChooser {
  /**
   * Returns an address to bind to.
   *
   * @param group decides the family; null where it is not known
   * @throws SourceException where there is none, or more than one thing is meant
   */
  NetworkAddress choose(SourceChoice choice, @Nullable NetworkAddress group) throws SourceException;
}
