package io.github.mckey;

import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import io.github.mckey.signal.ProcessSignals;
import java.io.FileDescriptor;

/** The process: its streams, its signals, its exit status. */
public final class Main {
  private Main() {}

  /** Runs mckey and ends the process with its status. */
  public static void main(String[] args) {
    StopRequest stop = new StopRequest();
    ProcessSignals.handle("INT", stop::request);
    ProcessSignals.handle("TERM", stop::request);
    Program program =
        new Program(LineOutput.to(FileDescriptor.out), LineOutput.to(FileDescriptor.err), stop);
    System.exit(program.run(args));
  }
}
