package io.github.mckey;

import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import java.io.FileDescriptor;
import java.util.function.IntConsumer;

/** The process: its streams, its signals, its exit status. */
public final class Main {
  private Main() {}

  /** Runs mckey and ends the process with its status. */
  public static void main(String[] args) {
    StopRequest stop = new StopRequest();
    Watchdog watchdog = new Watchdog(new Halt());
    Signals.install(stop, watchdog);
    LineOutput out = LineOutput.to(FileDescriptor.out);
    LineOutput err = LineOutput.to(FileDescriptor.err);
    System.exit(new Program(out, err, stop, watchdog).run(args));
  }

  /** Ends the process without waiting for anything. */
  private static final class Halt implements IntConsumer {
    @Override
    public void accept(int status) {
      Runtime.getRuntime().halt(status);
    }
  }
}
