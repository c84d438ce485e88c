package io.github.mckey.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Memory that C handed out, by its address. */
final class Memory {
  private Memory() {}

  /** Returns the {@code size} bytes at an address, valid as long as C keeps them. */
  static MemorySegment at(long address, long size) {
    return MemorySegment.ofAddress(address).reinterpret(size);
  }

  /** Reads the address that a pointer holds; as an ADDRESS it would cost a start method handles. */
  static long pointer(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  /** Makes a pointer hold an address. */
  static void pointer(MemorySegment memory, long offset, long address) {
    memory.set(ValueLayout.JAVA_LONG, offset, address);
  }

  /**
   * Writes a text, UTF-8 and NUL-terminated; byte by byte, as copying from an array builds a class
   * at run time, which no start-up archive holds.
   *
   * @return its address
   */
  static long text(Arena arena, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment memory = arena.allocate(bytes.length + 1L);
    for (int i = 0; i < bytes.length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, bytes[i]);
    }
    return memory.address();
  }

  /** Copies the NUL-terminated text at an address; the empty text where it is 0. */
  static String text(long address) {
    return address == 0 ? "" : at(address, Integer.MAX_VALUE).getString(0);
  }
}
