package io.github.mckey.transport.verbs;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.Poller;
import io.github.mckey.transport.Endpoint;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event channel, its CM ids and their completion channels, waited for together. */
final class VerbsTransport implements Transport {
  private final Verbs verbs;
  private final EventChannel channel;
  private final Poller poller;
  private final Notifications notifications;
  private final VerbsOptions options;

  /** The endpoints by their cookie less one: a cookie is never 0, which is no id's context. */
  private final List<@Nullable VerbsEndpoint> endpoints = new ArrayList<>();

  private VerbsTransport(Verbs verbs, EventChannel channel, Poller poller, VerbsOptions options) {
    this.verbs = verbs;
    this.channel = channel;
    this.poller = poller;
    this.options = options;
    notifications = new Notifications(verbs, poller);
    poller.add(channel.descriptor());
  }

  static VerbsTransport open(VerbsOptions options) throws TransportException {
    VerbsLibrary library = VerbsLibrary.load();
    Verbs verbs = new Verbs(library, new NativeCalls());
    EventChannel channel = EventChannel.create(verbs);
    try {
      return new VerbsTransport(verbs, channel, Poller.open(verbs.calls), options);
    } catch (TransportException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public Endpoint createEndpoint(int index) throws TransportException {
    long cookie = endpoints.size() + 1L;
    VerbsEndpoint endpoint =
        new VerbsEndpoint(
            verbs,
            notifications,
            CmId.create(verbs, channel, options.portSpace(), cookie),
            index,
            cookie);
    endpoints.add(endpoint);
    Integer tos = options.tos();
    if (tos != null) {
      try {
        endpoint.setTypeOfService(tos);
      } catch (TransportException e) {
        Teardown teardown = new Teardown(e);
        teardown.close(endpoint);
        teardown.finish();
      }
    }
    return endpoint;
  }

  @Override
  public int await(long timeoutNanos) throws TransportException {
    if (!poller.await(timeoutNanos)) {
      return 0;
    }
    int what = poller.wasWoken() ? WOKEN : 0;
    if (poller.isReady(channel.descriptor())) {
      what |= CM_EVENT;
    }
    try {
      return notifications.take() ? what | COMPLETION : what;
    } catch (TransportException e) {
      // A device that goes away breaks its channel too: the event that says so comes first.
      if (what != 0) {
        return what;
      }
      throw e;
    }
  }

  @Override
  public @Nullable VerbsCmEvent nextEvent() throws TransportException {
    long address = channel.next();
    if (address == 0) {
      return null;
    }
    VerbsCmEvent event = new VerbsCmEvent(verbs, address);
    event.deliverTo(endpointOf(event.cookie()));
    return event;
  }

  @Override
  public void ignoreEvents() {
    poller.remove(channel.descriptor());
  }

  private @Nullable VerbsEndpoint endpointOf(long cookie) {
    return cookie > 0 && cookie <= endpoints.size() ? endpoints.get((int) (cookie - 1)) : null;
  }

  @Override
  public void wake() {
    poller.wake();
  }

  /** {@inheritDoc} Endpoints that are still open are closed first. */
  @Override
  public void close() throws TransportException {
    Teardown teardown = new Teardown();
    for (VerbsEndpoint endpoint : endpoints) {
      teardown.close(endpoint);
    }
    endpoints.clear();
    teardown.close(channel);
    poller.close();
    teardown.finish();
  }
}
