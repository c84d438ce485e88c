package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.report.Schemas;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What a receiver over verbs counts on a fabric that loses, repeats, swaps and damages messages.
 */
@Timeout(300)
class StandInPathIT {
  private static final String GROUP = "-m 239.1.1.1 -b 10.7.0.1 --settle 0 ";
  private static final String RECEIVER = GROUP + "--json ";
  private static final String SENDER = GROUP + "-s --rate 500 ";

  @TempDir Path fabric;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "drop=1|1|0|0|0",
        "drop=100|1|0|0|0",
        "drop=2,50,51,52,99|5|0|0|0",
        "dup=1,10,100|0|3|0|0",
        "swap=5,20,40|0|0|3|0",
        "corrupt=2,64,100|3|0|0|3",
        "drop=3,4;dup=10,11,12;swap=30,60;corrupt=70|3|3|2|1",
      })
  void everyTroubleIsCountedExactly(
      String plan, int lost, int duplicate, int reordered, int corrupt) throws Exception {
    try (MckeyProcess receiver = start(0x100, plan, RECEIVER + "-C 1000000")) {
      receiver.awaitStderr("receiving data transfers\n");
      send(0x200, "-C 100");
      JsonNode sources = stopped(receiver).at("/received/sources");
      assertThat(sources.size()).isEqualTo(1);
      JsonNode source = sources.get(0);
      assertThat(source.get("numbering").asString()).isEqualTo("header");
      assertThat(source.get("qpn").asInt()).isEqualTo(0x200);
      assertThat(source.get("announced").asInt()).isEqualTo(100);
      assertCounts(source, 100 - lost, lost, duplicate, reordered, corrupt);
    }
  }

  @Test
  void everySourceHasItsOwnCounts() throws Exception {
    String plan = "drop=7;dup=51;swap=60;corrupt=30,70,75";
    try (MckeyProcess receiver = start(0x100, plan, RECEIVER + "-C 1000000")) {
      receiver.awaitStderr("receiving data transfers\n");
      send(0x200, "-C 50");
      send(0x300, "-C 30");
      JsonNode connection = stopped(receiver);
      JsonNode sources = connection.at("/received/sources");
      assertThat(sources.size()).isEqualTo(2);
      assertThat(sources.get(0).get("qpn").asInt()).isEqualTo(0x200);
      assertCounts(sources.get(0), 48, 2, 0, 0, 1);
      assertThat(sources.get(1).get("qpn").asInt()).isEqualTo(0x300);
      assertCounts(sources.get(1), 28, 2, 1, 1, 2);
      assertThat(sources.get(0).get("runId")).isNotEqualTo(sources.get(1).get("runId"));
      assertCounts(connection.get("received"), 76, 1_000_000 - 76, 1, 1, 3);
    }
  }

  private static void assertCounts(
      JsonNode counts, int received, int lost, int duplicate, int reordered, int corrupt) {
    assertThat(counts.get("received").asInt()).as("received").isEqualTo(received);
    assertThat(counts.get("lost").asInt()).as("lost").isEqualTo(lost);
    assertThat(counts.get("duplicate").asInt()).as("duplicate").isEqualTo(duplicate);
    assertThat(counts.get("reordered").asInt()).as("reordered").isEqualTo(reordered);
    assertThat(counts.get("corrupt").asInt()).as("corrupt").isEqualTo(corrupt);
  }

  /** Ends a receiver that waits for more than will come, once it had time for what has come. */
  private static JsonNode stopped(MckeyProcess receiver) throws Exception {
    Thread.sleep(1000);
    receiver.signal("INT");
    assertThat(receiver.exitStatus()).isEqualTo(130);
    Schemas.requireValid(receiver.stdout());
    return receiver.json().get("connections").get(0);
  }

  private void send(int qpn, String options) throws Exception {
    try (MckeyProcess sender = start(qpn, "", SENDER + options)) {
      assertThat(sender.exitStatus()).as(sender.stderr()).isZero();
    }
  }

  private MckeyProcess start(int qpn, String faults, String arguments) throws IOException {
    String config = "fabric=roce;dir=" + fabric.toRealPath() + ";qpn=" + qpn + ";" + faults;
    return MckeyProcess.onStandIns(config, Path.of("/dev/null"), arguments);
  }
}
