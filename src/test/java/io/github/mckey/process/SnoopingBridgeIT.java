package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.udp.Namespaces;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two hosts on a switch that forwards to members only, as long as it remembers them. */
@Timeout(300)
class SnoopingBridgeIT {
  private static final String GROUP = "239.1.1.7";
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /**
   * The bridge asks for members only every 125 s here, so one that remembers them for 3 s has
   * forgotten the receiver when the sender starts; 260 s is the kernel's default.
   */
  @ParameterizedTest
  @CsvSource({"300, 0, 146", "26000, 10, 0"})
  void whatTheSwitchForgetsIsMissing(int membershipCentiseconds, int received, int status)
      throws Exception {
    try (Namespaces hosts = new Namespaces("a", "b", "sw")) {
      bridge(hosts, membershipCentiseconds);
      try (MckeyProcess receiver = start(hosts, "a", "-b 10.7.0.1 --timeout 30 --json")) {
        receiver.awaitStderr("receiving data transfers");
        awaitMember(hosts, true);
        if (received == 0) {
          awaitMember(hosts, false);
        }
        try (MckeyProcess sender = start(hosts, "b", "-b 10.7.0.2 -s -o --settle 0")) {
          assertThat(sender.exitStatus()).as(sender.stderr()).isZero();
        }
        assertThat(receiver.exitStatus()).as(receiver.stderr()).isEqualTo(status);
        assertThat(receiver.json().at("/connections/0/received/received").asInt())
            .isEqualTo(received);
      }
    }
  }

  private static MckeyProcess start(Namespaces hosts, String host, String arguments)
      throws Exception {
    return MckeyProcess.start(
        List.of("ip", "netns", "exec", hosts.name(host)),
        Map.of(),
        "--transport udp -m " + GROUP + " " + arguments);
  }

  private static void bridge(Namespaces hosts, int membershipCentiseconds) throws Exception {
    hosts.ip(
        "sw",
        "link add name br type bridge mcast_snooping 1 mcast_query_interval 12500"
            + " mcast_startup_query_count 1 mcast_startup_query_interval 100"
            + " mcast_query_response_interval 100 mcast_membership_interval "
            + membershipCentiseconds);
    // Only then: a bridge floods for one response interval after it became the querier.
    hosts.ip("sw", "link set dev br type bridge mcast_querier 1");
    hosts.ip("sw", "link set dev br up");
    for (String host : List.of("a", "b")) {
      hosts.cable("sw", host);
      hosts.ip("sw", "link set dev " + host + " master br");
      hosts.address(host, "sw", host.equals("a") ? "10.7.0.1/24" : "10.7.0.2/24");
    }
  }

  /** Waits until the bridge knows a member of the group, or knows none. */
  private static void awaitMember(Namespaces hosts, boolean known) throws Exception {
    String table = "";
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() - end < 0) {
      table = hosts.output("sw", "bridge", "mdb", "show");
      if (table.contains(GROUP) == known) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("member known: " + !known + ": " + table);
  }
}
