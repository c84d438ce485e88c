package io.github.mckey.run;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.measure.EpochClock;
import io.github.mckey.measure.ErrorCount;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.ReceiveMeter;
import io.github.mckey.measure.ReceiveSummary;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.measure.SendSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts summaries of a run together. */
final class Snapshots {
  private final MckeyConfig config;
  private final RunRecord record;
  private final List<Connection> connections;
  private final List<IntervalSummary> intervals;
  private final long startedNanos;

  /**
   * Creates them.
   *
   * @param connections filled while the run goes on
   * @param intervals likewise
   * @param startedNanos a reading of the monotonic clock
   */
  Snapshots(
      MckeyConfig config,
      RunRecord record,
      List<Connection> connections,
      List<IntervalSummary> intervals,
      long startedNanos) {
    this.config = config;
    this.record = record;
    this.connections = connections;
    this.intervals = intervals;
    this.startedNanos = startedNanos;
  }

  /** Returns how the run stands, with the status that it would end with; the run's thread only. */
  RunSummary of(int status) {
    return of(status, true);
  }

  /** Returns the same without asking the transport for anything, for use by any thread. */
  RunSummary ofHanging(int status) {
    return of(status, false);
  }

  private RunSummary of(int status, boolean asking) {
    return new RunSummary(
        config,
        record.outcome(),
        record.phase(),
        status,
        ExitStatus.of(status),
        EpochClock.ofHost().at(startedNanos),
        System.nanoTime() - startedNanos,
        record.failures(),
        members(asking),
        List.copyOf(intervals));
  }

  private List<MemberSummary> members(boolean asking) {
    List<MemberSummary> members = new ArrayList<>();
    for (Connection connection : List.copyOf(connections)) {
      members.add(member(connection, asking));
    }
    return members;
  }

  private MemberSummary member(Connection connection, boolean asking) {
    List<ErrorCount> errors = new ArrayList<>();
    for (CompletionFailure error : connection.errors()) {
      errors.add(
          new ErrorCount(
              error.receive(), error.status(), error.text(), error.vendorError(), error.count()));
    }
    return new MemberSummary(
        connection.index(),
        connection.joined(),
        config.sender() ? sent(connection) : null,
        config.sender() ? null : received(connection),
        errors,
        asking ? connection.endpoint().refused() : Map.of());
  }

  private static SendSummary sent(Connection connection) {
    return new SendSummary(
        connection.posted(),
        connection.completed() - connection.failed(),
        connection.failed(),
        connection.spanNanos());
  }

  /** Returns the receivers' parts only, for a verdict. */
  List<ReceiveSummary> received() {
    List<ReceiveSummary> received = new ArrayList<>();
    for (Connection connection : connections) {
      received.add(received(connection));
    }
    return received;
  }

  private ReceiveSummary received(Connection connection) {
    ReceiveMeter meter = connection.meter();
    return ReceiveSummary.of(
        config.isUnlimited() ? 0 : config.messageCount(),
        connection.received(),
        meter == null ? 0 : meter.unattributed(),
        connection.failed(),
        meter == null ? List.of() : meter.sources());
  }
}
