package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a peer that was written from the wire format alone, on the loopback interface. */
@Timeout(120)
class PeerInteropTest {
  private static final long IDLE = 10_000_000_000L;
  private static final String LO = "127.0.0.1";

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 23, 1023, 1024, 4096})
  void peerReadsWhatIsSent(int size) throws Exception {
    try (Peer peer = Peer.start("recv", "239.1.2.1", LO, "20", "20");
        Member sender = new Member()) {
      peer.awaitReady();
      sender.join(LO, "239.1.2.1", size, 0, false);
      sender.send(20);

      List<String> lines = peer.lines();

      int qpn = sender.endpoint.qpn();
      assertThat(lines).hasSize(21).endsWith("got 20");
      for (int i = 0; i < 20; i++) {
        String payload = HexFormat.of().formatHex(Member.numbered(i, size));
        int port = SenderSocket.sourcePort(qpn);
        assertThat(lines.get(i))
            .isEqualTo(String.format(" %s %d %d %d %d 0 %s", LO, port, qpn, i, qpn, payload));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 23, 1023, 1024, 4096})
  void peerIsReceived(int size) throws Exception {
    try (Member receiver = new Member()) {
      receiver.join(LO, "239.1.2.2", Math.max(1, size), 20, false);
      try (Peer peer =
          Peer.start("send", "239.1.2.2", LO, "20", Integer.toString(size), "0xABCDEF")) {
        peer.lines();
      }
      receiver.receive(20, IDLE);

      assertThat(receiver.messages).hasSize(20);
      for (int i = 0; i < 20; i++) {
        assertThat(receiver.messages.get(i).payload()).isEqualTo(Member.numbered(i, size));
        assertThat(receiver.messages.get(i).psn()).isEqualTo(i);
        assertThat(receiver.messages.get(i).sourceQpn()).isEqualTo(0xABCDEF);
      }
      assertThat(receiver.endpoint.refused()).isEmpty();
    }
  }
}
