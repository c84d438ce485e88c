package io.github.mckey.report;

import io.github.mckey.config.Group;
import io.github.mckey.config.TransportKind;
import io.github.mckey.host.PortRules;
import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.Numbering;
import io.github.mckey.measure.ReceiveSummary;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.measure.SendSummary;
import io.github.mckey.measure.SourceSummary;
import io.github.mckey.transport.JoinedGroup;
import java.util.ArrayList;
import java.util.List;

/** What is missing when time is over. */
final class MissingText {
  private final RunSummary run;
  private final List<String> lines = new ArrayList<>();

  private MissingText(RunSummary run) {
    this.run = run;
  }

  static List<String> of(RunSummary run) {
    MissingText text = new MissingText(run);
    text.lines.add(
        "mckey: time is over after "
            + Decimals.seconds(run.elapsedNanos())
            + " s, "
            + doing(run.phase()));
    boolean heard = false;
    for (MemberSummary member : run.members()) {
      text.member(member);
      ReceiveSummary received = member.received();
      heard |= received == null || received.received() > 0;
    }
    if (!heard && run.phase() == RunPhase.TRANSFERRING) {
      text.silence();
    }
    return text.lines;
  }

  /** Where nothing at all was heard while messages were due, the version of RoCE may be why. */
  private void silence() {
    boolean verbs = run.config().transport() == TransportKind.VERBS;
    if (!verbs || !(run.config().group() instanceof Group.Mapped group)) {
      return;
    }
    for (MemberSummary member : run.members()) {
      JoinedGroup joined = member.joined();
      if (joined != null && PortRules.isRoceV1(joined.mgid())) {
        lines.add("mckey: " + PortRules.roceV1(group.name()));
        return;
      }
    }
  }

  private static String doing(RunPhase phase) {
    return switch (phase) {
      case STARTING -> "before joining: opening the device or looking a name up takes too long";
      case JOINING -> "while joining";
      case SETTLING -> "in the pause before messages go (--settle)";
      case TRANSFERRING -> "while transferring";
      case LEAVING, FINISHED -> "after the transfer";
    };
  }

  private void member(MemberSummary member) {
    String head = "mckey: connection " + member.connection() + ": ";
    if (member.joined() == null) {
      lines.add(head + "not joined");
      return;
    }
    SendSummary sent = member.sent();
    if (sent != null) {
      long count = run.config().messageCount();
      if (sent.completed() < count && !run.config().isUnlimited()) {
        lines.add(head + (count - sent.completed()) + " of " + count + " messages not sent");
      }
    }
    ReceiveSummary received = member.received();
    if (received != null) {
      received(head, received);
    }
  }

  private void received(String head, ReceiveSummary received) {
    if (received.expected() > 0) {
      lines.add(head + received.lost() + " of " + received.expected() + " messages missing");
    } else {
      lines.add(head + received.lost() + " messages missing of those that were sent");
    }
    for (SourceSummary source : received.sources()) {
      source(source);
    }
  }

  private void source(SourceSummary source) {
    String head =
        "mckey:   from " + source.gid().text() + " QP 0x" + Integer.toHexString(source.qpn());
    String came = ": " + source.received() + " received";
    if (source.numbering() == Numbering.NONE) {
      lines.add(head + came + ", not numbered");
    } else if (source.announced() > 0) {
      lines.add(head + ": " + source.lost() + " of " + source.announced() + " missing");
    } else {
      lines.add(head + came + ", " + source.lost() + " missing between them");
    }
  }
}
