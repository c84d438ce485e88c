package io.github.mckey.transport.udp;

import io.github.mckey.transport.PayloadWriter;
import java.util.Arrays;

/**
 * Sums over packets, by the pattern of their payloads ({@link PayloadWriter#write}): learnt from
 * one packet of each pattern and one of each block, they hold for all others. This is so because a
 * CRC is affine: packets that differ by the same bits have sums that differ by the same bits.
 */
final class PatternSums {
  private static final int NONE = -1;

  /** What a pattern adds to the sum of the first pattern of its group. */
  private final int[] terms = new int[PayloadWriter.PATTERNS];

  /** The first pattern of the group of those that were seen together in a block. */
  private final int[] groups = new int[PayloadWriter.PATTERNS];

  private int group = NONE;
  private int common;

  PatternSums() {
    Arrays.fill(groups, NONE);
  }

  /**
   * Begins a block.
   *
   * @param pattern its first message's
   * @param sum that message's
   */
  void begin(int pattern, int sum) {
    group = NONE;
    if (pattern >= 0) {
      if (groups[pattern] == NONE) {
        groups[pattern] = pattern;
        terms[pattern] = 0;
      }
      group = groups[pattern];
      common = sum ^ terms[pattern];
    }
  }

  /** Returns whether the first so many patterns' sums are known in this block. */
  boolean knows(int[] patterns, int count) {
    int present = group;
    boolean all = present != NONE;
    for (int i = 0; i < count && all; i++) {
      all = patterns[i] >= 0 && groups[patterns[i]] == present;
    }
    return all;
  }

  /** Tells the sums of messages of this block, all of them known. */
  void fill(int[] sums, int from, int[] patterns, int count) {
    int base = common;
    for (int i = 0; i < count; i++) {
      sums[from + i] = base ^ terms[patterns[i]];
    }
  }

  /** Takes note of the sum of a message of this block. */
  void learn(int pattern, int sum) {
    if (group != NONE && pattern >= 0) {
      groups[pattern] = group;
      terms[pattern] = sum ^ common;
    }
  }
}
