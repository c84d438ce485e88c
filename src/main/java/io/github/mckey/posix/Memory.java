package io.github.mckey.posix;

import java.lang.foreign.MemorySegment;

/** Memory that C handed out, by its address. */
final class Memory {
  private Memory() {}

  /** Returns the {@code size} bytes at an address, valid as long as C keeps them. */
  static MemorySegment at(long address, long size) {
    return MemorySegment.ofAddress(address).reinterpret(size);
  }

  /** Copies the NUL-terminated text at an address; the empty text where it is 0. */
  static String text(long address) {
    return address == 0 ? "" : at(address, Integer.MAX_VALUE).getString(0);
  }
}
