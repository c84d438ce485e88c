package io.github.mckey.measure;

import java.util.Arrays;

/**
 * Which sequence numbers of a source were seen: a bitmap that slides with the highest one. Its
 * memory depends neither on how many messages come nor on how many are lost.
 */
public final class SequenceWindow {
  /** Sequence numbers back from the highest that duplicates are recognised among. */
  public static final int SPAN = 1 << 16;

  private static final int FIRST_WORDS = 16;

  /** What a sequence number turns out to be. */
  public enum Verdict {
    /** Higher than all before it. */
    NEW,
    /** Not seen before, but a higher one was: it came late. */
    REORDERED,
    /** Seen before. */
    DUPLICATE,
    /** So far behind that nobody remembers whether it was seen. */
    TOO_OLD
  }

  private long[] seen = new long[FIRST_WORDS];
  private long highest = -1;
  private long unique;
  private long duplicates;
  private long reordered;
  private long tooOld;

  /**
   * Takes a sequence number.
   *
   * @param sequence from 0; a negative one lies before the run's beginning and is too old
   */
  public Verdict add(long sequence) {
    if (sequence < 0 || highest - sequence >= SPAN) {
      tooOld++;
      return Verdict.TOO_OLD;
    }
    if (sequence > highest) {
      advance(sequence);
      unique++;
      return Verdict.NEW;
    }
    int word = word(sequence);
    long bit = 1L << sequence;
    if ((seen[word] & bit) != 0) {
      duplicates++;
      return Verdict.DUPLICATE;
    }
    seen[word] |= bit;
    unique++;
    reordered++;
    return Verdict.REORDERED;
  }

  private void advance(long sequence) {
    growFor(sequence);
    if (sequence - SPAN >= highest) { // not their difference: it can overflow
      Arrays.fill(seen, 0);
    } else {
      // Whole words that the window newly reaches; the highest one's own word is clean above it.
      for (long w = (highest >> 6) + 1; w <= sequence >> 6; w++) {
        seen[(int) w & (seen.length - 1)] = 0;
      }
    }
    seen[word(sequence)] |= 1L << sequence;
    highest = sequence;
  }

  /** Lets short runs have small bitmaps; the positions of what was seen stay as they are. */
  private void growFor(long sequence) {
    long words = (sequence >> 6) + 1;
    if (words > seen.length && seen.length < SPAN / 64 * 2) {
      int length = seen.length;
      while (length < words && length < SPAN / 64 * 2) {
        length *= 2;
      }
      seen = Arrays.copyOf(seen, length);
    }
  }

  private int word(long sequence) {
    return (int) (sequence >> 6) & (seen.length - 1);
  }

  /** Returns the highest number seen, or -1. */
  public long highest() {
    return highest;
  }

  /** Returns how many different numbers were seen. */
  public long unique() {
    return unique;
  }

  /** Returns how many numbers came again. */
  public long duplicates() {
    return duplicates;
  }

  /** Returns how many numbers came for the first time after a higher one. */
  public long reordered() {
    return reordered;
  }

  /** Returns how many came more than {@link #SPAN} behind the highest: not counted as unique. */
  public long tooOld() {
    return tooOld;
  }
}
