package io.github.mckey;

import io.github.mckey.cli.MckeyCommand;
import io.github.mckey.cli.Outcome;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.posix.LibcResolver;
import io.github.mckey.report.Console;
import io.github.mckey.report.LineOutput;
import io.github.mckey.run.ExitStatus;
import io.github.mckey.run.MulticastTest;
import io.github.mckey.run.StopRequest;
import io.github.mckey.transport.TransportProvider;
import io.github.mckey.transport.udp.UdpOptions;
import io.github.mckey.transport.udp.UdpProvider;
import io.github.mckey.transport.verbs.VerbsProvider;

/** The program without the process: arguments in, lines and an exit status out. */
public final class Program {
  private final LineOutput out;
  private final LineOutput err;
  private final StopRequest stop;

  /**
   * Creates the program.
   *
   * @param out standard output
   * @param err standard error
   * @param stop brings signals
   */
  public Program(LineOutput out, LineOutput err, StopRequest stop) {
    this.out = out;
    this.err = err;
    this.stop = stop;
  }

  /** Does what the arguments say and returns the exit status. */
  public int run(String... args) {
    Outcome outcome = MckeyCommand.parse(args);
    // Not a switch: one over types builds a class at run time, which no start-up archive holds.
    int status =
        outcome instanceof Outcome.Run run ? test(run.config()) : exit((Outcome.Exit) outcome);
    String lost = out.failure();
    if (lost != null) {
      err.line("mckey: cannot write to standard output: " + lost);
      return status == 0 ? ExitStatus.SET_UP_FAILED : status;
    }
    return status;
  }

  private int exit(Outcome.Exit exit) {
    err.text(exit.stderr());
    out.text(exit.stdout());
    return exit.status();
  }

  private int test(MckeyConfig config) {
    Console console = new Console(out, err);
    int status =
        new MulticastTest(config, provider(config), new LibcResolver(), console, stop).run();
    console.sayAfterwords();
    return status;
  }

  private static TransportProvider provider(MckeyConfig config) {
    return switch (config.transport()) {
      case VERBS -> new VerbsProvider(config.portSpace(), config.tos());
      case UDP -> new UdpProvider(udpOptions(config));
    };
  }

  private static UdpOptions udpOptions(MckeyConfig config) {
    Integer tos = config.tos();
    return new UdpOptions(
        config.ttl(), tos == null ? 0 : tos, config.portSpace().number(), config.messageCount());
  }
}
