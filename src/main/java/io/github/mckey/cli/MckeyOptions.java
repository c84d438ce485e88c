package io.github.mckey.cli;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.MckeyConfigBuilder;
import io.github.mckey.config.PortSpace;
import io.github.mckey.config.TransportKind;
import io.github.mckey.transport.Gid;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of mckey. Everything else derives from these fields: what {@link GetOpt} looks for,
 * the help, the configuration. A new option is a field here and a line in {@link #config}.
 */
final class MckeyOptions {
  /** What a preflight without a group looks at: the one that an administrator would assign. */
  private static final String ANY_GROUP = "0.0.0.0";

  private final OptionList list = new OptionList();
  private final GivenOptions given = new GivenOptions();

  private final OptionSpec mapped =
      list.value(
          "-m",
          "multicast_address",
          null,
          new Converters.Text(),
          "IP multicast group to join, by address or name. The zero address",
          "(0.0.0.0 or ::) asks the subnet administrator for a new group");

  private final OptionSpec unmapped =
      list.value(
          "-M",
          "unmapped_multicast_address",
          null,
          new Converters.Mgid(),
          "MGID to join as it is, in IPv6 notation; 0 asks for a new group.",
          "Replaces -m and requires -b");

  private final OptionSpec sender = list.flag("-s", "Send to the group; without it, receive");

  private final OptionSpec bindAddress =
      list.value(
          "-b",
          "bind_address",
          null,
          new Converters.Text(),
          "Local address or host name to bind to; without it, the route to the",
          "group decides");

  private final OptionSpec connections =
      list.value(
          "-c",
          "connections",
          "1",
          new Converters.WholeNumber(1, MckeyConfig.MAX_CONNECTIONS),
          "QPs that join the group, 1 to 65535");

  private final OptionSpec messageCount =
      list.value(
          "-C",
          "message_count",
          "10",
          new Converters.WholeNumber(0, Long.MAX_VALUE),
          "Messages to transfer over each connection; 0 only joins and leaves");

  private final OptionSpec messageSize =
      list.value(
          "-S",
          "message_size",
          "100",
          new Converters.WholeNumber(0, Integer.MAX_VALUE),
          "Bytes in each message, at most the MTU; 0 only joins and leaves");

  private final OptionSpec portSpace =
      list.value(
          "-p",
          "port_space",
          "0x111",
          new Converters.PortSpaces(),
          "RDMA port space: 0x111 for UDP, 0x2 for IPoIB");

  private final OptionSpec sendOnly = list.flag("-o", "Join as a send-only full-member");

  private final OptionSpec noLoopback =
      list.flag(
          "-l", "Join without multicast loopback: receivers on this host hear nothing", "of it");

  private final SourceOptions source = new SourceOptions(list, given, bindAddress);

  private final OptionSpec transport =
      list.value(
          "--transport",
          "verbs|udp",
          "verbs",
          new Converters.Transports(),
          "What carries the test: RDMA devices, or RoCEv2 packets over ordinary",
          "UDP sockets, for which no RDMA device is needed");

  private final OptionSpec ttl =
      list.value(
          "--ttl",
          "hops",
          "64",
          new Converters.WholeNumber(1, 255),
          "IP time to live of what is sent, 1 to 255; with --transport udp only");

  private final OptionSpec tos =
      list.value(
          "--tos",
          "tos",
          null,
          new Converters.WholeNumber(0, 255),
          "IP type of service (DSCP and ECN bits) of what is sent, 0 to 255;",
          "without it, the transport's own");

  private final OptionSpec settle =
      list.value(
          "--settle",
          "seconds",
          "3",
          new Converters.Seconds(0),
          "Pause between joining and transferring, in which a subnet manager",
          "sets the switches up; decimals allowed");

  private final RunOptions run = new RunOptions(list, given);

  MckeyOptions() {
    list.help("-h", "--help", "Print this help and exit");
    list.version("-V", "--version", "Print the version and exit");
  }

  /** Returns the options in the order of the help. */
  List<OptionSpec> all() {
    return list.options();
  }

  /** Returns the same options for {@link GetOpt}, in the same order. */
  List<Switch> switches() {
    return list.switches();
  }

  /** Notes an option of the command line. */
  void give(GetOpt.Found found) {
    given.add(list.options().get(found.index()), found.value());
  }

  /** Tells whether nothing is to be joined, only looked at. */
  boolean checksOnly() {
    return run.checksOnly();
  }

  /** Tells whether a group was given. */
  boolean namesGroup() {
    return given.has(mapped) || given.has(unmapped);
  }

  /** Tells whether an MGID was given that no local address goes with. */
  boolean lacksBindAddress() {
    return given.has(unmapped) && !source.isGiven();
  }

  /**
   * Returns what was given, and the defaults of the rest.
   *
   * @throws UsageException for the first value that is refused, then for options that do not go
   *     together
   */
  MckeyConfig config() throws UsageException {
    given.convert();
    MckeyConfigBuilder config =
        MckeyConfig.of(group())
            .sender(given.has(sender))
            .bindAddress(given.value(bindAddress, String.class))
            .source(source.choice())
            .connections(given.required(connections, Long.class).intValue())
            .messageCount(count())
            .messageSize(given.required(messageSize, Long.class).intValue())
            .portSpace(given.required(portSpace, PortSpace.class))
            .sendOnly(given.has(sendOnly))
            .loopback(!given.has(noLoopback))
            .transport(given.required(transport, TransportKind.class))
            .ttl(given.required(ttl, Long.class).intValue())
            .settleNanos(given.required(settle, Long.class))
            .limits(run.limits(given.has(sender)))
            .reporting(run.reporting());
    Long typeOfService = given.value(tos, Long.class);
    if (typeOfService != null) {
      config.tos(typeOfService.intValue());
    }
    MckeyConfig complete = config.build();
    source.check(complete.transport());
    if (given.has(ttl) && complete.transport() != TransportKind.UDP) {
      throw new UsageException("option --ttl goes with --transport udp only");
    }
    return complete;
  }

  /** A run that time ends has no number of messages, unless one is given. */
  private long count() throws UsageException {
    return run.endsByTime() && !given.has(messageCount)
        ? MckeyConfig.UNLIMITED
        : given.required(messageCount, Long.class);
  }

  private Group group() throws UsageException {
    if (given.has(mapped) && given.has(unmapped)) {
      throw new UsageException("options -m and -M exclude each other");
    }
    if (given.has(mapped)) {
      return new Group.Mapped(given.required(mapped, String.class));
    }
    if (given.has(unmapped)) {
      return new Group.Unmapped(given.required(unmapped, Gid.class));
    }
    if (run.checksOnly()) {
      return new Group.Mapped(ANY_GROUP);
    }
    throw new UsageException("a multicast group is needed: give -m or -M");
  }
}
