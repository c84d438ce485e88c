package io.github.mckey.transport;

import java.nio.ByteBuffer;

/**
 * Fills the payloads of an endpoint's messages just before they are posted. Slots begin as zeros,
 * are laid out once, all alike, and then used again and again.
 */
public interface PayloadWriter {
  /** The pattern of a message of which nothing is known beforehand. */
  int UNLIKE = -1;

  /** How many patterns there are at most. */
  int PATTERNS = 256;

  /**
   * Writes what all messages have in common; called once for each slot before its first message.
   *
   * @param slots big-endian; position and limit do not matter and stay
   * @param at where the slot begins
   * @param bytes the message size
   */
  default void layOut(ByteBuffer slots, int at, int bytes) {}

  /**
   * Writes what is each message's own, for a block of messages that are handed over together, now.
   * The slots still hold what earlier messages left there.
   *
   * <p>So that sums over a payload need not be computed anew for each message, messages have
   * patterns: by what bits two messages of one block differ depends on their two patterns only, in
   * whichever block they are.
   *
   * @param slots as for {@link #layOut}
   * @param at where the first slot begins
   * @param stride how far it is to the next one
   * @param count how many slots there are, at least 1
   * @param patterns takes the messages' patterns, 0…255 or {@link #UNLIKE}, from index 0 on; empty
   *     where nobody needs them
   * @return how many messages the block has, 1…count; the others take another call
   */
  int write(ByteBuffer slots, int at, int stride, int count, int[] patterns);
}
