package io.github.mckey.run;

import io.github.mckey.measure.MessageStamp;
import io.github.mckey.measure.ReceiveMeter;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of one connection of a run. */
final class Connection {
  private final Endpoint endpoint;

  /** Read by the thread that ends a hanging run, too. */
  private final List<CompletionFailure> errors = Collections.synchronizedList(new ArrayList<>(0));

  private QueueDepths depths = new QueueDepths(2, 1, 1);
  private @Nullable ReceiveMeter meter;
  private @Nullable MessageStamp stamp;
  private @Nullable JoinedGroup joined;
  private boolean joinRequested;
  private long posted;
  private long completed;
  private long failed;
  private long firstNanos;
  private long lastNanos;

  Connection(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  int index() {
    return endpoint.index();
  }

  QueueDepths depths() {
    return depths;
  }

  void setDepths(QueueDepths chosen) {
    depths = chosen;
  }

  /** Returns what looks at each received message, or null where they are only counted. */
  @Nullable ReceiveMeter meter() {
    return meter;
  }

  void setMeter(ReceiveMeter chosen) {
    meter = chosen;
  }

  /** Returns what writes the header into messages to send, or null where they go without. */
  @Nullable MessageStamp stamp() {
    return stamp;
  }

  void setStamp(MessageStamp chosen) {
    stamp = chosen;
  }

  /** Returns whether the fabric was asked to join, so that there may be something to leave. */
  boolean isJoinRequested() {
    return joinRequested;
  }

  void markJoinRequested() {
    joinRequested = true;
  }

  /** Returns the group, once it is joined and messages can go. */
  @Nullable JoinedGroup joined() {
    return joined;
  }

  void setJoined(JoinedGroup group) {
    joined = group;
  }

  /** Returns how many sends, or receives, were posted so far. */
  long posted() {
    return posted;
  }

  /**
   * Posts messages with what writes them, and counts them; the time of the first one begins here,
   * as all of them may be gone when the post returns.
   *
   * @param count how many, at least 1
   * @param signalLast as {@link Endpoint#postSends} takes it
   * @return how many were posted, 0…count
   */
  int postSends(int count, boolean signalLast) throws TransportException {
    if (posted == 0) {
      firstNanos = System.nanoTime();
    }
    try {
      int accepted = endpoint.postSends(count, signalLast, stamp);
      posted += accepted;
      return accepted;
    } catch (TransportException e) {
      posted += e.accepted();
      throw e;
    }
  }

  /** Posts receives and counts them. */
  void postReceives(int count) throws TransportException {
    try {
      endpoint.postReceives(count);
      posted += count;
    } catch (TransportException e) {
      posted += e.accepted();
      throw e;
    }
  }

  /** Returns how many sends, or receives, completed so far, in success or in error. */
  long completed() {
    return completed;
  }

  /**
   * Counts completions.
   *
   * @param nanos a reading of the monotonic clock
   */
  void addCompleted(long count, long nanos) {
    completed += count;
    lastNanos = nanos;
  }

  /** Returns how many of the completed ones failed. */
  long failed() {
    return failed;
  }

  /** Returns the failed ones by kind, as they are now. */
  List<CompletionFailure> errors() {
    return List.copyOf(errors);
  }

  void addError(CompletionFailure error) {
    errors.add(error);
    failed += error.count();
  }

  /** Returns the time from a sender's first post to its last completion, in nanoseconds. */
  long spanNanos() {
    return completed == 0 ? 0 : lastNanos - firstNanos;
  }

  /** Returns how many messages a receiver has: different ones where it looks at them. */
  long received() {
    ReceiveMeter looking = meter;
    return looking == null ? completed - failed : looking.received();
  }
}
