package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver that waits sleeps: what it costs is counted, not timed. */
@Timeout(300)
class IdleReceiverIT {
  private static final String UDP = "--transport udp -m 239.77.77.77 -b 127.0.0.1 --settle 0";
  private static final String VERBS = "-m 239.1.1.1 -b 10.7.0.1 --settle 0";

  /** USER_HZ, which is the same on every Linux of 64 bits. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double BUDGET = 0.01;

  @Test
  void waitingTakesLessThanAHundredthOfACore() throws Exception {
    Path log = Path.of("/dev/null");
    try (MckeyProcess udp = MckeyProcess.start(UDP);
        MckeyProcess watched = MckeyProcess.start(UDP + " --timeout 600 --stats --interval 2");
        MckeyProcess roce = MckeyProcess.onStandIns("fabric=roce", log, VERBS);
        MckeyProcess timed = MckeyProcess.onStandIns("fabric=ib", log, VERBS + " --timeout 600")) {
      List<MckeyProcess> all = List.of(udp, watched, roce, timed);
      for (MckeyProcess receiver : all) {
        receiver.awaitStdout("receiving data transfers\n");
      }
      // The JVM still compiles for a while what has run at the start.
      Thread.sleep(3000);
      long begin = System.nanoTime();
      long[] before = {ticks(udp), ticks(watched), ticks(roce), ticks(timed)};
      Thread.sleep(10_000);
      long[] after = {ticks(udp), ticks(watched), ticks(roce), ticks(timed)};
      double seconds = (System.nanoTime() - begin) / 1e9;
      for (int i = 0; i < all.size(); i++) {
        assertThat(after[i] - before[i])
            .as("receiver %d, in %.1f s", i, seconds)
            .isLessThan((long) (seconds * TICKS_PER_SECOND * BUDGET));
        assertThat(all.get(i).isAlive()).isTrue();
      }
    }
  }

  /** Returns the processor time that a process has taken, user's and system's (proc(5)). */
  private static long ticks(MckeyProcess process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }
}
