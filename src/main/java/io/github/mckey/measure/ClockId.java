package io.github.mckey.measure;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Names the clock that a process reads: processes under one running kernel, whatever their
 * namespaces, share it, and its boot id tells them so.
 */
public final class ClockId {
  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";
  private static final int LONGEST = 64;

  private ClockId() {}

  /** Returns 32 bits of the boot id's CRC-32C, or 0 where the kernel does not show one. */
  public static int ofHost() {
    return of(BOOT_ID);
  }

  static int of(String file) {
    try (FileInputStream in = new FileInputStream(file)) {
      byte[] text = in.readNBytes(LONGEST);
      return of(text);
    } catch (IOException e) {
      return 0;
    }
  }

  private static int of(byte[] text) {
    if (new String(text, StandardCharsets.US_ASCII).isBlank()) {
      return 0;
    }
    CRC32C crc = new CRC32C();
    crc.update(text, 0, text.length);
    return (int) crc.getValue();
  }
}
