package io.github.mckey.check;

import io.github.mckey.config.MckeyConfig;
import java.util.List;
import java.util.function.LongSupplier;

/** Whether the messages of a run may be locked into memory. */
final class MemlockProbe implements Probe {
  private static final int GRH_BYTES = 40;
  private static final int PAGE = 4096;

  private final MckeyConfig config;
  private final LongSupplier lockable;

  MemlockProbe(MckeyConfig config, LongSupplier lockable) {
    this.config = config;
    this.lockable = lockable;
  }

  @Override
  public void look(List<Finding> findings) {
    long limit = lockable.getAsLong();
    long each = (config.messageSize() + GRH_BYTES + PAGE - 1L) & -PAGE;
    long needed = config.messageCount() == 0 ? 0 : each * config.connections();
    if (limit == Long.MAX_VALUE) {
      findings.add(Finding.ok("memlock", "this process may lock any memory"));
    } else if (needed <= limit) {
      findings.add(
          Finding.ok("memlock", needed + " bytes needed for messages, " + limit + " allowed"));
    } else {
      findings.add(
          Finding.failure(
              "memlock",
              needed + " bytes needed for messages, " + limit + " allowed",
              "raise the limit: ulimit -l, or memlock in /etc/security/limits.conf"));
    }
  }
}
