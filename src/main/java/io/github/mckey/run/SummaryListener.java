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

  /** The transfer has gone on for some while. */
  void progress(RunSummary run);

  /** The transfer is over; nothing more is said of its progress. */
  void progressEnds();

  /** The run is over and its status told. */
  void concluded(RunSummary run);
}
