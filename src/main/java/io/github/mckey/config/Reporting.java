package io.github.mckey.config;

import org.jspecify.annotations.Nullable;

/**
 * What a run tells beyond stock mckey's lines.
 *
 * @param stats statistics on stderr at the end, {@code --stats}
 * @param json a JSON document on stdout in place of all lines, {@code --json}
 * @param jsonFile where a JSON document goes instead, {@code --json=FILE}; null for nowhere
 * @param intervalNanos a line on stderr each so often, {@code --interval}, in nanoseconds; 0 for
 *     none
 * @param progress the state of the run on stderr also where that is no terminal, {@code --progress}
 */
public record Reporting(
    boolean stats, boolean json, @Nullable String jsonFile, long intervalNanos, boolean progress) {
  /** Stock mckey's: nothing. */
  public static final Reporting NONE = new Reporting(false, false, null, 0, false);

  /** Refuses what no option gives. */
  public Reporting {
    if (intervalNanos < 0) {
      throw new IllegalArgumentException("intervalNanos");
    }
  }

  /** Returns whether anything is wanted. */
  public boolean isWanted() {
    return stats || wantsJson() || intervalNanos > 0 || progress;
  }

  /** Returns whether a JSON document is wanted. */
  public boolean wantsJson() {
    return json || jsonFile != null;
  }
}
