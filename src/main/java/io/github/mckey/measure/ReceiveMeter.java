package io.github.mckey.measure;

import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Counts what one connection receives. Used by one thread; only {@link #sources} may be asked by
 * another one, whose figures are then as good as memory shows them to it.
 */
public final class ReceiveMeter {
  private final SourceTable sources;
  private final CRC32C crc = new CRC32C();
  private long startedNanos;
  private long received;
  private long unattributed;

  /** Creates a meter. */
  public ReceiveMeter(MeterSettings settings) {
    this.sources = new SourceTable(settings);
  }

  /**
   * Loads what the first message needs, so that it does not wait for it: that would count as the
   * way's delay.
   */
  public static void warmUp(MeterSettings settings) {
    ByteBuffer message = ByteBuffer.allocateDirect(MessageHeader.SIZE);
    MessageStamp stamp = new MessageStamp(0, 0, 2, settings.clock(), settings.clockId());
    ReceiveMeter scratch = new ReceiveMeter(settings);
    Arrival arrival = new Arrival();
    stamp.layOut(message, 0, MessageHeader.SIZE);
    int[] pattern = new int[1];
    for (int i = 0; i < 2; i++) {
      stamp.write(message, 0, 0, 1, pattern);
      scratch.add(arrival.set(Gid.ZERO, 0, -1, message, System.nanoTime()));
    }
    scratch.sources();
  }

  /**
   * Starts the time to the first message.
   *
   * @param nanos a reading of the monotonic clock
   */
  public void start(long nanos) {
    startedNanos = nanos;
  }

  /**
   * Takes a message.
   *
   * @return how many more different messages the connection has by it: 0 or 1; negative where the
   *     message shows that earlier ones of its source were corrupt
   */
  public long add(Arrival arrival) {
    SourceMeter source = sources.find(arrival.gid, arrival.qpn);
    if (source == null) {
      unattributed++;
      received++;
      return 1;
    }
    long before = source.received();
    if (!MessageHeader.isPresent(arrival.payload)) {
      source.addBare(arrival);
    } else if (!PayloadCrc.holds(crc, arrival.payload)
        || !MessageHeader.isPlausible(arrival.payload)) {
      source.addCorrupt(arrival);
    } else {
      if (source.isOtherRun(MessageHeader.runId(arrival.payload))) {
        SourceMeter next = sources.replace(arrival.gid, arrival.qpn);
        if (next != null) {
          source = next;
          before = 0;
        }
      }
      source.addNumbered(arrival);
    }
    long more = source.received() - before;
    received += more;
    return more;
  }

  /** Returns how many different intact messages came from all sources together. */
  public long received() {
    return received;
  }

  /** Returns how many numbers up to the highest of each source were not seen so far. */
  public long gaps() {
    long gaps = 0;
    for (SourceMeter source : sources.all()) {
      gaps += source.gaps();
    }
    return gaps;
  }

  /** Returns how many came from sources beyond those that are told apart. */
  public long unattributed() {
    return unattributed;
  }

  /** Returns the sources in the order of their first message. */
  public List<SourceSummary> sources() {
    List<SourceSummary> summaries = new ArrayList<>();
    for (SourceMeter source : List.copyOf(sources.all())) {
      summaries.add(source.summary(startedNanos));
    }
    return summaries;
  }
}
