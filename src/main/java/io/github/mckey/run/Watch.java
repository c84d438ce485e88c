package io.github.mckey.run;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.measure.Verdict;

/** A run's deadline, and the reports that it gives on the way. */
final class Watch {
  /** A run that is over sooner needs no report of its progress. */
  private static final long PROGRESS_AFTER_NANOS = 3_000_000_000L;

  private static final long PROGRESS_EACH_NANOS = 1_000_000_000L;

  private final MckeyConfig config;
  private final Snapshots snapshots;
  private final IntervalSeries intervals;
  private final SummaryListener listener;
  private final Alarm deadline = new Alarm();
  private final Alarm duration = new Alarm();
  private final Alarm interval = new Alarm();
  private final Alarm progress = new Alarm();
  private boolean expired;
  private boolean durationOver;
  private int summariesGiven;

  /**
   * Creates a watch; the deadline runs from now on.
   *
   * @param startedNanos a reading of the monotonic clock
   */
  Watch(
      MckeyConfig config,
      Snapshots snapshots,
      IntervalSeries intervals,
      SummaryListener listener,
      long startedNanos) {
    this.config = config;
    this.snapshots = snapshots;
    this.intervals = intervals;
    this.listener = listener;
    if (config.limits().timeoutNanos() > 0) {
      deadline.once(startedNanos + config.limits().timeoutNanos());
    }
  }

  /** Returns whether the deadline has ended the phases. */
  boolean isExpired() {
    return expired;
  }

  /** Returns whether messages were sent or counted for as long as was asked for. */
  boolean isDurationOver() {
    return durationOver;
  }

  /** Starts what belongs to the transfer only. */
  void transferStarts(long nowNanos) {
    if (config.limits().durationNanos() > 0) {
      duration.once(nowNanos + config.limits().durationNanos());
    }
    intervals.start(nowNanos);
    long period = config.reporting().intervalNanos();
    if (period > 0) {
      interval.every(nowNanos + period, period);
    }
    progress.every(nowNanos + PROGRESS_AFTER_NANOS, PROGRESS_EACH_NANOS);
  }

  /**
   * Ends them; the last stretch, shorter than the others, is told. Nor does the deadline ring any
   * more: what the transfer came to by now is the verdict.
   */
  void transferEnds(long nowNanos) {
    deadline.cancel();
    if (interval.isSet()) {
      tellInterval(nowNanos);
    }
    duration.cancel();
    interval.cancel();
    progress.cancel();
    listener.progressEnds();
  }

  /** Nobody who sees no progress is to wake the run each second for it. */
  private void tellProgress(long nowNanos) {
    if (listener.wantsProgress()) {
      listener.progress(snapshots.of(0), duration.bound(deadline.bound(-1, nowNanos), nowNanos));
    } else {
      progress.cancel();
    }
  }

  private void tellInterval(long nowNanos) {
    listener.interval(intervals.next(nowNanos), config.sender());
  }

  /** Returns how long to wait at most; negative is for ever. */
  long bound(long wantedNanos) {
    long now = System.nanoTime();
    long bound = deadline.bound(wantedNanos, now);
    bound = duration.bound(bound, now);
    bound = interval.bound(bound, now);
    return progress.bound(bound, now);
  }

  /** Ends the phases at the deadline, does what is due, gives the summary a signal asked for. */
  void check(StopRequest stop) throws PhaseFailure {
    int asked = stop.summariesAsked();
    if (asked != summariesGiven) {
      summariesGiven = asked;
      listener.interim(snapshots.of(0));
    }
    long now = System.nanoTime();
    if (duration.rings(now)) {
      durationOver = true;
    }
    if (interval.rings(now)) {
      tellInterval(now);
    }
    if (progress.rings(now)) {
      tellProgress(now);
    }
    if (deadline.rings(now)) {
      expired = true;
      throw new PhaseFailure(Verdict.TIMED_OUT, "Connection timed out");
    }
  }
}
