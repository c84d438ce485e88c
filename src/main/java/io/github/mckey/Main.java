package io.github.mckey;

import io.github.mckey.host.Host;
import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import java.io.FileDescriptor;
import java.util.function.IntConsumer;

/** The process: its streams, its signals, its exit status. */
public final class Main {
  private Main() {}

  /**
   * Runs mckey and ends the process with its status. Nothing is left to do at that point, so it
   * halts: {@link System#exit} would first look for a logger, which loads some sixty classes.
   */
  public static void main(String[] args) {
    Runtime.getRuntime().halt(run(args));
  }

  /** Runs mckey on the process's streams and signals, and returns the exit status. */
  static int run(String... args) {
    StopRequest stop = new StopRequest();
    Watchdog watchdog = new Watchdog(new Halt());
    Signals.install(stop, watchdog);
    LineOutput out = LineOutput.to(FileDescriptor.out);
    LineOutput err = LineOutput.to(FileDescriptor.err);
    return new Program(out, err, stop, watchdog, new Host()).run(args);
  }

  /** Ends the process without waiting for anything. */
  private static final class Halt implements IntConsumer {
    @Override
    public void accept(int status) {
      Runtime.getRuntime().halt(status);
    }
  }
}
