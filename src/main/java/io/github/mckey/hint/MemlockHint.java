package io.github.mckey.hint;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.host.SystemFiles;
import io.github.mckey.transport.Step;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells whether memory was refused because of the limit on locked memory. */
final class MemlockHint {
  private static final int GRH_BYTES = 40;
  private static final long PAGE = 4096;
  private static final String PINNED = "VmPin:";
  private static final int KIB = 1024;

  private final MckeyConfig config;
  private final SystemFiles files;
  private final LongSupplier lockable;

  MemlockHint(MckeyConfig config, SystemFiles files, LongSupplier lockable) {
    this.config = config;
    this.files = files;
    this.lockable = lockable;
  }

  /** Returns whether a step locks memory: the message buffer, or with some drivers the queues. */
  static boolean locks(Step step) {
    return step == Step.REGISTER_MR || step == Step.CREATE_CQ || step == Step.CREATE_QP;
  }

  /**
   * Reckons as the kernel does: what is locked already and what the step needs at least, against
   * the limit. A buffer that does not begin with a page may touch one more.
   */
  @Nullable String of(Step step) {
    long limit = lockable.getAsLong();
    long pinned = pinned();
    long buffer = (config.messageSize() + GRH_BYTES + PAGE - 1) / PAGE * PAGE + PAGE;
    long needed = step == Step.REGISTER_MR ? buffer : PAGE;
    if (pinned < 0 || limit == Long.MAX_VALUE || limit - pinned >= needed) {
      return null;
    }
    return "this process may lock "
        + limit / KIB
        + " KiB of memory, "
        + pinned / KIB
        + " of them are in use: raise the limit (ulimit -l, or memlock in"
        + " /etc/security/limits.conf), or give a smaller -c or -S";
  }

  /** Returns the bytes that this process has pinned for devices, -1 where the kernel is silent. */
  private long pinned() {
    for (String line : files.text("proc/self/status").split("\n", -1)) {
      if (line.startsWith(PINNED)) {
        String[] words = line.substring(PINNED.length()).strip().split(" ", -1);
        try {
          return Long.parseLong(words[0]) * KIB;
        } catch (NumberFormatException _) {
          return -1;
        }
      }
    }
    return -1;
  }
}
