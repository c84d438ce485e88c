package io.github.mckey;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.report.LineOutput;
import io.github.mckey.run.StopRequest;
import io.github.mckey.standin.StandIns;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that are over, or nearly, when the watchdog looks; on the stand-ins. */
@Timeout(120)
class WatchdogTest {
  private static final String RECEIVER = "-m 239.1.1.1 -b 10.7.0.1 --settle 0 ";

  private final List<Integer> halts = new CopyOnWriteArrayList<>();
  private final CountDownLatch halted = new CountDownLatch(1);
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Leaving takes longer than the grace altogether, but no group does. */
  @Test
  void aRunThatIsLeavingIsLetGoOn() throws Exception {
    StandIns.load().reset("peer=6;delay=rdma_leave_multicast:*:500");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FutureTask<Integer> run = start(out, 2000, RECEIVER + "--timeout 3 --allow-loss 50 -c 8 -C 10");
    assertThat(run.get()).isZero();
    assertThat(text(out)).endsWith("data transfers complete\ntest complete\nreturn status 0\n");
    awaitNoWatchdogs();
    assertThat(halts).isEmpty();
  }

  /** A step that blocks ends the process, but not with another status than the run has earned. */
  @Test
  void aFailureStaysTheStatusAndKeepsItsCause() throws Exception {
    StandIns.load().reset("fail=ibv_alloc_pd:1:ENOMEM;delay=rdma_destroy_id:1:7000");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    start(out, 500, RECEIVER + "--timeout 3 --stats");
    assertThat(halted.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(halts).containsExactly(255);
    assertThat(text(out)).endsWith("test complete\nreturn status -1\n");
    assertThat(text(err))
        .startsWith("mckey: failure leaving: ")
        .endsWith("mckey: unable to allocate PD: Cannot allocate memory\n");
    awaitParked();
  }

  /** The reader of a long document takes its time. */
  @Test
  void aRunThatIsOverMaySayItSlowly() throws Exception {
    StandIns.load().reset("peer=10");
    SlowReader out = new SlowReader();
    FutureTask<Integer> run = start(out, 100, RECEIVER + "--timeout 5 --json");
    out.reached.await();
    awaitNoWatchdogs();
    assertThat(halts).isEmpty();
    out.goOn.countDown();
    assertThat(run.get()).isZero();
    assertThat(text(out)).contains("\"exitStatus\"").endsWith("}\n");
  }

  private FutureTask<Integer> start(ByteArrayOutputStream out, long graceMillis, String arguments) {
    Watchdog watchdog =
        new Watchdog(
            status -> {
              halts.add(status);
              halted.countDown();
            },
            graceMillis);
    Program program =
        new Program(new LineOutput(out), new LineOutput(err), new StopRequest(), watchdog);
    FutureTask<Integer> run = new FutureTask<>(() -> program.run(arguments.split(" ")));
    Thread.ofPlatform().daemon().name("mckey-run").start(run);
    return run;
  }

  /** Waits until the threads have done what they do. */
  private static void awaitNoWatchdogs() throws InterruptedException {
    while (isAlive("mckey-deadline") || isAlive("mckey-end")) {
      Thread.sleep(10);
    }
  }

  private static boolean isAlive(String name) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(name));
  }

  /** Waits until the abandoned run has no more to do with the stand-ins. */
  private static void awaitParked() throws InterruptedException {
    awaitNoWatchdogs();
    while (Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> entry.getKey().getName().equals("mckey-run"))
        .anyMatch(entry -> entry.getKey().getState() != Thread.State.WAITING)) {
      Thread.sleep(10);
    }
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  /** Standard output that takes nothing for a while. */
  private static final class SlowReader extends ByteArrayOutputStream {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public void write(byte[] bytes, int from, int length) {
      reached.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      super.write(bytes, from, length);
    }
  }
}
