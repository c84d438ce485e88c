package io.github.mckey;

import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import io.github.mckey.signal.ProcessSignals;
import java.io.FileDescriptor;

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
    ProcessSignals.handle("INT", stop::request);
    ProcessSignals.handle("TERM", stop::request);
    Program program =
        new Program(LineOutput.to(FileDescriptor.out), LineOutput.to(FileDescriptor.err), stop);
    return program.run(args);
  }
}
