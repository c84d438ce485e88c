package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.report.Schemas;
import io.github.mckey.transport.udp.Namespaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a receiver counts behind a wire that loses, repeats, swaps and damages messages. */
@Timeout(300)
class LossyPathIT {
  private static final String GROUP = "--transport udp -m 239.9.9.9 ";
  private static final String RECEIVER = GROUP + "-b 10.7.0.2 --json --settle 0 ";
  private static final String SENDER = GROUP + "-b 10.7.0.1 -s --settle 0.1 --rate 500 ";

  private static final String MANY = "-C 1000000";

  private Namespaces hosts;

  @BeforeEach
  void wireThem() throws Exception {
    hosts = new Namespaces("a", "m", "b");
    hosts.cable("a", "m");
    hosts.cable("m", "b");
    hosts.address("a", "m", "10.7.0.1/24");
    hosts.address("b", "m", "10.7.0.2/24");
  }

  @AfterEach
  void removeThem() throws IOException {
    if (hosts != null) {
      hosts.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "drop=1, 1, 0, 0, 0",
    "drop=100, 1, 0, 0, 0",
    "drop=2-50-51-52-99, 5, 0, 0, 0",
    "dup=1-10-100, 0, 3, 0, 0",
    "swap=5-20-40, 0, 0, 3, 0",
    "corrupt=1-2-64-100, 4, 0, 0, 4",
    "drop=3-4 dup=10-11-12 swap=30-60 corrupt=70, 3, 3, 2, 1",
  })
  void everyTroubleIsCountedExactly(
      String plan, int lost, int duplicate, int reordered, int refused) throws Exception {
    try (MckeyProcess wire = wire(plan);
        MckeyProcess receiver = start("b", RECEIVER + MANY)) {
      receiver.awaitStderr("receiving data transfers");
      send("-C 100", 0);
      stop(receiver);
      JsonNode document = checked(receiver);
      JsonNode connection = document.get("connections").get(0);
      JsonNode source = onlySource(connection);
      assertThat(source.get("numbering").asString()).isEqualTo("header");
      assertThat(source.get("announced").asInt()).isEqualTo(100);
      assertThat(source.get("received").asInt()).isEqualTo(100 - lost);
      assertThat(source.get("lost").asInt()).isEqualTo(lost);
      assertThat(source.get("duplicate").asInt()).isEqualTo(duplicate);
      assertThat(source.get("reordered").asInt()).isEqualTo(reordered);
      assertThat(connection.get("refused").path("bad-icrc").asInt()).isEqualTo(refused);
      assertThat(wire.isAlive()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"2.9, 146, timed-out", "3, 0, succeeded"})
  void theDeadlineJudgesWhatIsMissing(String allowed, int status, String outcome) throws Exception {
    try (MckeyProcess wire = wire("drop=10-20-30");
        MckeyProcess receiver =
            start("b", RECEIVER + "-C 100 --timeout 25 --allow-loss " + allowed)) {
      receiver.awaitStderr("receiving data transfers");
      send("-C 100", 0);
      assertThat(receiver.exitStatus()).isEqualTo(status);
      JsonNode document = checked(receiver);
      assertThat(document.get("outcome").asString()).isEqualTo(outcome);
      assertThat(document.get("exitStatus").asInt()).isEqualTo(status);
      JsonNode received = document.get("connections").get(0).get("received");
      assertThat(received.get("lost").asInt()).isEqualTo(3);
      assertThat(received.get("received").asInt()).isEqualTo(97);
      if (status != 0) {
        assertThat(receiver.stderr()).contains("connection 0: 3 of 100 messages missing\n");
      }
      assertThat(wire.isAlive()).isTrue();
    }
  }

  @Test
  void twoSendersAreToldApart() throws Exception {
    try (MckeyProcess wire = wire("drop=7");
        MckeyProcess receiver = start("b", RECEIVER + MANY)) {
      receiver.awaitStderr("receiving data transfers");
      send("-C 50", 0);
      send("-C 30 -c 2", 0);
      stop(receiver);
      JsonNode sources = checked(receiver).at("/connections/0/received/sources");
      assertThat(sources.size()).isEqualTo(3);
      assertThat(sources.get(0).get("received").asInt()).isEqualTo(49);
      assertThat(sources.get(0).get("lost").asInt()).isEqualTo(1);
      for (int i = 1; i < 3; i++) {
        assertThat(sources.get(i).get("received").asInt()).isEqualTo(30);
        assertThat(sources.get(i).get("lost").asInt()).isZero();
        assertThat(sources.get(i).get("senderConnection").asInt()).isEqualTo(i - 1);
      }
      assertThat(sources.get(1).get("qpn")).isNotEqualTo(sources.get(2).get("qpn"));
      assertThat(sources.get(0).get("runId")).isNotEqualTo(sources.get(1).get("runId"));
      assertThat(wire.isAlive()).isTrue();
    }
  }

  /** Too short for the header, as a stock sender's messages are without one. */
  @Test
  void withoutHeaderThePacketsOwnNumbersServe() throws Exception {
    try (MckeyProcess wire = wire("drop=3-9 dup=5 swap=20");
        MckeyProcess receiver = start("b", RECEIVER + MANY + " -S 43")) {
      receiver.awaitStderr("receiving data transfers");
      send("-C 40 -S 43", 0);
      stop(receiver);
      JsonNode source = onlySource(checked(receiver).get("connections").get(0));
      assertThat(source.get("numbering").asString()).isEqualTo("psn");
      assertThat(source.get("received").asInt()).isEqualTo(38);
      assertThat(source.get("lost").asInt()).isEqualTo(2);
      assertThat(source.get("duplicate").asInt()).isEqualTo(1);
      assertThat(source.get("reordered").asInt()).isEqualTo(1);
      assertThat(wire.isAlive()).isTrue();
    }
  }

  @Test
  void theSeriesShowsWhenMessagesStopped() throws Exception {
    try (MckeyProcess wire = wire("drop=50-51-52");
        MckeyProcess receiver = start("b", RECEIVER + MANY + " --interval 0.5")) {
      receiver.awaitStderr("receiving data transfers");
      send("-C 100", 0);
      stop(receiver);
      JsonNode intervals = checked(receiver).get("intervals");
      int messages = 0;
      int lost = 0;
      for (JsonNode interval : intervals) {
        messages += interval.get("messages").asInt();
        lost += interval.get("lost").asInt();
      }
      assertThat(messages).isEqualTo(97);
      assertThat(lost).isEqualTo(3);
      assertThat(intervals.get(intervals.size() - 1).get("messages").asInt()).isZero();
      assertThat(receiver.stderr().lines().filter(line -> line.contains(" s: received ")))
          .hasSize(intervals.size());
      assertThat(wire.isAlive()).isTrue();
    }
  }

  /** Ends a receiver that waits for more than will come, once the wire had time for the last. */
  private static void stop(MckeyProcess receiver) throws Exception {
    Thread.sleep(1000);
    receiver.signal("INT");
    assertThat(receiver.exitStatus()).isEqualTo(130);
  }

  private void send(String options, int status) throws Exception {
    try (MckeyProcess sender = start("a", SENDER + options)) {
      assertThat(sender.exitStatus()).as(sender.stderr()).isEqualTo(status);
    }
  }

  private MckeyProcess wire(String plan) throws Exception {
    List<String> command = new ArrayList<>(exec("m"));
    command.addAll(
        List.of("python3", Path.of("src/test/middlebox/middlebox").toString(), "a", "b"));
    command.addAll(List.of(plan.replace('-', ',').split(" ")));
    return MckeyProcess.command(command).awaitStdout("ready");
  }

  private MckeyProcess start(String host, String arguments) throws IOException {
    return MckeyProcess.start(exec(host), Map.of(), arguments);
  }

  private List<String> exec(String host) {
    return List.of("ip", "netns", "exec", hosts.name(host));
  }

  private static JsonNode checked(MckeyProcess process) throws IOException {
    Schemas.requireValid(process.stdout());
    return process.json();
  }

  private static JsonNode onlySource(JsonNode connection) {
    JsonNode sources = connection.at("/received/sources");
    assertThat(sources.size()).isEqualTo(1);
    return sources.get(0);
  }
}
