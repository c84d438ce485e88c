package io.github.mckey.transport.udp;

import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.JoinedGroup;
import org.jspecify.annotations.Nullable;

/** A CM event that this transport made itself; acknowledging it takes nothing. */
record UdpEvent(
    CmEventType type, int status, @Nullable Endpoint endpoint, @Nullable JoinedGroup group)
    implements CmEvent {
  static UdpEvent of(CmEventType type, int status, Endpoint endpoint) {
    return new UdpEvent(type, status, endpoint, null);
  }

  @Override
  public void close() {}
}
