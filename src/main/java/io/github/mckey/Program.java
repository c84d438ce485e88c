package io.github.mckey;

import io.github.mckey.check.Finding;
import io.github.mckey.check.Preflight;
import io.github.mckey.cli.MckeyCommand;
import io.github.mckey.cli.Outcome;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.hint.Hints;
import io.github.mckey.host.Host;
import io.github.mckey.host.SourceFinder;
import io.github.mckey.measure.Verdict;
import io.github.mckey.posix.LibcResolver;
import io.github.mckey.report.CheckOutput;
import io.github.mckey.report.Console;
import io.github.mckey.report.LineOutput;
import io.github.mckey.report.SummaryOutput;
import io.github.mckey.run.ExitStatus;
import io.github.mckey.run.MulticastTest;
import io.github.mckey.run.StopRequest;
import io.github.mckey.transport.TransportProvider;
import io.github.mckey.transport.udp.UdpOptions;
import io.github.mckey.transport.udp.UdpProvider;
import io.github.mckey.transport.verbs.VerbsProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program without the process: arguments in, lines and an exit status out. */
public final class Program {
  private final LineOutput out;
  private final LineOutput err;
  private final StopRequest stop;
  private final @Nullable Watchdog watchdog;
  private final Host host;

  /**
   * Creates the program.
   *
   * @param out standard output
   * @param err standard error
   * @param stop brings signals
   * @param watchdog ends a run that hangs; null where nobody does
   * @param host what interfaces and devices there are
   */
  Program(
      LineOutput out, LineOutput err, StopRequest stop, @Nullable Watchdog watchdog, Host host) {
    this.out = out;
    this.err = err;
    this.stop = stop;
    this.watchdog = watchdog;
    this.host = host;
  }

  /**
   * Creates a program whose hanging runs nobody ends: one in a process with other work.
   *
   * @param out standard output
   * @param err standard error
   * @param stop brings requests to stop
   */
  public Program(LineOutput out, LineOutput err, StopRequest stop) {
    this(out, err, stop, new Host());
  }

  /** Creates a program that takes a host for this one; the parameters as above. */
  public Program(LineOutput out, LineOutput err, StopRequest stop, Host host) {
    this(out, err, stop, null, host);
  }

  /** Does what the arguments say and returns the exit status. */
  public int run(String... args) {
    Outcome outcome = MckeyCommand.parse(args);
    int status = status(outcome);
    String lost = out.failure();
    if (lost != null) {
      err.line("mckey: cannot write to standard output: " + lost);
      return status == 0 ? ExitStatus.SET_UP_FAILED : status;
    }
    return status;
  }

  /** Not a switch: one over types builds a class at run time, which no start-up archive holds. */
  private int status(Outcome outcome) {
    if (outcome instanceof Outcome.Run run) {
      return test(run.config());
    }
    if (outcome instanceof Outcome.Check check) {
      return check(check);
    }
    return exit((Outcome.Exit) outcome);
  }

  private int exit(Outcome.Exit exit) {
    err.text(exit.stderr());
    out.text(exit.stdout());
    return exit.status();
  }

  private int check(Outcome.Check check) {
    MckeyConfig config = check.config();
    List<Finding> findings = new Preflight(config, check.groupNamed(), host).look();
    int status = Preflight.exitStatus(findings);
    String file = config.reporting().jsonFile();
    if (config.reporting().json()) {
      out.text(CheckOutput.json(findings));
      return status;
    }
    out.text(CheckOutput.text(findings));
    return file == null || CheckOutput.write(findings, file, err) ? status : 1;
  }

  private int test(MckeyConfig config) {
    // A JSON document has stdout for itself.
    Console console =
        new Console(config.reporting().json() ? err : out, err, new Hints(config, host));
    SummaryOutput figures = new SummaryOutput(config.reporting(), out, err);
    MulticastTest test =
        new MulticastTest(
            config,
            provider(config),
            new LibcResolver(),
            new SourceFinder(host),
            console,
            figures,
            stop);
    if (watchdog != null) {
      watchdog.watch(test, config.limits().timeoutNanos(), Verdict.TIMED_OUT);
    }
    int status = test.run();
    return status == 0 && figures.failure() != null ? ExitStatus.SET_UP_FAILED : status;
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
