package io.github.mckey.posix;

import java.lang.foreign.MemorySegment;

/**
 * Lays out arrays of structures of which each is as the first but for members that count up, such
 * as pointers. As plain arithmetic on an array: member by member, through segments, a JVM that has
 * just started takes a hundred times as long, and a burst does not wait for it.
 */
public final class StructArray {
  private StructArray() {}

  /**
   * A member that counts up.
   *
   * @param offset where it is, in bytes; a 64-bit member, aligned
   * @param step by how much it differs from one structure to the next
   */
  public record Counting(long offset, long step) {}

  /**
   * Makes all structures like the first.
   *
   * @param array all of it, as structures without gaps
   * @param size bytes of one structure, a multiple of 8
   * @param members those that differ
   */
  public static void repeatFirst(MemorySegment array, long size, Counting... members) {
    int words = (int) (size / Long.BYTES);
    long[] all = new long[(int) (array.byteSize() / Long.BYTES)];
    // Not by MemorySegment's copying of arrays, which builds a class at run time.
    MemorySegment copy = MemorySegment.ofArray(all);
    MemorySegment.copy(array, 0, copy, 0, size);
    for (int at = words; at < all.length; at += words) {
      System.arraycopy(all, 0, all, at, words);
    }
    for (Counting member : members) {
      int first = (int) (member.offset() / Long.BYTES);
      long step = member.step();
      for (int at = first + words; at < all.length; at += words) {
        all[at] = all[at - words] + step;
      }
    }
    MemorySegment.copy(copy, 0, array, 0, copy.byteSize());
  }
}
