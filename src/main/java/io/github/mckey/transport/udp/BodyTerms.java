package io.github.mckey.transport.udp;

import org.jspecify.annotations.Nullable;

/**
 * What changes of the first bytes of a packet's body add to its CRC, for bodies of one length.
 * Computed word by word, as the words are found to change: 8 KiB each.
 */
final class BodyTerms {
  /** Bytes whose changes are looked up: the headers of a RoCEv2 packet and of a message. */
  static final int BYTES = 96;

  private static final int WORD_TERMS = Long.BYTES * CrcAlgebra.BYTE_VALUES;

  private final int bodyBytes;
  private final int[][] ofWords = new int[BYTES / Long.BYTES][];

  BodyTerms(int bodyBytes) {
    this.bodyBytes = bodyBytes;
  }

  /** Terms that packets of one length share, from whichever connection they are. */
  static final class Latest {
    private @Nullable BodyTerms terms;

    /** Returns the terms for a length; they are kept until another one is asked for. */
    BodyTerms of(int bodyBytes) {
      BodyTerms present = terms;
      if (present == null || present.bodyBytes != bodyBytes) {
        present = new BodyTerms(bodyBytes);
        terms = present;
      }
      return present;
    }
  }

  /**
   * Returns what a change adds.
   *
   * @param word which eight bytes change, from 0 on
   * @param change which of their bits do, the first byte's being the highest
   */
  int of(int word, long change) {
    int[] terms = ofWords[word];
    if (terms == null) {
      terms = computed(word);
      ofWords[word] = terms;
    }
    int high = (int) (change >>> Integer.SIZE);
    int low = (int) change;
    int sum = high == 0 ? 0 : sum(terms, 0, high);
    return low == 0 ? sum : sum ^ sum(terms, WORD_TERMS / 2, low);
  }

  private static int sum(int[] terms, int from, int change) {
    return terms[from + (change >>> 24)]
        ^ terms[from + CrcAlgebra.BYTE_VALUES + (change >>> 16 & 0xFF)]
        ^ terms[from + 2 * CrcAlgebra.BYTE_VALUES + (change >>> 8 & 0xFF)]
        ^ terms[from + 3 * CrcAlgebra.BYTE_VALUES + (change & 0xFF)];
  }

  private int[] computed(int word) {
    int[] terms = new int[WORD_TERMS];
    for (int i = 0; i < Long.BYTES; i++) {
      int bytesAfter = bodyBytes - (word * Long.BYTES + i) - 1;
      CrcAlgebra.fillTerms(terms, i * CrcAlgebra.BYTE_VALUES, bytesAfter);
    }
    return terms;
  }
}
