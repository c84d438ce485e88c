package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.TransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sender on the loopback interface waits for receivers that are slower, but not for ever. */
@Timeout(30)
class LocalReceiversTest {
  private static final String LO = "127.0.0.1";
  private static final int BUFFER = 212_992;

  /** Each receiver reads a few datagrams and sleeps; its buffer is the usual one. */
  @ParameterizedTest
  @CsvSource({
    "239.1.9.11, 1, 64, true, 20000",
    "239.1.9.12, 2, 1024, true, 20000",
    "239.1.9.13, 2, 64, false, 20000",
    "239.1.9.15, 1, 4096, true, 2000",
    // More at once than the buffer holds.
    "239.1.9.16, 2, 4096, false, 100"
  })
  void nothingIsLost(String group, int receivers, int size, boolean trains, int messages)
      throws Exception {
    UdpOptions options = new UdpOptions(64, 0, UdpOptions.PORT_SPACE_UDP, 1, trains);
    try (ExecutorService threads = Executors.newFixedThreadPool(receivers);
        Member sender = new Member(options)) {
      sender.join(LO, group, size, 0, true);
      Future<Integer>[] counts = futures(receivers);
      for (int i = 0; i < receivers; i++) {
        DatagramChannel channel = receiver(group);
        counts[i] = threads.submit(() -> readSlowly(channel, messages));
      }
      sender.send(messages);
      for (Future<Integer> count : counts) {
        assertThat(count.get()).isEqualTo(messages);
      }
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Future<Integer>[] futures(int count) {
    return new Future[count];
  }

  private static int readSlowly(DatagramChannel channel, int messages) throws Exception {
    ByteBuffer room = ByteBuffer.allocate(5000);
    int count = 0;
    try (channel) {
      Thread.sleep(200);
      while (count < messages) {
        room.clear();
        channel.receive(room);
        count++;
        if (count % 100 == 0) {
          Thread.sleep(1);
        }
      }
    }
    return count;
  }

  @Test
  void whoNeverReadsIsNotWaitedForForEver() throws IOException, TransportException {
    try (DatagramChannel idle = receiver("239.1.9.14");
        Member sender = new Member()) {
      sender.join(LO, "239.1.9.14", 64, 0, true);
      sender.send(2000);
      assertThat(sender.completedSends).isEqualTo(2000);
      assertThat(idle.isOpen()).isTrue();
    }
  }

  private static DatagramChannel receiver(String group) throws IOException {
    DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    channel.bind(new InetSocketAddress(group, RoceHeader.UDP_PORT));
    channel.join(InetAddress.getByName(group), NetworkInterface.getByName("lo"));
    return channel;
  }
}
