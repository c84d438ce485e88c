package io.github.mckey.measure;

/**
 * Makes sequence numbers of a source's packet sequence numbers (PSN), which have 24 bits and start
 * again at 0.
 */
final class PacketNumbers {
  private static final int BITS = 24;
  private static final long MODULUS = 1L << BITS;

  /**
   * librdmacm starts every UD queue pair at PSN 0; a first PSN up to this is one of a run's first
   * messages, a higher one belongs to a run that was under way before.
   */
  private static final int STARTING = SequenceWindow.SPAN;

  private boolean started;
  private long base;
  private long highest;

  /**
   * Returns the sequence number of a PSN: the one that lies nearest to the highest. Negative where
   * it lies before the first PSN of a run that was under way.
   */
  long sequence(int psn) {
    if (!started) {
      started = true;
      base = psn < STARTING ? 0 : psn;
      highest = psn;
      return psn - base;
    }
    long near = highest - (MODULUS >> 1);
    long sequence = near + ((psn - near) & (MODULUS - 1));
    highest = Math.max(highest, sequence);
    return sequence - base;
  }
}
