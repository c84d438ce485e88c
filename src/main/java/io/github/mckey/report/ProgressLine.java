package io.github.mckey.report;

import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.Rates;
import io.github.mckey.measure.ReceiveSummary;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.measure.SendSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The state of a long run on one line: overwritten on a terminal, and where that was asked for, one
 * below the other elsewhere.
 */
final class ProgressLine {
  private static final String ERASE = "\r\u001b[K";

  private final boolean always;
  private final LineOutput err;
  private boolean looked;
  private boolean terminal;
  private boolean shown;
  private long lastMessages;
  private long lastNanos;

  /**
   * Creates the line.
   *
   * @param always whether it is wanted also where stderr is no terminal
   */
  ProgressLine(boolean always, LineOutput err) {
    this.always = always;
    this.err = err;
  }

  /** Returns whether anybody gets to see it. */
  boolean isSeen() {
    if (!looked) {
      looked = true;
      terminal = isTerminal();
    }
    return terminal || always;
  }

  /** Shows it, where it is seen; the parameters as {@code SummaryListener.progress} has them. */
  void show(RunSummary run, long leftNanos) {
    if (!isSeen()) {
      return;
    }
    if (terminal) {
      err.text(ERASE + text(run, leftNanos));
      shown = true;
    } else {
      err.line(text(run, leftNanos));
    }
  }

  /** Takes the line off a terminal, so that others can be written. */
  void clear() {
    if (shown) {
      err.text(ERASE);
      shown = false;
    }
  }

  /** The kernel names what stands behind stderr. */
  private static boolean isTerminal() {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return device.startsWith("/dev/pts/")
          || device.startsWith("/dev/tty")
          || device.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  private String text(RunSummary run, long leftNanos) {
    long messages = 0;
    long lost = 0;
    for (MemberSummary member : run.members()) {
      SendSummary sent = member.sent();
      ReceiveSummary received = member.received();
      messages += sent != null ? sent.completed() : 0;
      messages += received != null ? received.received() : 0;
      lost += received != null ? received.gaps() : 0;
    }
    long nanos = run.elapsedNanos();
    double rate = Rates.perSecond(messages - lastMessages, nanos - lastNanos);
    lastMessages = messages;
    lastNanos = nanos;
    StringBuilder line = new StringBuilder("mckey: ").append(messages);
    long total = total(run);
    if (total > 0) {
      line.append(" of ").append(total);
    }
    line.append(run.config().sender() ? " sent, " : " received, ");
    line.append(Decimals.fixed(rate, 1)).append(" messages/s");
    if (!run.config().sender()) {
      line.append(", lost ").append(lost);
    }
    appendTimeLeft(line, leftNanos, total - messages, rate);
    return line.toString();
  }

  private static long total(RunSummary run) {
    return run.config().isUnlimited()
        ? 0
        : run.config().messageCount() * run.config().connections();
  }

  private static void appendTimeLeft(
      StringBuilder line, long leftNanos, long missing, double rate) {
    double left = missing > 0 && rate > 0 ? missing / rate : -1;
    if (leftNanos >= 0) {
      double untilTheEnd = leftNanos / 1e9;
      left = left < 0 ? untilTheEnd : Math.min(left, untilTheEnd);
    }
    if (left >= 0) {
      line.append(", ").append(Decimals.fixed(left, 0)).append(" s left");
    }
  }
}
