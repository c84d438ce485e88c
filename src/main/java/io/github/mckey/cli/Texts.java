package io.github.mckey.cli;

import io.github.mckey.config.Version;

/** Texts that never change. */
final class Texts {
  /** What stock mckey prints after a complaint of getopt(3); scripts may compare it. */
  static final String USAGE =
      """
      usage: mckey
      \t-m multicast_address
      \t[-M unmapped_multicast_address]
      \t replaces -m and requires -b
      \t[-s(ender)]
      \t[-b bind_address]
      \t[-c connections]
      \t[-C message_count]
      \t[-S message_size]
      \t[-p port_space - 0x111 for UDP (default), 0x2 for IPOIB]
      \t[-o join as a send-only full-member]
      \t[-l join without multicast loopback]
      """;

  /** What stock mckey prints for {@code -M} without {@code -b}. */
  static final String UNMAPPED_WITHOUT_BIND =
      "unmapped multicast address requires binding to source address\n";

  /** What {@code --version} prints; a test holds it against the build's version. */
  static final String VERSION =
      "mckey " + Version.TEXT + " (Java; options and output of rdma-core's mckey)\n";

  /** What stands before the options in the help. */
  static final String HELP_HEAD =
      """
      usage: mckey -m multicast_address [options]
             mckey -M unmapped_multicast_address -b bind_address [options]

      Joins a multicast group over RDMA, receives or sends messages, and leaves it
      again. Start the receivers first, then one sender with -s.
      """;

  /** What stands behind the options in the help. */
  static final String HELP_TAIL =
      """

      exit status: 0 when everything was transferred, 1 for wrong usage or where
      nothing could be set up, otherwise the low 8 bits of the printed return status.
      """;

  private Texts() {}
}
