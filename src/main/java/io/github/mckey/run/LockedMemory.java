package io.github.mckey.run;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/** How much memory this process may register with devices, as the kernel's files in /proc tell. */
public final class LockedMemory implements LongSupplier {
  /** Where nothing limits it. */
  static final long UNLIMITED = Long.MAX_VALUE;

  private static final String LIMIT = "Max locked memory";
  private static final String CAPABILITIES = "CapEff:";

  /** CAP_IPC_LOCK lifts the limit, for processes of the host's own user namespace. */
  private static final int IPC_LOCK = 14;

  private static final String WHOLE_ID_RANGE = "4294967295";
  private static final int LONGEST_FILE = 1 << 14;

  /** Returns the bytes; 0 where the files cannot be read, so that nothing is taken for granted. */
  @Override
  public long getAsLong() {
    try {
      long limit = limit(read("/proc/self/limits"));
      if (limit == UNLIMITED) {
        return limit;
      }
      boolean lifted =
          mayLock(read("/proc/self/status")) && read("/proc/self/uid_map").contains(WHOLE_ID_RANGE);
      return lifted ? UNLIMITED : limit;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Reads the soft limit, in bytes, off the text of /proc/self/limits. */
  static long limit(String limits) {
    String value = firstWordAfter(limits, LIMIT);
    if (value.equals("unlimited")) {
      return UNLIMITED;
    }
    return number(value, 10);
  }

  /** Reads off the text of /proc/self/status whether the limit does not apply. */
  static boolean mayLock(String status) {
    return (number(firstWordAfter(status, CAPABILITIES), 16) >>> IPC_LOCK & 1) != 0;
  }

  private static long number(String text, int radix) {
    try {
      return Long.parseUnsignedLong(text, radix);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String firstWordAfter(String text, String label) {
    int at = text.indexOf(label);
    if (at < 0) {
      return "";
    }
    int from = at + label.length();
    while (from < text.length() && text.charAt(from) <= ' ') {
      from++;
    }
    int to = from;
    while (to < text.length() && text.charAt(to) > ' ') {
      to++;
    }
    return text.substring(from, to);
  }

  private static String read(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(LONGEST_FILE), StandardCharsets.US_ASCII);
    }
  }
}
