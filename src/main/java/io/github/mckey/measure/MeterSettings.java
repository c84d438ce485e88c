package io.github.mckey.measure;

/**
 * What the meters of a run share.
 *
 * @param clock this host's clock
 * @param clockId its name, as in the messages of senders that read the same clock; 0 if unknown
 * @param latency whether latencies are wanted
 */
public record MeterSettings(EpochClock clock, int clockId, boolean latency) {
  /** Returns the settings of a run on this host. */
  public static MeterSettings ofHost(boolean latency) {
    return new MeterSettings(EpochClock.ofHost(), ClockId.ofHost(), latency);
  }
}
