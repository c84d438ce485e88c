package io.github.mckey.run;

import io.github.mckey.config.MckeyConfig;
import io.github.mckey.measure.ClockId;
import io.github.mckey.measure.EpochClock;
import io.github.mckey.measure.MessageStamp;
import io.github.mckey.measure.MeterSettings;
import io.github.mckey.measure.ReceiveMeter;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.QueueDepths;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is done with the messages of each connection: senders write a header into them, measuring
 * receivers look at it; and the queues and the memory that this takes.
 */
final class MessagePlan {
  /**
   * Receives that a measuring receiver has outstanding at least, where the device can: messages
   * that come twice must not take the place of others.
   */
  private static final int SPARE_RECEIVES = 512;

  private final MckeyConfig config;
  private final RunListener listener;
  private final SlotPlan slots;
  private boolean warned;
  private @Nullable SenderSettings sender;
  private @Nullable MeterSettings meters;

  /** What the stamps of a run share. */
  private record SenderSettings(int runId, EpochClock clock, int clockId) {}

  MessagePlan(MckeyConfig config, RunListener listener, LongSupplier lockable) {
    this.config = config;
    this.listener = listener;
    slots = new SlotPlan(config.messageSize(), config.connections(), lockable);
  }

  /**
   * Returns the depths of a connection's queues.
   *
   * @param messageCount messages that it will carry
   * @param locked whether they lie in locked memory
   */
  QueueDepths depths(long messageCount, DeviceLimits limits, boolean locked) {
    if (messageCount == 0 || config.sender() || !config.isMeasuring()) {
      return QueuePlan.depths(messageCount, limits);
    }
    QueueDepths wanted = QueuePlan.depths(Math.max(messageCount, SPARE_RECEIVES), limits);
    if (!locked) {
      return wanted;
    }
    int receives = slots.forReceiving(wanted.receives());
    return new QueueDepths(2 * receives, receives, receives);
  }

  /** Decides on a connection's messages, whose queues exist; returns the slots to register. */
  int prepare(Connection connection) {
    if (config.sender()) {
      return prepareSending(connection);
    }
    if (!config.isMeasuring()) {
      return 1;
    }
    connection.setMeter(new ReceiveMeter(meterSettings()));
    return connection.depths().receives();
  }

  private int prepareSending(Connection connection) {
    if (!MessageStamp.fits(config.messageSize())) {
      return 1;
    }
    int wanted = connection.depths().sends();
    int number = connection.endpoint().locksMessages() ? slots.forSending(wanted) : wanted;
    if (number == 1 && wanted > 1) {
      warnOfMissingHeaders();
    } else {
      SenderSettings settings = senderSettings();
      long total = config.isUnlimited() ? 0 : config.messageCount();
      connection.setStamp(
          new MessageStamp(
              connection.index(), settings.runId, total, settings.clock, settings.clockId));
    }
    return number;
  }

  /** Not without long options: stock, whose output theirs is, has no header to miss. */
  private void warnOfMissingHeaders() {
    if (config.isMeasuring() && !warned) {
      warned = true;
      listener.warned(
          "the limit on locked memory (ulimit -l) leaves no room for the header that receivers"
              + " measure by; messages go without");
    }
  }

  private SenderSettings senderSettings() {
    if (sender == null) {
      int runId = ThreadLocalRandom.current().nextInt();
      sender = new SenderSettings(runId, EpochClock.ofHost(), ClockId.ofHost());
    }
    return sender;
  }

  private MeterSettings meterSettings() {
    if (meters == null) {
      boolean latency = config.reporting().stats() || config.reporting().wantsJson();
      meters = MeterSettings.ofHost(latency);
      ReceiveMeter.warmUp(meters);
    }
    return meters;
  }
}
