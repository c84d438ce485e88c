package io.github.mckey.run;

import io.github.mckey.config.SourceChoice;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.transport.NetworkAddress;
import java.util.ArrayList;
import java.util.List;

/** Keeps the figures that a run tells. */
final class Figures implements SummaryListener {
  final List<RunSummary> timedOut = new ArrayList<>();
  final List<RunSummary> interim = new ArrayList<>();
  final List<IntervalSummary> intervals = new ArrayList<>();
  final List<RunSummary> progress = new ArrayList<>();
  final List<Long> left = new ArrayList<>();
  final List<RunSummary> concluded = new ArrayList<>();

  boolean wantsProgress = true;

  /** What happens when the transfer is over. */
  Runnable transferEnds = () -> {};

  /** Stands for a chooser where a run names no interface or device. */
  static NetworkAddress noChoice(SourceChoice choice, NetworkAddress group) {
    throw new AssertionError(choice);
  }

  @Override
  public void timedOut(RunSummary run) {
    timedOut.add(run);
  }

  @Override
  public void interim(RunSummary run) {
    interim.add(run);
  }

  @Override
  public void interval(IntervalSummary stretch, boolean sender) {
    intervals.add(stretch);
  }

  @Override
  public boolean wantsProgress() {
    return wantsProgress;
  }

  @Override
  public void progress(RunSummary run, long leftNanos) {
    progress.add(run);
    left.add(leftNanos);
  }

  @Override
  public void progressEnds() {
    transferEnds.run();
  }

  @Override
  public void concluded(RunSummary run) {
    concluded.add(run);
  }
}
