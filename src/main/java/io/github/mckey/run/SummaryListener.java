package io.github.mckey.run;

import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.RunSummary;

/** Hears figures rather than events. Called by the run's thread, or by the one that ends a hang. */
public interface SummaryListener {
  /** Time is over, and not enough has come for success. */
  void timedOut(RunSummary run);

  /** A user asked how the run stands. */
  void interim(RunSummary run);

  /** A stretch of the transfer is over. */
  void interval(IntervalSummary stretch, boolean sender);

  /** Returns whether {@link #progress} tells anybody anything; asked when it would first. */
  boolean wantsProgress();

  /**
   * The transfer has gone on for some while.
   *
   * @param leftNanos when time will be over: the deadline, or what the transfer was given; negative
   *     where neither is set
   */
  void progress(RunSummary run, long leftNanos);

  /** The transfer is over; nothing more is said of its progress. */
  void progressEnds();

  /** The run is over and its status told. */
  void concluded(RunSummary run);
}
