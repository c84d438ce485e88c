package io.github.mckey.posix;

/** What a C function gives back. */
public enum ResultKind {
  /** {@code void}. */
  NOTHING,
  /** {@code int}: the upper half of the result register means nothing. */
  INT,
  /** {@code long}, {@code size_t} or an address. */
  LONG
}
