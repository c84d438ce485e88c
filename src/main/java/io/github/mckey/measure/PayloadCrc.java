package io.github.mckey.measure;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The CRC-32C of a message: over everything behind the field that holds it. */
final class PayloadCrc {
  private PayloadCrc() {}

  /** Returns the CRC; the payload's position and limit are as before. */
  static int of(CRC32C crc, ByteBuffer payload) {
    crc.reset();
    payload.position(MessageHeader.COVERED_FROM);
    crc.update(payload);
    payload.position(0);
    return (int) crc.getValue();
  }

  /** Returns whether the payload holds its own CRC. */
  static boolean holds(CRC32C crc, ByteBuffer payload) {
    return payload.getInt(MessageHeader.CRC_AT) == of(crc, payload);
  }
}
