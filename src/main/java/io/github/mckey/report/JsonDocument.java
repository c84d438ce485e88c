package io.github.mckey.report;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.SourceChoice;
import io.github.mckey.config.Version;
import io.github.mckey.measure.ErrorCount;
import io.github.mckey.measure.IntervalSummary;
import io.github.mckey.measure.LatencySummary;
import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.ReceiveSummary;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.measure.SendSummary;
import io.github.mckey.measure.SourceSummary;
import io.github.mckey.transport.JoinedGroup;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The summary of a run as one JSON document; docs/mckey.schema.json describes it. */
public final class JsonDocument {
  /** The version of the schema that the documents follow. */
  public static final int SCHEMA_VERSION = 1;

  private final JsonGenerator json;

  private JsonDocument(JsonGenerator json) {
    this.json = json;
  }

  /**
   * Returns the document as one line of text, with its line end.
   *
   * @param run what to tell
   */
  public static String of(RunSummary run) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      new JsonDocument(json).run(run);
    }
    return text.append('\n').toString();
  }

  private void run(RunSummary run) {
    json.writeStartObject();
    json.writeNumberProperty("schema", SCHEMA_VERSION);
    json.writeStringProperty("kind", "run");
    json.writeStringProperty("version", Version.TEXT);
    config(run.config());
    json.writeStringProperty("outcome", name(run.outcome()));
    json.writeStringProperty("phase", name(run.phase()));
    json.writeNumberProperty("status", run.status());
    json.writeNumberProperty("exitStatus", run.exitStatus());
    json.writeStringProperty("started", time(run.startedNanos()));
    json.writeNumberProperty("elapsedNs", run.elapsedNanos());
    json.writeArrayPropertyStart("failures");
    for (String failure : run.failures()) {
      json.writeString(failure);
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("connections");
    for (MemberSummary member : run.members()) {
      member(member);
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("intervals");
    for (IntervalSummary interval : run.intervals()) {
      interval(interval);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void config(MckeyConfig config) {
    json.writeObjectPropertyStart("config");
    json.writeStringProperty("role", config.sender() ? "sender" : "receiver");
    json.writeStringProperty("transport", name(config.transport()));
    json.writeStringProperty("group", group(config.group()));
    text("bind", config.bindAddress());
    source(config.source());
    json.writeNumberProperty("connections", config.connections());
    if (config.isUnlimited()) {
      json.writeNullProperty("messageCount");
    } else {
      json.writeNumberProperty("messageCount", config.messageCount());
    }
    json.writeNumberProperty("messageSize", config.messageSize());
    json.writeEndObject();
  }

  private void source(@Nullable SourceChoice source) {
    if (source instanceof SourceChoice.Interface named) {
      json.writeStringProperty("interface", named.name());
    } else if (source instanceof SourceChoice.Device device) {
      json.writeStringProperty("device", device.text());
    }
  }

  private static String group(Group group) {
    return switch (group) {
      case Group.Mapped mapped -> mapped.name();
      case Group.Unmapped unmapped -> unmapped.mgid().text();
    };
  }

  private void member(MemberSummary member) {
    json.writeStartObject();
    json.writeNumberProperty("connection", member.connection());
    joined(member.joined());
    SendSummary sent = member.sent();
    if (sent != null) {
      sent(sent);
    }
    ReceiveSummary received = member.received();
    if (received != null) {
      received(received);
    }
    json.writeArrayPropertyStart("errors");
    for (ErrorCount error : member.errors()) {
      error(error);
    }
    json.writeEndArray();
    json.writeObjectPropertyStart("refused");
    for (Map.Entry<String, Long> reason : member.refused().entrySet()) {
      json.writeNumberProperty(reason.getKey(), reason.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void joined(@Nullable JoinedGroup joined) {
    if (joined == null) {
      json.writeNullProperty("joined");
      return;
    }
    json.writeObjectPropertyStart("joined");
    json.writeStringProperty("mgid", joined.mgid().text());
    json.writeNumberProperty("mlid", joined.mlid());
    json.writeNumberProperty("sl", joined.sl());
    json.writeEndObject();
  }

  private void sent(SendSummary sent) {
    json.writeObjectPropertyStart("sent");
    json.writeNumberProperty("posted", sent.posted());
    json.writeNumberProperty("completed", sent.completed());
    json.writeNumberProperty("failed", sent.failed());
    json.writeNumberProperty("spanNs", sent.spanNanos());
    json.writeNumberProperty("ratePerSecond", sent.ratePerSecond());
    json.writeEndObject();
  }

  private void received(ReceiveSummary received) {
    json.writeObjectPropertyStart("received");
    json.writeNumberProperty("expected", received.expected());
    json.writeNumberProperty("received", received.received());
    counts(
        received.lost(),
        received.duplicate(),
        received.reordered(),
        received.corrupt(),
        received.tooOld());
    json.writeNumberProperty("unattributed", received.unattributed());
    json.writeNumberProperty("failed", received.failed());
    json.writeNumberProperty("lossPercent", received.lossPercent());
    json.writeNumberProperty("bytes", received.bytes());
    if (received.firstDelayNanos() < 0) {
      json.writeNullProperty("firstDelayNs");
    } else {
      json.writeNumberProperty("firstDelayNs", received.firstDelayNanos());
    }
    json.writeNumberProperty("spanNs", received.spanNanos());
    json.writeNumberProperty("ratePerSecond", received.ratePerSecond());
    json.writeArrayPropertyStart("sources");
    for (SourceSummary source : received.sources()) {
      source(source);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void source(SourceSummary source) {
    json.writeStartObject();
    json.writeStringProperty("gid", source.gid().text());
    json.writeNumberProperty("qpn", source.qpn());
    json.writeStringProperty("numbering", name(source.numbering()));
    if (source.senderConnection() >= 0) {
      json.writeNumberProperty("runId", Integer.toUnsignedLong(source.runId()));
      json.writeNumberProperty("senderConnection", source.senderConnection());
    }
    json.writeNumberProperty("announced", source.announced());
    json.writeNumberProperty("received", source.received());
    json.writeNumberProperty("gaps", source.gaps());
    counts(
        source.lost(), source.duplicate(), source.reordered(), source.corrupt(), source.tooOld());
    json.writeNumberProperty("bytes", source.bytes());
    json.writeNumberProperty("firstDelayNs", source.firstDelayNanos());
    json.writeNumberProperty("spanNs", source.spanNanos());
    json.writeNumberProperty("ratePerSecond", source.ratePerSecond());
    json.writeNumberProperty("jitterNs", Math.round(source.jitterNanos()));
    json.writeStringProperty("clock", name(source.clock()));
    latency(source.latency());
    json.writeEndObject();
  }

  private void counts(long lost, long duplicate, long reordered, long corrupt, long tooOld) {
    json.writeNumberProperty("lost", lost);
    json.writeNumberProperty("duplicate", duplicate);
    json.writeNumberProperty("reordered", reordered);
    json.writeNumberProperty("corrupt", corrupt);
    json.writeNumberProperty("tooOld", tooOld);
  }

  private void latency(@Nullable LatencySummary latency) {
    if (latency == null) {
      json.writeNullProperty("latencyNs");
      return;
    }
    json.writeObjectPropertyStart("latencyNs");
    json.writeNumberProperty("min", latency.min());
    json.writeNumberProperty("p50", latency.p50());
    json.writeNumberProperty("p99", latency.p99());
    json.writeNumberProperty("max", latency.max());
    json.writeEndObject();
  }

  private void error(ErrorCount error) {
    json.writeStartObject();
    json.writeStringProperty("operation", error.receive() ? "receive" : "send");
    json.writeNumberProperty("status", error.status());
    json.writeStringProperty("text", error.text());
    json.writeNumberProperty("vendorError", Integer.toUnsignedLong(error.vendorError()));
    json.writeNumberProperty("count", error.count());
    json.writeEndObject();
  }

  private void interval(IntervalSummary interval) {
    json.writeStartObject();
    json.writeNumberProperty("startNs", interval.startNanos());
    json.writeNumberProperty("endNs", interval.endNanos());
    json.writeNumberProperty("messages", interval.messages());
    json.writeNumberProperty("ratePerSecond", interval.ratePerSecond());
    json.writeNumberProperty("lost", interval.lost());
    json.writeEndObject();
  }

  private void text(String name, @Nullable String value) {
    if (value == null) {
      json.writeNullProperty(name);
    } else {
      json.writeStringProperty(name, value);
    }
  }

  private static String time(long epochNanos) {
    return Instant.ofEpochSecond(
            Math.floorDiv(epochNanos, 1_000_000_000L), Math.floorMod(epochNanos, 1_000_000_000L))
        .toString();
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
