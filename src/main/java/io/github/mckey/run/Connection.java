package io.github.mckey.run;

import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.QueueDepths;

/** The state of one connection of a run. */
final class Connection {
  private final Endpoint endpoint;
  private QueueDepths depths = new QueueDepths(2, 1, 1);
  private boolean joinRequested;
  private boolean connected;
  private long posted;
  private long completed;

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

  /** Returns whether the fabric was asked to join, so that there may be something to leave. */
  boolean isJoinRequested() {
    return joinRequested;
  }

  void markJoinRequested() {
    joinRequested = true;
  }

  /** Returns whether the group is joined and messages can go. */
  boolean isConnected() {
    return connected;
  }

  void markConnected() {
    connected = true;
  }

  /** Returns how many sends, or receives, were posted so far. */
  long posted() {
    return posted;
  }

  void addPosted(long count) {
    posted += count;
  }

  /** Returns how many sends, or receives, completed so far, in success or in error. */
  long completed() {
    return completed;
  }

  void addCompleted(long count) {
    completed += count;
  }
}
