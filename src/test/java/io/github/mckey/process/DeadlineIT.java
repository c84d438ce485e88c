package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.report.Schemas;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A receiver to whom nobody sends, with nothing but a deadline. */
@Timeout(300)
class DeadlineIT {
  @TempDir Path folder;

  @Test
  void overUdpItCountsNoneOfTen() throws Exception {
    String arguments = "--transport udp -m 239.77.77.78 -b 127.0.0.1 --timeout 2";
    try (MckeyProcess receiver = MckeyProcess.start(arguments + " --stats")) {
      assertThat(receiver.exitStatus()).isEqualTo(146);
      assertThat(receiver.stdout()).endsWith("test complete\nreturn status -110\n");
      assertThat(receiver.stderr())
          .contains("mckey: time is over after ")
          .contains("mckey: connection 0: 10 of 10 messages missing\n")
          .contains("mckey: connection 0: received 0 of 10");
    }
    try (MckeyProcess receiver = MckeyProcess.start(arguments + " --json")) {
      assertThat(receiver.exitStatus()).isEqualTo(146);
      assertNoneOfTen(receiver);
    }
  }

  @Test
  void overVerbsItCountsNoneOfTenAndLeaves() throws Exception {
    Path log = folder.resolve("log");
    String arguments = "-m 239.1.1.1 -b 10.7.0.1 --timeout 2 --json";
    try (MckeyProcess receiver = MckeyProcess.onStandIns("fabric=ib", log, arguments)) {
      assertThat(receiver.exitStatus()).isEqualTo(146);
      assertNoneOfTen(receiver);
      assertThat(Files.readString(log))
          .contains("call rdma_leave_multicast id0 ")
          .contains("\nend\n")
          .doesNotContain("\nleak ", "\nunacked ", "\ndefect ");
    }
  }

  private static void assertNoneOfTen(MckeyProcess receiver) throws Exception {
    Schemas.requireValid(receiver.stdout());
    JsonNode document = receiver.json();
    assertThat(document.get("outcome").asString()).isEqualTo("timed-out");
    assertThat(document.get("status").asInt()).isEqualTo(-110);
    assertThat(document.get("exitStatus").asInt()).isEqualTo(146);
    JsonNode received = document.at("/connections/0/received");
    assertThat(received.get("expected").asInt()).isEqualTo(10);
    assertThat(received.get("received").asInt()).isZero();
    assertThat(received.get("lost").asInt()).isEqualTo(10);
  }
}
