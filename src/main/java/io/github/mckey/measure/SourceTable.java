package io.github.mckey.measure;

import io.github.mckey.transport.Gid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a connection, found by GID and QP number without allocating. There is room for
 * {@value #MOST}; what comes from further ones is counted for the connection only.
 */
final class SourceTable {
  /** Sources that are told apart; keeps a flood of forged ones from taking all memory. */
  static final int MOST = 1024;

  private final MeterSettings settings;

  /** Summaries may be made of it by another thread than the one that adds to it. */
  private final List<SourceMeter> all = Collections.synchronizedList(new ArrayList<>());

  /** Open addressing; a power of two, at most half full. */
  private @Nullable SourceMeter[] slots = new @Nullable SourceMeter[16];

  SourceTable(MeterSettings settings) {
    this.settings = settings;
  }

  /** Returns all sources in the order of their first message. */
  List<SourceMeter> all() {
    return all;
  }

  /** Returns the source, made where it is new; null where there is no room. */
  @Nullable SourceMeter find(Gid gid, int qpn) {
    int slot = slot(gid, qpn);
    SourceMeter known = slots[slot];
    return known != null ? known : add(gid, qpn);
  }

  /** Returns a new meter for a source whose queue pair number is used by another run now. */
  @Nullable SourceMeter replace(Gid gid, int qpn) {
    return all.size() >= MOST ? null : put(new SourceMeter(gid, qpn, settings));
  }

  private @Nullable SourceMeter add(Gid gid, int qpn) {
    if (all.size() >= MOST) {
      return null;
    }
    if (all.size() * 2 >= slots.length) {
      grow();
    }
    return put(new SourceMeter(gid, qpn, settings));
  }

  private SourceMeter put(SourceMeter source) {
    slots[slot(source.gid, source.qpn)] = source;
    all.add(source);
    return source;
  }

  private void grow() {
    slots = new @Nullable SourceMeter[slots.length * 2];
    for (SourceMeter source : all) {
      // Later runs of the same queue pair come later and so win their slot.
      slots[slot(source.gid, source.qpn)] = source;
    }
  }

  /** Spelled out: a record's own equals is linked at its first use, which takes its time. */
  private static boolean isSame(Gid a, Gid b) {
    return a.low() == b.low() && a.high() == b.high();
  }

  private int slot(Gid gid, int qpn) {
    int mask = slots.length - 1;
    long mixed = (gid.high() ^ Long.rotateLeft(gid.low(), 32) ^ qpn) * 0x9e3779b97f4a7c15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (true) {
      SourceMeter there = slots[slot];
      if (there == null || (there.qpn == qpn && isSame(there.gid, gid))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }
}
