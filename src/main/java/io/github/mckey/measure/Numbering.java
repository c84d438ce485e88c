package io.github.mckey.measure;

/** What tells a source's messages apart. */
public enum Numbering {
  /** Our senders' header. */
  HEADER,
  /** The packets' PSN; only the udp transport shows it. */
  PSN,
  /** Nothing: losses show in the connection's count only, duplicates not at all. */
  NONE
}
