package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.ReceiveBatch;
import io.github.mckey.posix.SocketOption;
import io.github.mckey.posix.UdpSocket;
import io.github.mckey.transport.Gid;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many messages go out together, seen by a socket that takes trains whole (UDP_GRO). */
class TrainsTest {
  private static final String LO = "127.0.0.1";
  private static final String GROUP = "239.1.3.9";

  private final NativeCalls calls = new NativeCalls();

  private List<Integer> trains(int size, int posts, int count) throws Exception {
    int lo = NetworkInterface.getByName("lo").getIndex();
    Gid group = TestPackets.gid(GROUP);
    LocalAddress local = new LocalAddress(TestPackets.gid(LO), 0, lo, "lo", true);
    List<Integer> lengths = new ArrayList<>();
    try (Member sender = new Member();
        UdpSocket socket = ReceiverSocket.open(calls, local, group);
        ReceiveBatch batch = ReceiveBatch.ofTrains(calls, 16)) {
      assertThat(socket.set(SocketOption.RECEIVE_TRAINS, 1)).isZero();
      assertThat(socket.join(group, lo)).isZero();
      sender.join(LO, GROUP, size, 0, false);
      // Room for what one post sends one by one; the kernel doubles it.
      assertThat(socket.set(SocketOption.RECEIVE_BUFFER, 212_992)).isZero();
      for (int i = 0; i < posts; i++) {
        sender.send(count);
        take(socket, batch, count, lengths);
      }
    }
    return lengths;
  }

  /** Takes what one post sent; on a busy host the kernel delivers late. */
  private static void take(UdpSocket socket, ReceiveBatch batch, int count, List<Integer> lengths) {
    long deadline = System.nanoTime() + Member.DEADLINE_NANOS;
    int taken = 0;
    while (taken < count && System.nanoTime() < deadline) {
      int length = 0;
      while (batch.receive(socket) > 0) {
        while (batch.next()) {
          if (batch.segment() == 0 && length > 0) {
            lengths.add(length);
          }
          length = batch.segment() + 1;
          taken++;
        }
      }
      if (length > 0) {
        lengths.add(length);
      }
    }
  }

  /** A train is as long as a datagram may be, 65,000 bytes, and has 64 messages at most. */
  @ParameterizedTest
  @CsvSource({"64, 64, 36", "1024, 61, 9", "4096, 15, 5"})
  void aFloodGoesOutInTrainsAsLongAsTheyCanBe(int size, int longest, int rest) throws Exception {
    // Few enough for the buffer of a socket that is read in between only.
    int count = longest + rest;
    List<Integer> lengths = trains(size, 40, count);
    assertThat(lengths.stream().mapToInt(Integer::intValue).sum()).isEqualTo(40 * count);
    // The first posts, below 128 messages together, are too few for trains.
    int posts = 127 / count;
    List<Integer> expected = new ArrayList<>(Collections.nCopies(posts * count, 1));
    for (int i = posts; i < 40; i++) {
      expected.addAll(List.of(longest, rest));
    }
    assertThat(lengths).isEqualTo(expected);
  }

  @Test
  void aFewMessagesGoOneByOne() throws Exception {
    assertThat(trains(64, 1, 100)).hasSize(100).containsOnly(1);
  }
}
