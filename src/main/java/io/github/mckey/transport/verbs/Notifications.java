package io.github.mckey.transport.verbs;

import io.github.mckey.posix.Poller;
import io.github.mckey.transport.TransportException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The completion queues of a transport and the channels that they notify. The queues of a device
 * share a channel, so that any number of connections takes one file descriptor a device.
 */
final class Notifications {
  private final Verbs verbs;
  private final Poller poller;
  private final List<Channel> channels = new ArrayList<>(1);

  Notifications(Verbs verbs, Poller poller) {
    this.verbs = verbs;
    this.poller = poller;
  }

  /** A device's channel and the queues that use it, by address. */
  private static final class Channel {
    final long context;
    final CompletionChannel completions;
    final Map<Long, CompletionQueue> queues = new HashMap<>();

    Channel(long context, CompletionChannel completions) {
      this.context = context;
      this.completions = completions;
    }
  }

  /** Creates a completion queue, and the device's channel with its first one. */
  CompletionQueue createQueue(long context, int entries, long cookie) throws TransportException {
    Channel channel = find(context);
    if (channel == null) {
      channel = new Channel(context, CompletionChannel.create(verbs, context));
      channels.add(channel);
      poller.add(channel.completions.descriptor());
    }
    try {
      CompletionQueue queue =
          CompletionQueue.create(verbs, context, channel.completions, entries, cookie);
      channel.queues.put(queue.address(), queue);
      return queue;
    } catch (TransportException e) {
      Teardown teardown = new Teardown(e);
      closeIfUnused(channel, teardown);
      throw e;
    }
  }

  /** Destroys a completion queue, and the device's channel after its last one. */
  void closeQueue(CompletionQueue queue, Teardown teardown) {
    teardown.close(queue);
    for (Channel channel : channels) {
      if (channel.queues.remove(queue.address(), queue)) {
        closeIfUnused(channel, teardown);
        return;
      }
    }
  }

  /**
   * Takes the notifications that the last sleep ended for.
   *
   * @return whether there were any
   */
  boolean take() throws TransportException {
    boolean any = false;
    for (int i = 0; i < channels.size(); i++) {
      Channel channel = channels.get(i);
      if (poller.isReady(channel.completions.descriptor())) {
        any |= take(channel);
      }
    }
    return any;
  }

  private static boolean take(Channel channel) throws TransportException {
    boolean any = false;
    // Each queue has one at the most, so another read would only say that there is none.
    for (int left = channel.queues.size(); left > 0; left--) {
      long cq = channel.completions.next();
      if (cq == 0) {
        break;
      }
      CompletionQueue queue = channel.queues.get(cq);
      if (queue != null) {
        queue.notified();
        any = true;
      }
    }
    return any;
  }

  private @Nullable Channel find(long context) {
    for (Channel channel : channels) {
      if (channel.context == context) {
        return channel;
      }
    }
    return null;
  }

  private void closeIfUnused(Channel channel, Teardown teardown) {
    if (channel.queues.isEmpty()) {
      channels.remove(channel);
      poller.remove(channel.completions.descriptor());
      teardown.close(channel.completions);
    }
  }
}
