package io.github.mckey.transport.udp;

import static org.assertj.core.api.SoftAssertions.assertSoftly;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A million random, mutated and wrong datagrams at a receiver's socket, a sender's among them. */
@Timeout(300)
class FloodTest {
  private static final int PACKETS = 1_000_000;
  private static final int STEP = 50;
  private static final String LO = "127.0.0.1";
  private static final String GROUP = "239.1.3.1";

  @Test
  void eachIsReceivedOrRefusedForItsReason() throws Exception {
    try (Member receiver = new Member();
        Member sender = new Member();
        DatagramChannel channel = channel()) {
      receiver.join(LO, GROUP, 4096, 2 * PACKETS, false);
      sender.join(LO, GROUP, 8, 0, false);
      int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      PacketMutator mutator = new PacketMutator(4791, LO, GROUP, port);
      InetSocketAddress target = new InetSocketAddress(GROUP, RoceHeader.UDP_PORT);
      Map<String, Long> expected = new HashMap<>();
      int right = 0;
      int sent = 0;
      int own = 0;
      long received = 0;

      for (int i = 0; i < PACKETS; i++) {
        byte[] packet = mutator.packet(mutator.random.nextInt(65536));
        Refusal reason = mutator.verdict(packet);
        channel.send(ByteBuffer.wrap(packet), target);
        sent++;
        if (reason == null) {
          right++;
        } else {
          expected.merge(reason.label(), 1L, Long::sum);
        }
        if (sent == STEP) {
          sender.send(1);
          // So that the socket's buffer never fills: each step is taken off before the next, also
          // where the kernel delivers it late.
          long arrived = i + 1 + (i + 1) / STEP;
          long before = received;
          receiver.pollUntil(
              () -> before + receiver.messages.size() + refused(receiver) >= arrived,
              1_000_000_000L);
          received += receiver.messages.size();
          own += count(receiver, sender.endpoint.qpn());
          right -= receiver.messages.size() - count(receiver, sender.endpoint.qpn());
          receiver.messages.clear();
          sent = 0;
        }
      }
      receiver.pollUntil(() -> false, 1_000_000_000L);

      int missing = right - receiver.messages.size();
      int ownReceived = own;
      assertSoftly(
          softly -> {
            softly.assertThat(missing).isZero();
            softly.assertThat(ownReceived).isEqualTo(PACKETS / STEP);
            softly.assertThat(receiver.failures).isEmpty();
            softly.assertThat(receiver.endpoint.refused()).isEqualTo(expected);
          });
    }
  }

  private static long refused(Member receiver) {
    return receiver.endpoint.refused().values().stream().mapToLong(Long::longValue).sum();
  }

  /** By the immediate data as well: of so many random QP numbers one may be the sender's. */
  private static int count(Member receiver, int qpn) {
    return (int)
        receiver.messages.stream()
            .filter(m -> m.sourceQpn() == qpn && m.immediate() == qpn)
            .count();
  }

  private static DatagramChannel channel() throws Exception {
    DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
    channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByName("lo"));
    return channel.bind(new InetSocketAddress(LO, 0));
  }
}
