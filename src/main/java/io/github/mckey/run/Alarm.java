package io.github.mckey.run;

/** A time at which something happens, once or again and again. All times in nanoseconds. */
final class Alarm {
  private boolean set;
  private long atNanos;
  private long periodNanos;

  /** Rings once. */
  void once(long timeNanos) {
    set = true;
    atNanos = timeNanos;
    periodNanos = 0;
  }

  /** Rings again and again; a time that was missed by a whole period is left out. */
  void every(long firstNanos, long period) {
    set = true;
    atNanos = firstNanos;
    periodNanos = period;
  }

  void cancel() {
    set = false;
  }

  boolean isSet() {
    return set;
  }

  /**
   * Returns how long to wait at most.
   *
   * @param wantedNanos how long the caller would wait; negative is for ever
   */
  long bound(long wantedNanos, long nowNanos) {
    if (!set) {
      return wantedNanos;
    }
    long left = Math.max(0, atNanos - nowNanos);
    return wantedNanos < 0 ? left : Math.min(wantedNanos, left);
  }

  /** Returns whether it rings; one that rings once is over then. */
  boolean rings(long nowNanos) {
    if (!set || atNanos - nowNanos > 0) {
      return false;
    }
    if (periodNanos == 0) {
      set = false;
    } else {
      atNanos += ((nowNanos - atNanos) / periodNanos + 1) * periodNanos;
    }
    return true;
  }
}
