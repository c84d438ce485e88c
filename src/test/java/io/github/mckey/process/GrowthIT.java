package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two million messages arrive, and take hardly more memory than ten do. */
@Timeout(600)
class GrowthIT {
  private static final int FEW = 10;
  private static final int MANY = 2_000_000;
  private static final long MOST_KIB = 10 << 10;

  /** More than a run ever takes, so that a lost message is a failure and not an endless wait. */
  private static final String PATIENCE = " --timeout 150";

  /**
   * Runs a command and writes the most memory that it had resident, in KiB, into a file; the kernel
   * tells a parent when the process has ended (getrusage(2)).
   */
  private static final String MEASURE =
      """
      import os, sys
      child = os.spawnvp(os.P_NOWAIT, sys.argv[2], sys.argv[2:])
      _, status, usage = os.wait4(child, 0)
      with open(sys.argv[1], "w") as file:
          file.write(str(usage.ru_maxrss))
      sys.exit(os.waitstatus_to_exitcode(status))
      """;

  @TempDir Path folder;

  private int runs;

  /** What each process of a run reached, in KiB. */
  private interface Peaks {
    long[] of(int messages) throws Exception;
  }

  /** The first start makes the start-up archive. */
  @BeforeAll
  static void theArchiveIsThere() throws Exception {
    try (MckeyProcess version = MckeyProcess.start("--version")) {
      assertThat(version.exitStatus()).isZero();
    }
  }

  @ParameterizedTest(name = "mckey {0}")
  @ValueSource(strings = {"-s", "", "--stats", "--json", "--interval 1"})
  void onTheStandIns(String option) throws Exception {
    assertGrowth(messages -> new long[] {standIn(messages, option)});
  }

  private long standIn(int messages, String option) throws Exception {
    Path peak = file();
    Map<String, String> environment =
        MckeyProcess.standIns("fabric=roce;mode=noop", Path.of("/dev/null"));
    String arguments = "-m 239.1.1.1 -b 10.7.0.1 --settle 0 -C " + messages + PATIENCE;
    try (MckeyProcess mckey =
        MckeyProcess.start(measured(peak), environment, words(arguments, option))) {
      assertThat(mckey.exitStatus()).as(mckey.stderr()).isZero();
    }
    return Long.parseLong(Files.readString(peak));
  }

  /** Without a rate: as fast as they go. */
  @ParameterizedTest(name = "mckey {0}")
  @ValueSource(strings = {"", "--json"})
  void overUdp(String option) throws Exception {
    assertGrowth(messages -> overUdp(messages, option));
  }

  /** Returns the receiver's peak and the sender's. */
  private long[] overUdp(int messages, String option) throws Exception {
    Path[] peaks = {file(), file()};
    String arguments =
        "--transport udp -m 239.77.77.79 -b 127.0.0.1 --settle 0 -C " + messages + PATIENCE;
    boolean json = option.equals("--json");
    String begin = "receiving data transfers\n";
    try (MckeyProcess receiver =
        MckeyProcess.start(measured(peaks[0]), Map.of(), words(arguments, option))) {
      MckeyProcess begun = json ? receiver.awaitStderr(begin) : receiver.awaitStdout(begin);
      assertThat(begun.isAlive()).isTrue();
      try (MckeyProcess sender =
          MckeyProcess.start(measured(peaks[1]), Map.of(), words(arguments, option + " -s"))) {
        assertThat(sender.exitStatus()).as(sender.stderr()).isZero();
      }
      // Nothing is missing: a receiver that misses a message ends with its time, status 146.
      assertThat(receiver.exitStatus()).as(receiver.stderr()).isZero();
      if (json) {
        assertThat(receiver.json().at("/connections/0/received/received").asInt())
            .isEqualTo(messages);
      }
    }
    return new long[] {
      Long.parseLong(Files.readString(peaks[0])), Long.parseLong(Files.readString(peaks[1]))
    };
  }

  /** One long run decides where it holds for all processes; otherwise medians of three do. */
  private static void assertGrowth(Peaks peaks) throws Exception {
    long[] few = middle(peaks.of(FEW), peaks.of(FEW), peaks.of(FEW));
    long[] many = peaks.of(MANY);
    if (growth(few, many).max().orElseThrow() > MOST_KIB) {
      many = middle(many, peaks.of(MANY), peaks.of(MANY));
    }
    assertThat(growth(few, many).boxed().toList())
        .as(
            "KiB of %d messages above the %s KiB of %d",
            MANY, LongStream.of(few).boxed().toList(), FEW)
        .allMatch(kib -> kib <= MOST_KIB);
  }

  private static LongStream growth(long[] few, long[] many) {
    return IntStream.range(0, few.length).mapToLong(process -> many[process] - few[process]);
  }

  private static long[] middle(long[]... runs) {
    return IntStream.range(0, runs[0].length)
        .mapToLong(
            process ->
                Stream.of(runs).mapToLong(run -> run[process]).sorted().toArray()[runs.length / 2])
        .toArray();
  }

  private Path file() {
    return folder.resolve("peak-" + runs++);
  }

  private static List<String> measured(Path peak) {
    return List.of("/usr/bin/python3", "-c", MEASURE, peak.toString());
  }

  private static String words(String arguments, String options) {
    return options.isBlank() ? arguments : arguments + " " + options.strip();
  }
}
