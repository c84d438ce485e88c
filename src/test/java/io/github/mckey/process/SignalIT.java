package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SIGINT and SIGTERM in every phase of a run, on the stand-ins; and what else signals do. */
@Timeout(300)
class SignalIT {
  private static final String RECEIVER = "-m 239.1.1.1 -b 10.7.0.1 --stats ";

  @TempDir Path folder;

  /** The first start makes the start-up archive, which calls the stand-ins as well. */
  @BeforeAll
  static void theArchiveIsThere() throws Exception {
    try (MckeyProcess version = MckeyProcess.start("--version")) {
      assertThat(version.exitStatus()).isZero();
    }
  }

  static Stream<Arguments> phases() {
    return Stream.<List<Object>>of(
            List.of("resolving", "eventdelay=ADDR_RESOLVED.1:60000", "mckey: joining\n", "", false),
            List.of("joining", "eventdelay=MULTICAST_JOIN.1:60000", "mckey: joining\n", "", true),
            List.of("settling", "", "mckey: joined", "--settle 60", true),
            List.of("transferring", "", "receiving data transfers\n", "--settle 0", true),
            List.of("sending", "", "initiating data", "--settle 0 -s --rate 0.1", true))
        .flatMap(
            phase -> Stream.of("INT", "TERM").map(signal -> Arguments.of(concat(signal, phase))));
  }

  private static Object[] concat(String signal, List<Object> phase) {
    return Stream.concat(Stream.of(signal), phase.stream()).toArray();
  }

  @ParameterizedTest(name = "{0} while {1}")
  @MethodSource("phases")
  void endsInOrder(
      String signal, String phase, String fault, String line, String options, boolean leaves)
      throws Exception {
    try (MckeyProcess mckey = start(fault, RECEIVER + options)) {
      mckey.awaitStdout(line);
      Thread.sleep(300);
      mckey.signal(signal);
      int status = signal.equals("INT") ? 130 : 143;
      assertThat(mckey.exitStatus()).isEqualTo(status);
      assertThat(mckey.stdout()).endsWith("test complete\nreturn status " + status + "\n");
      assertThat(mckey.stderr()).contains("mckey: connection 0: ");
      String log = Files.readString(log());
      assertThat(log).contains("\nend\n").doesNotContain("\nleak ", "\nunacked ", "\ndefect ");
      assertThat(log.contains("call rdma_leave_multicast")).isEqualTo(leaves);
    }
  }

  /** The call blocks for a minute: nothing but a watchdog can say the verdict. */
  @ParameterizedTest
  @MethodSource("signals")
  void aBlockedCallHoldsNobody(String signal, int status) throws Exception {
    try (MckeyProcess mckey = start("delay=rdma_bind_addr:1:60000", RECEIVER)) {
      mckey.awaitStdout("mckey: joining\n");
      mckey.signal(signal);
      assertThat(mckey.exitStatus()).isEqualTo(status);
      assertThat(mckey.stdout())
          .isEqualTo("mckey: starting server\nmckey: joining\nreturn status " + status + "\n");
      assertThat(mckey.stderr()).contains("mckey: connection 0: received 0 of 10");
    }
  }

  /** Before there are connections nothing is said yet, and nothing is joined. */
  @ParameterizedTest
  @MethodSource("signals")
  void endsBeforeResolving(String signal, int status) throws Exception {
    try (MckeyProcess mckey = start("delay=rdma_create_id:1:60000", RECEIVER)) {
      mckey.awaitFile(log(), "call rdma_create_event_channel ");
      mckey.signal(signal);
      assertThat(mckey.exitStatus()).isEqualTo(status);
      assertThat(mckey.stdout()).isEqualTo("return status " + status + "\n");
      assertThat(Files.readString(log())).doesNotContain("call rdma_join_multicast");
    }
  }

  /** A leave that does not end ends with the process, and the summary is told all the same. */
  @ParameterizedTest
  @MethodSource("signals")
  void endsWhileLeaving(String signal, int status) throws Exception {
    String fault = "peer=10;delay=rdma_leave_multicast:1:60000";
    try (MckeyProcess mckey = start(fault, RECEIVER + "--settle 0")) {
      mckey.awaitStdout("data transfers complete\n");
      mckey.signal(signal);
      assertThat(mckey.exitStatus()).isEqualTo(status);
      assertThat(mckey.stdout()).endsWith("\nreturn status " + status + "\n");
      assertThat(mckey.stderr()).contains("mckey: connection 0: received 10 of 10");
    }
  }

  static Stream<Arguments> signals() {
    return Stream.of(Arguments.of("INT", 130), Arguments.of("TERM", 143));
  }

  @Test
  void aBlockedCallDoesNotHoldTheDeadline() throws Exception {
    String arguments = RECEIVER + "--timeout 10";
    try (MckeyProcess mckey = start("delay=rdma_bind_addr:1:60000", arguments)) {
      assertThat(mckey.exitStatus()).isEqualTo(146);
      assertThat(mckey.stdout())
          .isEqualTo("mckey: starting server\nmckey: joining\nreturn status -110\n");
      assertThat(mckey.stderr()).contains("mckey: time is over after ").contains(" not joined\n");
    }
  }

  @Test
  void aSecondSignalEndsAtOnce() throws Exception {
    try (MckeyProcess mckey = start("delay=rdma_bind_addr:1:60000", RECEIVER)) {
      mckey.awaitStdout("mckey: joining\n");
      // One after the other without delay; the JVM may hand them to its threads in either order.
      String both = "kill -INT " + mckey.pid() + "; kill -TERM " + mckey.pid();
      new ProcessBuilder("/bin/sh", "-c", both).start().waitFor();
      assertThat(mckey.exitStatus()).isIn(130, 143);
      assertThat(mckey.stdout()).isEqualTo("mckey: starting server\nmckey: joining\n");
    }
  }

  @Test
  void usr1AsksHowItStandsAndLetsItGoOn() throws Exception {
    try (MckeyProcess mckey = start("peer=4", "-m 239.1.1.1 -b 10.7.0.1 --settle 0")) {
      mckey.awaitStdout("receiving data transfers\n");
      mckey.signal("USR1");
      mckey.awaitStderr("mckey: connection 0: received 4 of 10, lost so far 0");
      assertThat(mckey.isAlive()).isTrue();
      mckey.signal("TERM");
      assertThat(mckey.exitStatus()).isEqualTo(143);
    }
  }

  private MckeyProcess start(String fault, String arguments) throws IOException {
    return MckeyProcess.onStandIns("fabric=roce;" + fault, log(), arguments);
  }

  private Path log() {
    return folder.resolve("log");
  }
}
