package io.github.mckey;

import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Walks through what users do, in one process, so that the JVM writes what that takes into its
 * start-up archive. Only the making of the archive runs this; what fails here costs a run time and
 * nothing else.
 *
 * <p>With {@code MCKEY_STANDIN} in the environment the RDMA libraries are stand-ins, the first
 * event channel of which is to fail with ENODEV; otherwise they are the machine's, and no group is
 * joined.
 */
final class StartUpTraining {
  private static final String GROUP = "239.255.113.77";

  private StartUpTraining() {}

  /** Runs all scenarios. */
  public static void main(String[] args) throws InterruptedException {
    Main.run("--help");
    Main.run("--version");
    Main.run("-x");
    Main.run("-m", GROUP, "-b", "127.0.0.1", "-C", "0", "--settle", "0");
    if (System.getenv("MCKEY_STANDIN") != null) {
      Main.run("-m", GROUP, "-b", "10.7.0.1", "-C", "100", "--settle", "0");
      Main.run("-m", GROUP, "-b", "10.7.0.1", "-C", "100", "--settle", "0", "-s");
    }
    overUdp();
  }

  /** Sends to a receiver on the loopback interface. */
  private static void overUdp() throws InterruptedException {
    String[] options = {
      "--transport", "udp", "-m", GROUP, "-b", "127.0.0.1", "-C", "100", "--settle", "0"
    };
    JoinedOutput out = new JoinedOutput();
    StopRequest stop = new StopRequest();
    Program receiver = new Program(new LineOutput(out), LineOutput.to(FileDescriptor.err), stop);
    Thread receiving = new Thread(() -> receiver.run(options));
    receiving.start();
    if (out.joined.await(5, TimeUnit.SECONDS)) {
      String[] sending = new String[options.length + 2];
      System.arraycopy(options, 0, sending, 0, options.length);
      sending[options.length] = "-s";
      // A document must also be written in time where a signal ends a run that hangs.
      sending[options.length + 1] = "--json";
      Main.run(sending);
      receiving.join(TimeUnit.SECONDS.toMillis(2));
    }
    stop.request(15);
    receiving.join();
  }

  /** Standard output, which tells when a line says that the group is joined. */
  private static final class JoinedOutput extends FileOutputStream {
    private final CountDownLatch joined = new CountDownLatch(1);

    JoinedOutput() {
      super(FileDescriptor.out);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      super.write(bytes);
      if (new String(bytes, StandardCharsets.UTF_8).contains("joined")) {
        joined.countDown();
      }
    }
  }
}
