package io.github.mckey.transport;

import java.nio.ByteBuffer;

/**
 * The completions of one poll. Laid out once per endpoint and overwritten by its next poll. The
 * payload of a receive stays valid until the next poll of any endpoint of the transport, or until
 * its slot is posted again.
 */
public interface CompletionBatch {
  /** Returns how many completions there are; 0 where the queue was empty. */
  int size();

  /** Returns whether entry {@code i} completes a receive rather than a send. */
  boolean isReceive(int i);

  /** Returns the status of entry {@code i} ({@code enum ibv_wc_status}); 0 is success. */
  int status(int i);

  /** Returns the provider's own error code of entry {@code i}; 0 on success. */
  int vendorError(int i);

  /**
   * Returns how many work requests entry {@code i} retires: 1 for a receive; for a send itself and
   * the unsignalled ones before it, which succeeded whatever its own status is: one that fails has
   * a completion of its own.
   */
  int retired(int i);

  /**
   * Returns the payload length of receive {@code i} in bytes, the 40 bytes of GRH area left out.
   */
  int length(int i);

  /** Returns whether receive {@code i} carried immediate data. */
  boolean hasImmediate(int i);

  /** Returns the immediate data of receive {@code i} as a number (network order taken off). */
  int immediate(int i);

  /** Returns the QP number of receive {@code i}'s sender, 24 bits. */
  int sourceQpn(int i);

  /**
   * Returns the GID of receive {@code i}'s sender: from the GRH, or from the IPv4 header as mapped.
   */
  Gid sourceGid(int i);

  /**
   * Returns the PSN of the packet that brought receive {@code i}, 24 bits, or -1 where the
   * transport does not show it.
   */
  default int psn(int i) {
    return -1;
  }

  /** Returns the payload of receive {@code i}: position 0, limit its length, big-endian. */
  ByteBuffer payload(int i);
}
