package io.github.mckey.transport;

import java.nio.ByteBuffer;

/**
 * Fills the payloads of an endpoint's messages just before they are posted. Slots begin as zeros,
 * are laid out once, and then used again and again.
 */
public interface PayloadWriter {
  /**
   * Writes what all messages have in common; called once for each slot before its first message.
   *
   * @param slot position 0, limit the message size; big-endian; zeros
   */
  default void layOut(ByteBuffer slot) {}

  /** Tells that the messages up to the next call are handed over together, now. */
  default void begin() {}

  /**
   * Writes what is one message's own.
   *
   * @param payload the message's slot: position 0, limit the message size; big-endian. It still
   *     holds what an earlier message left there
   */
  void write(ByteBuffer payload);

  /**
   * Returns where the four-byte words begin that {@link #write} changes, so that sums over a
   * payload need not be computed anew; empty where it may change anything. {@link #layOut} leaves
   * these words 0.
   */
  default int[] changingWords() {
    return new int[0];
  }
}
