package io.github.mckey.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Memory that C handed out, by its address, and the pointers in it. */
public final class Memory {
  private Memory() {}

  /** Returns the {@code size} bytes at an address, valid as long as C keeps them. */
  public static MemorySegment at(long address, long size) {
    return MemorySegment.ofAddress(address).reinterpret(size);
  }

  /** Reads the address that a pointer holds; as an ADDRESS it would cost a start method handles. */
  public static long pointer(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  /** Makes a pointer hold an address. */
  public static void pointer(MemorySegment memory, long offset, long address) {
    memory.set(ValueLayout.JAVA_LONG, offset, address);
  }

  /**
   * Writes a text, UTF-8 and NUL-terminated. Here and below not by the segments' own methods for
   * texts and arrays, which build a class at run time; no start-up archive holds that.
   *
   * @return its address
   */
  public static long text(Arena arena, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment memory = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, bytes.length);
    return memory.address();
  }

  /** Copies the NUL-terminated text at an address; the empty text where it is 0. */
  public static String text(long address) {
    return address == 0 ? "" : text(at(address, Integer.MAX_VALUE));
  }

  private static String text(MemorySegment memory) {
    int length = 0;
    while (memory.get(ValueLayout.JAVA_BYTE, length) != 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    MemorySegment.copy(memory, 0, MemorySegment.ofArray(bytes), 0, length);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
