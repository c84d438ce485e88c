package io.github.mckey.host;

import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import org.jspecify.annotations.Nullable;

/** Knows where datagrams go out. */
interface Routes {
  /** Returns the local address that datagrams to another go out from; null without a route. */
  @Nullable NetworkAddress sourceTo(Gid destination, int scopeId);
}
