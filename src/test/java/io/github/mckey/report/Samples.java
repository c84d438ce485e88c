package io.github.mckey.report;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.SourceChoice;
import io.github.mckey.measure.ClockTrust;
import io.github.mckey.measure.ErrorCount;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.LatencySummary;
import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.Numbering;
import io.github.mckey.measure.ReceiveSummary;
import io.github.mckey.measure.RunOutcome;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.measure.SendSummary;
import io.github.mckey.measure.SourceSummary;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.JoinedGroup;
import java.util.List;
import java.util.Map;

/** Summaries to render. */
final class Samples {
  static final JoinedGroup JOINED = new JoinedGroup(new Gid(0, 0xffff_ef01_0101L), 0xc001, 3, 0, 0);

  private Samples() {}

  static SourceSummary source(ClockTrust clock) {
    boolean known = clock == ClockTrust.SAME_CLOCK || clock == ClockTrust.UNVERIFIED;
    return new SourceSummary(
        new Gid(0, 0xffff_0a07_0002L),
        17,
        Numbering.HEADER,
        0x80000000,
        0,
        10,
        8,
        2,
        1,
        1,
        3,
        4,
        0,
        1500,
        250_000_000,
        7_000_000,
        12_345,
        clock,
        known ? new LatencySummary(10_000, 20_000, 30_000, 40_000) : null);
  }

  /** A source whose messages have no header, as stock mckey's have none. */
  static SourceSummary stockSource() {
    Gid gid = new Gid(0, 0xffff_0a07_0002L);
    return new SourceSummary(
        gid,
        17,
        Numbering.NONE,
        0,
        0,
        0,
        8,
        0,
        0,
        0,
        0,
        0,
        0,
        800,
        0,
        7_000_000,
        12_345,
        ClockTrust.NO_TIME,
        null);
  }

  static RunSummary receiver(ClockTrust clock) {
    return receiver(source(clock));
  }

  static RunSummary receiver(SourceSummary source) {
    ReceiveSummary received = ReceiveSummary.of(10, 8, 0, 0, List.of(source));
    return new RunSummary(
        MckeyConfig.of(new Group.Mapped("239.1.1.1")).build(),
        RunOutcome.TIMED_OUT,
        RunPhase.FINISHED,
        -110,
        146,
        1_796_000_000_123_456_789L,
        2_000_000_000,
        List.of(),
        List.of(new MemberSummary(0, JOINED, null, received, List.of(), Map.of("bad-icrc", 2L))),
        List.of(new IntervalSummary(0, 1_000_000_000, 8, 2)));
  }

  /** A receiver that has joined as RoCE v1 and has heard nothing when time is over. */
  static RunSummary deaf(RunPhase phase) {
    JoinedGroup joined =
        new JoinedGroup(new Gid(0xff0eL << 48, 0xffff_ef01_0101L), 0xc001, 3, 0, 0);
    ReceiveSummary received = ReceiveSummary.of(10, 0, 0, 0, List.of());
    return new RunSummary(
        MckeyConfig.of(new Group.Mapped("239.1.1.1")).build(),
        RunOutcome.TIMED_OUT,
        phase,
        -110,
        146,
        0,
        2_000_000_000,
        List.of(),
        List.of(new MemberSummary(0, joined, null, received, List.of(), Map.of())),
        List.of());
  }

  static RunSummary refused(SourceChoice source) {
    return new RunSummary(
        MckeyConfig.of(new Group.Mapped("239.1.1.1")).source(source).build(),
        RunOutcome.FAILED,
        RunPhase.STARTING,
        1,
        1,
        0,
        1_000_000,
        List.of("choose source: there is none"),
        List.of(),
        List.of());
  }

  static RunSummary sender() {
    return new RunSummary(
        MckeyConfig.of(new Group.Unmapped(Gid.ZERO)).bindAddress("10.7.0.1").sender(true).build(),
        RunOutcome.FAILED,
        RunPhase.LEAVING,
        -1,
        255,
        0,
        2_000_000_000,
        List.of("a \"quoted\" line\u0007 with ünïcode"),
        List.of(
            new MemberSummary(
                0,
                null,
                new SendSummary(10, 9, 1, 3_000_000_000L),
                null,
                List.of(new ErrorCount(false, 12, "transport retry counter exceeded", -1, 1)),
                Map.of())),
        List.of());
  }
}
