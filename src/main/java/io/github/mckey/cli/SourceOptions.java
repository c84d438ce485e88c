package io.github.mckey.cli;

import io.github.mckey.config.SourceChoice;
import io.github.mckey.config.TransportKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/** The options that name what takes part otherwise than by a local address. */
final class SourceOptions {
  private final GivenOptions given;
  private final OptionSpec bindAddress;
  private final OptionSpec byInterface;
  private final OptionSpec byDevice;

  /** Adds the options to the list. */
  SourceOptions(OptionList list, GivenOptions given, OptionSpec bindAddress) {
    this.given = given;
    this.bindAddress = bindAddress;
    byInterface =
        list.value(
            "--interface",
            "name",
            null,
            new Converters.Interfaces(),
            "Bind to the address of this network interface, in place of -b: the",
            "first one of the group's family");
    byDevice =
        list.value(
            "--device",
            "name[:port]",
            null,
            new Converters.Devices(),
            "Bind to the address of the network interface of this RDMA device, in",
            "place of -b; not with --transport udp");
  }

  /** Returns whether any of them is given, or the bind address. */
  boolean isGiven() {
    return given.has(bindAddress) || given.has(byInterface) || given.has(byDevice);
  }

  /**
   * Returns what is to take part, or null where none of the options is given.
   *
   * @throws UsageException where more than one is given
   */
  @Nullable SourceChoice choice() throws UsageException {
    if (given.has(byInterface) && given.has(byDevice)) {
      throw new UsageException("options --interface and --device exclude each other");
    }
    OptionSpec option = given.has(byInterface) ? byInterface : byDevice;
    if (given.has(option) && given.has(bindAddress)) {
      throw new UsageException("options -b and " + option.names()[0] + " exclude each other");
    }
    return given.value(option, SourceChoice.class);
  }

  /** Refuses a device on a transport that uses none. */
  void check(TransportKind transport) throws UsageException {
    if (given.has(byDevice) && transport == TransportKind.UDP) {
      throw new UsageException(
          "option --device does not go with --transport udp, which uses no RDMA device:"
              + " give --interface");
    }
  }
}
