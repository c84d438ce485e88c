package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Begun;
import io.github.mckey.launcher.Sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole command as its callers meet it: streams, signals, status. Over UDP, on loopback. */
class ProcessIT {
  /** A group of this run's own, since others may test on this host, too. */
  private static final int GROUP_NUMBER = 0xEF4D0000 | new Random().nextInt(1 << 16);

  private static final String GROUP =
      "239.77." + (GROUP_NUMBER >> 8 & 0xFF) + "." + (GROUP_NUMBER & 0xFF);

  /** The group as /proc/net/igmp shows it: the address's bytes as one little-endian number. */
  private static final String GROUP_IN_PROC =
      String.format("%08X", Integer.reverseBytes(GROUP_NUMBER));

  private static final List<String> MEMBER =
      List.of("bin/mckey", "--transport", "udp", "-m", GROUP, "-b", "127.0.0.1");

  private static ProcessBuilder member(String... more) {
    List<String> command = new ArrayList<>(MEMBER);
    command.addAll(List.of(more));
    return inEnvironment(new ProcessBuilder(command));
  }

  private static ProcessBuilder shell(String script) {
    return inEnvironment(new ProcessBuilder("/bin/sh", "-c", script));
  }

  private static ProcessBuilder inEnvironment(ProcessBuilder builder) {
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  @Test
  void everyMessageReachesEveryReceiver() throws Exception {
    List<Begun> receivers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      receivers.add(Sandbox.begin(member("-C", "50")));
    }
    for (Begun receiver : receivers) {
      awaitLine(receiver, "joined dgid");
    }
    Outcome sender = Sandbox.run(member("-C", "50", "-s"));
    assertThat(sender.stdout()).endsWith("test complete\nreturn status 0\n");
    assertThat(sender.status()).isZero();
    for (Begun receiver : receivers) {
      Outcome outcome = Sandbox.finish(receiver);
      assertThat(outcome.stderr()).isEmpty();
      assertThat(outcome.stdout())
          .isEqualTo(
              """
              mckey: starting server
              mckey: joining
              mckey: joined dgid: ::ffff:%s mlid 0x0 sl 0
              receiving data transfers
              data transfers complete
              test complete
              return status 0
              """
                  .formatted(GROUP));
      assertThat(outcome.status()).isZero();
    }
  }

  /** D1: the group is left, and the signal is the status, printed and returned. */
  @ParameterizedTest
  @CsvSource({
    "INT, 130, joined dgid, --settle 60",
    "TERM, 143, joined dgid, --settle 60",
    "INT, 130, receiving data transfers, --settle 0",
    "TERM, 143, receiving data transfers, --settle 0",
    "INT, 130, initiating data transfers, --settle 0 -s --rate 0.1",
    "TERM, 143, initiating data transfers, --settle 0 -s --rate 0.1"
  })
  void aSignalEndsAMember(String signal, int status, String line, String options) throws Exception {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(MEMBER);
    command.addAll(List.of(options.split(" ")));
    Begun receiver = Sandbox.begin(inEnvironment(new ProcessBuilder(command)));
    awaitLine(receiver, line);
    assertThat(Files.readString(Path.of("/proc/net/igmp"))).contains(GROUP_IN_PROC);
    Sandbox.run(new ProcessBuilder("kill", "-" + signal, "" + receiver.process().pid()));
    Outcome outcome = Sandbox.finish(receiver);
    assertThat(outcome.stdout()).endsWith("test complete\nreturn status " + status + "\n");
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.stderr()).isEmpty();
    assertThat(Files.readString(Path.of("/proc/net/igmp"))).doesNotContain(GROUP_IN_PROC);
  }

  /** D16: a run whose output went nowhere is not a success. */
  @ParameterizedTest
  @ValueSource(strings = {">/dev/full", ">&-"})
  void lostOutputIsAFailure(String redirection) throws Exception {
    Outcome outcome =
        Sandbox.run(shell(String.join(" ", MEMBER) + " -C 0 --settle 0 " + redirection));
    assertThat(outcome.stderr())
        .startsWith("mckey: cannot write to standard output: ")
        .hasLineCount(1);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(Files.readString(Path.of("/proc/net/igmp"))).doesNotContain(GROUP_IN_PROC);
  }

  @Test
  void aReaderThatIsGoneIsAFailureToo(@TempDir Path folder) throws Exception {
    Path status = folder.resolve("status");
    String command = String.join(" ", MEMBER) + " -C 0 --settle 0";
    Outcome outcome = Sandbox.run(shell("{ " + command + "; echo $? >'" + status + "'; } | true"));
    assertThat(outcome.stderr())
        .startsWith("mckey: cannot write to standard output: Broken pipe")
        .hasLineCount(1);
    assertThat(status).hasContent("1");
  }

  @Test
  void aFailureKeepsItsStatusWhenItsOutputIsLost() throws Exception {
    Outcome outcome = Sandbox.run(shell("bin/mckey --transport udp -m 1.2.3.4.5 >/dev/full"));
    assertThat(outcome.status()).isGreaterThan(1);
    assertThat(outcome.stderr()).startsWith("mckey: cannot write").hasLineCount(1);
  }

  private static void awaitLine(Begun begun, String text) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!Files.readString(begun.out()).contains(text)) {
      assertThat(System.nanoTime()).as("waiting for %s", text).isLessThan(deadline);
      assertThat(begun.process().isAlive()).as(text).isTrue();
      LockSupport.parkNanos(20_000_000);
    }
  }
}
