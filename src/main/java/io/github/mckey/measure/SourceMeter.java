package io.github.mckey.measure;

import io.github.mckey.transport.Gid;
import org.jspecify.annotations.Nullable;

/** Counts the messages of one source on one connection. */
final class SourceMeter {
  final Gid gid;
  final int qpn;
  private final MeterSettings settings;
  private final Jitter jitter = new Jitter();
  private @Nullable SequenceWindow window;
  private @Nullable PacketNumbers packetNumbers;
  private @Nullable Latencies latencies;
  private boolean withHeader;
  private boolean sameClock;
  private int runId;
  private int senderConnection = -1;
  private long announced;

  /** Messages without header; corrupt ones as soon as one with a header has come. */
  private long bare;

  private long badCrc;
  private long bytes;
  private long firstNanos;
  private long lastNanos;
  private long lastGap;
  private boolean started;

  SourceMeter(Gid gid, int qpn, MeterSettings settings) {
    this.gid = gid;
    this.qpn = qpn;
    this.settings = settings;
  }

  /** Returns whether a message with the given run in its header belongs to another run. */
  boolean isOtherRun(int otherRunId) {
    return withHeader && runId != otherRunId;
  }

  /** Takes a message whose header is there and whose CRC fits. */
  void addNumbered(Arrival arrival) {
    if (!withHeader) {
      startWithHeader(arrival);
    }
    arrived(arrival);
    window().add(MessageHeader.sequence(arrival.payload));
    long transit = settings.clock().at(arrival.nanos) - MessageHeader.sentNanos(arrival.payload);
    jitter.add(transit);
    if (settings.latency()) {
      latencies().add(transit);
    }
  }

  private void startWithHeader(Arrival arrival) {
    withHeader = true;
    window = null;
    runId = MessageHeader.runId(arrival.payload);
    senderConnection = MessageHeader.connection(arrival.payload);
    announced = MessageHeader.total(arrival.payload);
    int clockId = MessageHeader.clockId(arrival.payload);
    sameClock = clockId != 0 && clockId == settings.clockId();
  }

  /** Takes a message without a header. */
  void addBare(Arrival arrival) {
    long before = lastNanos;
    boolean first = !started;
    arrived(arrival);
    bare++;
    if (withHeader) {
      return;
    }
    if (arrival.psn >= 0) {
      window().add(packetNumbers().sequence(arrival.psn));
    }
    if (!first) {
      // Without the time of sending, the change from gap to gap is the nearest there is.
      lastGap = arrival.nanos - before;
      jitter.add(lastGap);
    }
  }

  /** Takes a message with a header whose CRC does not fit. */
  void addCorrupt(Arrival arrival) {
    arrived(arrival);
    badCrc++;
  }

  private void arrived(Arrival arrival) {
    if (!started) {
      started = true;
      firstNanos = arrival.nanos;
    }
    lastNanos = arrival.nanos;
    bytes += arrival.payload.limit();
  }

  private SequenceWindow window() {
    if (window == null) {
      window = new SequenceWindow();
    }
    return window;
  }

  private PacketNumbers packetNumbers() {
    if (packetNumbers == null) {
      packetNumbers = new PacketNumbers();
    }
    return packetNumbers;
  }

  private Latencies latencies() {
    if (latencies == null) {
      latencies = new Latencies();
    }
    return latencies;
  }

  /** Returns how many different intact messages came. */
  long received() {
    return window == null ? (withHeader ? 0 : bare) : window.unique();
  }

  private Numbering numbering() {
    if (window == null) {
      return Numbering.NONE;
    }
    return withHeader ? Numbering.HEADER : Numbering.PSN;
  }

  private long lost() {
    if (window == null) {
      return 0;
    }
    return announced == 0 ? gaps() : Math.max(0, announced - window.unique());
  }

  /** Returns how many numbers up to the highest were not seen so far. */
  long gaps() {
    return window == null ? 0 : window.highest() + 1 - window.unique();
  }

  SourceSummary summary(long startedNanos) {
    Latencies times = latencies;
    ClockTrust clock = times == null ? ClockTrust.NO_TIME : times.trust(sameClock);
    return new SourceSummary(
        gid,
        qpn,
        numbering(),
        runId,
        senderConnection,
        announced,
        received(),
        lost(),
        gaps(),
        window == null ? 0 : window.duplicates(),
        window == null ? 0 : window.reordered(),
        badCrc + (withHeader ? bare : 0),
        window == null ? 0 : window.tooOld(),
        bytes,
        Math.max(0, firstNanos - startedNanos),
        lastNanos - firstNanos,
        jitter.nanos(),
        clock,
        times == null ? null : times.summary());
  }
}
