package io.github.mckey.report;

import io.github.mckey.measure.ErrorCount;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.LatencySummary;
import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.Numbering;
import io.github.mckey.measure.ReceiveSummary;
import io.github.mckey.measure.RunOutcome;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.measure.SendSummary;
import io.github.mckey.measure.SourceSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The statistics of a run as lines for people. */
public final class StatsText {
  private final List<String> lines = new ArrayList<>();

  private final boolean running;

  private StatsText(boolean running) {
    this.running = running;
  }

  /** Returns a line per connection, and below it one per source and per kind of trouble. */
  public static List<String> of(RunSummary run) {
    StatsText text = new StatsText(run.outcome() == RunOutcome.RUNNING);
    for (MemberSummary member : run.members()) {
      text.member(member);
    }
    return text.lines;
  }

  /** Returns the line of one stretch of a run. */
  public static String interval(IntervalSummary stretch, boolean sender) {
    String text =
        "mckey: "
            + Decimals.seconds(stretch.startNanos())
            + "-"
            + Decimals.seconds(stretch.endNanos())
            + " s: "
            + (sender ? "sent " : "received ")
            + stretch.messages()
            + ", "
            + rate(stretch.ratePerSecond());
    return sender ? text : text + ", lost " + stretch.lost();
  }

  private void member(MemberSummary member) {
    SendSummary sent = member.sent();
    if (sent != null) {
      lines.add(head(member) + sent(sent));
    }
    ReceiveSummary received = member.received();
    if (received != null) {
      lines.add(head(member) + received(received));
      for (SourceSummary source : received.sources()) {
        source(source);
      }
    }
    for (ErrorCount error : member.errors()) {
      lines.add("mckey:   " + error(error));
    }
    for (Map.Entry<String, Long> refused : member.refused().entrySet()) {
      lines.add("mckey:   refused " + refused.getValue() + " packets: " + refused.getKey());
    }
  }

  private static String head(MemberSummary member) {
    return "mckey: connection " + member.connection() + ": ";
  }

  private static String sent(SendSummary sent) {
    return "posted "
        + sent.posted()
        + ", completed "
        + sent.completed()
        + ", failed "
        + sent.failed()
        + ", "
        + rate(sent.ratePerSecond());
  }

  private String received(ReceiveSummary received) {
    StringBuilder text = new StringBuilder("received ").append(received.received());
    if (received.expected() > 0) {
      text.append(" of ").append(received.expected());
    }
    if (running) {
      text.append(", lost so far ").append(received.gaps());
    } else {
      text.append(", lost ").append(received.lost());
      text.append(" (").append(Decimals.fixed(received.lossPercent(), 2)).append(" %)");
    }
    counts(text, received.duplicate(), received.reordered(), received.corrupt(), received.tooOld());
    if (received.failed() > 0) {
      text.append(", failed ").append(received.failed());
    }
    if (received.unattributed() > 0) {
      text.append(", from further sources ").append(received.unattributed());
    }
    text.append(", ").append(rate(received.ratePerSecond()));
    if (received.firstDelayNanos() >= 0) {
      text.append(", first after ").append(Decimals.seconds(received.firstDelayNanos()));
      text.append(" s");
    }
    return text.toString();
  }

  private void source(SourceSummary source) {
    StringBuilder text = new StringBuilder("mckey:   from ").append(source.gid().text());
    text.append(" QP 0x").append(Integer.toHexString(source.qpn()));
    text.append(": received ").append(source.received());
    if (source.announced() > 0) {
      text.append(" of ").append(source.announced());
    }
    if (source.numbering() == Numbering.NONE) {
      text.append(", not numbered: losses and duplicates cannot be told");
    } else {
      text.append(running ? ", lost so far " : ", lost ");
      text.append(running ? source.gaps() : source.lost());
      counts(text, source.duplicate(), source.reordered(), source.corrupt(), source.tooOld());
    }
    text.append(", ").append(rate(source.ratePerSecond()));
    text.append(", jitter ")
        .append(Decimals.millis(Math.round(source.jitterNanos())))
        .append(" ms");
    text.append(latency(source));
    lines.add(text.toString());
  }

  private static void counts(
      StringBuilder text, long duplicate, long reordered, long corrupt, long tooOld) {
    text.append(", duplicate ").append(duplicate);
    text.append(", reordered ").append(reordered);
    text.append(", corrupt ").append(corrupt);
    if (tooOld > 0) {
      text.append(", too late to tell ").append(tooOld);
    }
  }

  private static String latency(SourceSummary source) {
    LatencySummary latency = source.latency();
    if (latency == null) {
      return switch (source.clock()) {
        case CONTRADICTED -> ", latency unknown: the hosts' clocks differ";
        case NO_TIME ->
            source.numbering() == Numbering.HEADER
                ? ""
                : ", latency unknown: the messages carry no time";
        default -> "";
      };
    }
    String figures =
        ", latency min/p50/p99/max "
            + Decimals.millis(latency.min())
            + "/"
            + Decimals.millis(latency.p50())
            + "/"
            + Decimals.millis(latency.p99())
            + "/"
            + Decimals.millis(latency.max())
            + " ms";
    return switch (source.clock()) {
      case UNVERIFIED -> figures + " (if the hosts' clocks agree)";
      default -> figures;
    };
  }

  private static String error(ErrorCount error) {
    return error.count()
        + (error.receive() ? " receives" : " sends")
        + " failed: "
        + error.text()
        + " (status "
        + error.status()
        + ", vendor error 0x"
        + Integer.toHexString(error.vendorError())
        + ")";
  }

  private static String rate(double perSecond) {
    return Decimals.fixed(perSecond, 1) + " messages/s";
  }
}
