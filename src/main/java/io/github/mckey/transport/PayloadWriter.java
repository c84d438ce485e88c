package io.github.mckey.transport;

import java.nio.ByteBuffer;

/** Fills the payload of a message just before it is posted. */
public interface PayloadWriter {
  /**
   * Writes the payload of one message.
   *
   * @param payload the message's slot: position 0, limit the message size; big-endian. It still
   *     holds what an earlier message left there
   */
  void write(ByteBuffer payload);
}
