package io.github.mckey.report;

import io.github.mckey.config.Reporting;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.run.SummaryListener;
import java.io.FileOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Everything that a run tells beyond stock mckey's lines, as far as it was asked for. */
public final class SummaryOutput implements SummaryListener {
  private final Reporting wanted;
  private final LineOutput out;
  private final LineOutput err;
  private final ProgressLine progress;
  private @Nullable String failure;

  /**
   * Creates an output.
   *
   * @param out gets the JSON document and nothing else
   * @param err gets text
   */
  public SummaryOutput(Reporting wanted, LineOutput out, LineOutput err) {
    this.wanted = wanted;
    this.out = out;
    this.err = err;
    this.progress = new ProgressLine(wanted.progress(), err);
  }

  @Override
  public void timedOut(RunSummary run) {
    progress.clear();
    lines(MissingText.of(run));
  }

  @Override
  public void interim(RunSummary run) {
    progress.clear();
    err.line("mckey: after " + Decimals.seconds(run.elapsedNanos()) + " s:");
    lines(StatsText.of(run));
    writeFile(run);
  }

  @Override
  public void interval(IntervalSummary stretch, boolean sender) {
    progress.clear();
    err.line(StatsText.interval(stretch, sender));
  }

  @Override
  public boolean wantsProgress() {
    return progress.isSeen();
  }

  @Override
  public void progress(RunSummary run, long leftNanos) {
    progress.show(run, leftNanos);
  }

  @Override
  public void progressEnds() {
    progress.clear();
  }

  @Override
  public void concluded(RunSummary run) {
    if (wanted.stats()) {
      lines(StatsText.of(run));
    }
    if (wanted.json()) {
      out.text(JsonDocument.of(run));
    }
    writeFile(run);
  }

  private void lines(Iterable<String> lines) {
    for (String line : lines) {
      err.line(line);
    }
  }

  private void writeFile(RunSummary run) {
    String file = wanted.jsonFile();
    if (file == null) {
      return;
    }
    try (FileOutputStream stream = new FileOutputStream(file)) {
      LineOutput document = new LineOutput(stream);
      document.text(JsonDocument.of(run));
      failure = document.failure();
    } catch (IOException e) {
      failure = e.getMessage();
    }
    if (failure != null) {
      err.line("mckey: cannot write the JSON document: " + failure);
    }
  }

  /** Returns why the JSON file could not be written, in one line; null where nothing failed. */
  public @Nullable String failure() {
    return failure;
  }
}
