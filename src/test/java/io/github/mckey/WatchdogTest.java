package io.github.mckey;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.host.Host;
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
  private final StopRequest stop = new StopRequest();
  private Watchdog watchdog;

  /** Leaving takes longer than the grace altogether, but no group does. */
  @Test
  void aRunThatIsLeavingIsLetGoOn() throws Exception {
    StandIns.load().reset("delay=rdma_leave_multicast:*:500");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FutureTask<Integer> run = start(out, 2000, RECEIVER + "-c 8");
    await(out, "receiving data transfers\n");
    stop.request(15);
    watchdog.signalled(15);
    assertThat(run.get()).isEqualTo(143);
    assertThat(halts).isEmpty();
    assertThat(text(out)).endsWith("test complete\nreturn status 143\n");
    awaitNoWatchdogs();
  }

  /** A step that blocks ends the process, but not with another status than the run has earned. */
  @Test
  void aFailureStaysTheStatusAndKeepsItsCause() throws Exception {
    StandIns.load().reset("fail=ibv_alloc_pd:1:ENOMEM;delay=rdma_destroy_id:1:7000");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    start(out, 500, RECEIVER + "--stats");
    await(err, "mckey: failure leaving: ");
    watchdog.signalled(15);
    assertThat(halted.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(halts.getFirst()).isEqualTo(255);
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
    FutureTask<Integer> run = start(out, 100, RECEIVER + "--timeout 8 --json");
    out.reached.await();
    awaitNoWatchdogs();
    assertThat(halts).isEmpty();
    out.goOn.countDown();
    assertThat(run.get()).isZero();
    assertThat(text(out)).contains("\"exitStatus\"").endsWith("}\n");
  }

  private FutureTask<Integer> start(ByteArrayOutputStream out, long graceMillis, String arguments) {
    watchdog =
        new Watchdog(
            status -> {
              halts.add(status);
              halted.countDown();
            },
            graceMillis);
    Program program =
        new Program(new LineOutput(out), new LineOutput(err), stop, watchdog, new Host());
    FutureTask<Integer> run = new FutureTask<>(() -> program.run(arguments.split(" ")));
    Thread.ofPlatform().daemon().name("mckey-run").start(run);
    return run;
  }

  private static void await(ByteArrayOutputStream stream, String text) throws InterruptedException {
    while (!text(stream).contains(text)) {
      Thread.sleep(10);
    }
  }

  /** Waits until the threads have done what they do. */
  private static void awaitNoWatchdogs() throws InterruptedException {
    while (isAlive("mckey-deadline") || isAlive("mckey-signal") || isAlive("mckey-end")) {
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
