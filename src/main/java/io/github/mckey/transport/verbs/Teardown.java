package io.github.mckey.transport.verbs;

import io.github.mckey.transport.TransportException;
import org.jspecify.annotations.Nullable;

/** Closes one thing after the other and goes on after a failure. */
final class Teardown {
  private @Nullable TransportException first;

  /** Begins an orderly end. */
  Teardown() {}

  /** Begins the end after a failure, to which those that follow are added. */
  Teardown(TransportException first) {
    this.first = first;
  }

  /** Closes an object; nothing happens for null. */
  void close(@Nullable VerbsObject object) {
    if (object != null) {
      try {
        object.close();
      } catch (TransportException e) {
        add(e);
      }
    }
  }

  /** Throws the first failure, with the later ones suppressed, if there was any. */
  void finish() throws TransportException {
    if (first != null) {
      throw first;
    }
  }

  private void add(TransportException failure) {
    if (first == null) {
      first = failure;
    } else {
      first.addSuppressed(failure);
    }
  }
}
