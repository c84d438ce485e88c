package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two hosts and more, each a network namespace of this one. */
@Timeout(180)
class NamespaceTest {
  private static final long IDLE = 5_000_000_000L;

  private static Namespaces twoHosts() throws Exception {
    Namespaces hosts = new Namespaces("a", "b");
    try {
      hosts.cable("a", "b");
      hosts.address("a", "b", "10.7.0.1/24");
      hosts.address("b", "a", "10.7.0.2/24");
      hosts.address("a", "b", "fd00::1/64");
      hosts.address("b", "a", "fd00::2/64");
      return hosts;
    } catch (Throwable thrown) {
      hosts.close();
      throw thrown;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10.7.0.1,10.7.0.2,239.1.1.1,1500,1024",
    "10.7.0.1,10.7.0.2,239.1.1.1,9000,4096",
    "fd00::1,fd00::2,ff0e::1,1500,1024",
    "fd00::1,fd00::2,ff02::1:3,9000,4096",
  })
  void oneHostReachesAnother(String here, String there, String group, int mtu, int size)
      throws Exception {
    try (Namespaces hosts = twoHosts();
        Member receiver = new Member();
        Member sender = new Member()) {
      hosts.ip("a", "link set dev b mtu " + mtu);
      hosts.ip("b", "link set dev a mtu " + mtu);
      hosts.in(
          "a",
          () -> {
            receiver.join(here, group, size, 100, false);
            assertThat(receiver.endpoint.queryActiveMtu()).isEqualTo(size);
          });
      hosts.in("b", () -> sender.join(there, group, size, 0, false));

      sender.send(100);
      receiver.receive(100, IDLE);

      assertThat(receiver.messages).hasSize(100);
      for (int i = 0; i < 100; i++) {
        Member.Message message = receiver.messages.get(i);
        assertThat(message.payload()).isEqualTo(Member.numbered(i, size));
        assertThat(message.source()).isEqualTo(Member.text(TestPackets.gid(there)));
      }
      assertThat(receiver.endpoint.refused()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"10.7.0.1,10.7.0.2,239.1.1.2", "fd00::1,fd00::2,ff0e::2"})
  void peerInEitherDirection(String here, String there, String group) throws Exception {
    try (Namespaces hosts = twoHosts();
        Member receiver = new Member();
        Member sender = new Member()) {
      hosts.in("a", () -> receiver.join(here, group, 100, 20, false));
      hosts.in("b", () -> sender.join(there, group, 100, 0, false));
      try (Peer peer = Peer.startIn(hosts, "b", "send", group, there, "20", "23", "0x777")) {
        peer.lines();
      }
      receiver.receive(20, IDLE);
      assertThat(receiver.messages).hasSize(20);
      assertThat(receiver.messages.getLast().payload()).isEqualTo(Member.numbered(19, 23));
      assertThat(receiver.endpoint.refused()).isEmpty();

      try (Peer peer = Peer.startIn(hosts, "a", "recv", group, here, "20", "20")) {
        peer.awaitReady();
        sender.send(20);
        List<String> lines = peer.lines();
        assertThat(lines).hasSize(21).endsWith("got 20").noneMatch(l -> l.startsWith("WRONG"));
      }
    }
  }

  /** The whole frame but for the Ethernet source address, which is the device's. */
  @Test
  void frameIsRxesByteForByte() throws Exception {
    try (Namespaces hosts = twoHosts();
        Member sender = new Member(new UdpOptions(64, 0, 0x0111, 1))) {
      hosts.in("b", () -> sender.join("10.7.0.2", "239.1.1.1", 1, 0, true));
      try (Peer peer = Peer.startIn(hosts, "a", "sniff", "b", "1", "20")) {
        peer.awaitReady();
        sender.send(1);
        String frame = peer.lines().getFirst();
        int qpn = sender.endpoint.qpn();
        HexFormat hex = HexFormat.of();
        String port = hex.toHexDigits((short) SenderSocket.sourcePort(qpn));
        String number = hex.toHexDigits(qpn);
        assertThat(frame.substring(0, 12)).isEqualTo("01005e010101");
        assertThat(frame.substring(24))
            .startsWith(
                // IPv4: TOS 0, id 0, DF, TTL 64, header checksum
                "08004500003c00004000401140a6"
                    + "0a070002ef010101"
                    + port
                    + "12b700280000"
                    + "6530ffff00ffffff00000000"
                    + "01234567"
                    + number
                    + number
                    + "00000000");
      }
    }
  }

  /** Many messages go out as trains; cut up before the device, they show their identifications. */
  @ParameterizedTest
  @CsvSource({"64,64", "1024,61"})
  void trainsCarryTheIdentificationsThatTheirIcrcsSay(int size, int train) throws Exception {
    try (Namespaces hosts = new Namespaces("a");
        Member receiver = new Member();
        Member sender = new Member(new UdpOptions(64, 0, 0x0111, 1, true))) {
      hosts.ip("a", "link set dev lo gso_max_segs 1");
      hosts.in("a", () -> receiver.join("127.0.0.1", "239.1.1.9", size, 200, false));
      hosts.in("a", () -> sender.join("127.0.0.1", "239.1.1.9", size, 0, false));
      try (Peer peer = Peer.startIn(hosts, "a", "sniff", "lo", "200", "20")) {
        peer.awaitReady();
        sender.send(200);
        receiver.receive(200, IDLE);
        List<String> frames = peer.lines();

        assertThat(receiver.messages).hasSize(200);
        assertThat(receiver.endpoint.refused()).isEmpty();
        assertThat(frames).hasSize(201);
        OracleIcrc oracle = new OracleIcrc("127.0.0.1", "239.1.1.9");
        int port = SenderSocket.sourcePort(sender.endpoint.qpn());
        int longest = 0;
        for (int i = 0; i < 200; i++) {
          byte[] frame = HexFormat.of().parseHex(frames.get(i));
          int id = (frame[18] & 0xFF) << 8 | frame[19] & 0xFF;
          byte[] body = Arrays.copyOfRange(frame, 42, frame.length - 4);
          assertThat(OracleIcrc.littleEndian(frame, frame.length - 4))
              .as("frame %d, identification %d", i, id)
              .isEqualTo(oracle.icrc(port, id, body));
          longest = Math.max(longest, id + 1);
        }
        assertThat(longest).isEqualTo(train);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"10.7.0.2,239.1.1.3,15,1,22", "fd00::2,ff0e::3,14,0,21"})
  void timeToLiveAndTrafficClassAreAsAsked(
      String source, String group, int classAt, int shift, int ttlAt) throws Exception {
    try (Namespaces hosts = twoHosts();
        Member sender = new Member(new UdpOptions(3, 0x68, 0x0111, 1))) {
      hosts.in("b", () -> sender.join(source, group, 1, 0, false));
      try (Peer peer = Peer.startIn(hosts, "a", "sniff", "b", "1", "20")) {
        peer.awaitReady();
        sender.send(1);
        String frame = peer.lines().getFirst();
        byte[] bytes = HexFormat.of().parseHex(frame);
        int trafficClass =
            shift == 1
                ? bytes[classAt]
                : (bytes[classAt] & 0xF) << 4 | (bytes[classAt + 1] & 0xF0) >> 4;
        assertThat(trafficClass).isEqualTo(0x68);
        assertThat(bytes[ttlAt]).isEqualTo((byte) 3);
      }
    }
  }

  @Test
  void routeChoosesWhereNothingIsBound() throws Exception {
    try (Namespaces hosts = twoHosts();
        Member receiver = new Member();
        Member sender = new Member()) {
      hosts.ip("a", "route add 239.0.0.0/8 dev b");
      hosts.ip("b", "route add default via 10.7.0.1");
      hosts.in("a", () -> receiver.join(null, "239.1.1.4", 8, 5, false));
      hosts.in("b", () -> sender.join(null, "239.1.1.4", 8, 0, false));
      sender.send(5);
      receiver.receive(5, IDLE);
      assertThat(receiver.messages).hasSize(5);
      assertThat(receiver.messages.getFirst().source())
          .isEqualTo(Member.text(TestPackets.gid("10.7.0.2")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"239.1.1.1", "0.0.0.0"})
  void noRouteIsAnErrorOfResolving(String group) throws Exception {
    try (Namespaces hosts = new Namespaces("a");
        Member member = new Member()) {
      hosts.in(
          "a",
          () ->
              assertThatThrownBy(() -> member.join(null, group, 8, 5, false))
                  .isInstanceOfSatisfying(
                      TransportException.class,
                      e -> {
                        assertThat(e.step()).isEqualTo(Step.RESOLVE_ADDRESS);
                        assertThat(e.detail()).isEqualTo("Network is unreachable");
                      }));
    }
  }

  @Test
  void blockedLoopbackReachesOtherHostsOnly() throws Exception {
    try (Namespaces hosts = twoHosts();
        Member same = new Member();
        Member other = new Member();
        Member sender = new Member()) {
      hosts.in("a", () -> other.join("10.7.0.1", "239.1.1.5", 8, 5, false));
      hosts.in("b", () -> same.join("10.7.0.2", "239.1.1.5", 8, 5, false));
      hosts.in("b", () -> sender.join("10.7.0.2", Member.address("239.1.1.5"), 8, 0, false, true));
      sender.send(5);
      other.receive(5, IDLE);
      same.receive(1, 0);
      assertThat(other.messages).hasSize(5);
      assertThat(same.messages).isEmpty();
    }
  }

  @Test
  void holderOfThePortIsNamed() throws Exception {
    try (Namespaces hosts = new Namespaces("a");
        Member member = new Member()) {
      Process holder =
          new ProcessBuilder(
                  "ip",
                  "netns",
                  "exec",
                  hosts.name("a"),
                  "python3",
                  "-c",
                  "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                      + "s.bind(('', 4791))\nprint('bound', flush=True)\ninput()")
              .start();
      try {
        assertThat(holder.inputReader().readLine()).isEqualTo("bound");
        hosts.in(
            "a",
            () ->
                assertThatThrownBy(() -> member.join("127.0.0.1", "239.1.1.6", 8, 5, false))
                    .isInstanceOfSatisfying(
                        TransportException.class,
                        e -> {
                          assertThat(e.step()).isEqualTo(Step.JOIN);
                          assertThat(e.detail())
                              .startsWith("Address already in use: UDP port 4791");
                        }));
      } finally {
        holder.destroyForcibly().waitFor();
      }
    }
  }
}
