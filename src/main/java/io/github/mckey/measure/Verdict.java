package io.github.mckey.measure;

import java.util.List;

/** Whether what arrived is enough. */
public final class Verdict {
  /** The status of a run whose time was over first: -ETIMEDOUT; the process exits with 146. */
  public static final int TIMED_OUT = -110;

  private Verdict() {}

  /**
   * Judges a receiver whose time is over.
   *
   * @param members its connections
   * @param allowedPercent how much may be lost, in percent of what was to come, 0…100
   * @return 0 where no connection misses more, otherwise {@link #TIMED_OUT}
   */
  public static int atDeadline(List<ReceiveSummary> members, double allowedPercent) {
    for (ReceiveSummary member : members) {
      if (!isEnough(member, allowedPercent)) {
        return TIMED_OUT;
      }
    }
    return 0;
  }

  /** Nothing at all is not enough: a receiver that hears nobody has tested nothing. */
  private static boolean isEnough(ReceiveSummary member, double allowedPercent) {
    if (member.expected() == 0 && member.received() == 0) {
      return allowedPercent >= 100;
    }
    return member.lossPercent() <= allowedPercent;
  }
}
