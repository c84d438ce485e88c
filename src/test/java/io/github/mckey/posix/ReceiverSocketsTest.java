package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.Gid;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the kernel tells of sockets, against what was done with them. */
class ReceiverSocketsTest {
  private static final int BUFFER = 100_000;
  private static final String GROUP = "239.1.9.1";

  private final NativeCalls calls = new NativeCalls();
  private final List<DatagramChannel> channels = new ArrayList<>();

  @AfterEach
  void closeChannels() throws IOException {
    for (DatagramChannel channel : channels) {
      channel.close();
    }
  }

  @Test
  void onlyThoseOnTheGroupAndPortCount() throws Exception {
    DatagramChannel first = receiver(GROUP, 0);
    int port = port(first);
    try (ReceiverSockets sockets = open(GROUP, port)) {
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.count()).isEqualTo(1);
      // The kernel doubles what is asked for (socket(7)).
      assertThat(sockets.bufferBytes(0)).isEqualTo(2 * BUFFER);
      receiver("239.1.9.2", port);
      DatagramChannel elsewhere = receiver(GROUP, 0);
      while (port(elsewhere) == port) { // as sockets that share their ports may get
        elsewhere.close();
        elsewhere = receiver(GROUP, 0);
      }
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.count()).isEqualTo(1);
      long cookie = sockets.cookie(0);
      receiver(GROUP, port);
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.count()).isEqualTo(2);
      assertThat(cookie).isIn(sockets.cookie(0), sockets.cookie(1));
      assertThat(sockets.cookie(0)).isNotEqualTo(sockets.cookie(1));
    }
  }

  @Test
  void whatNobodyReadIsTold() throws Exception {
    DatagramChannel receiver = receiver(GROUP, 0);
    int port = port(receiver);
    NetworkInterface lo = NetworkInterface.getByName("lo");
    receiver.join(InetAddress.getByName(GROUP), lo);
    receiver.configureBlocking(false);
    DatagramChannel sender = channel(StandardProtocolFamily.INET);
    sender.setOption(StandardSocketOptions.IP_MULTICAST_IF, lo);
    try (ReceiverSockets sockets = open(GROUP, port)) {
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.queuedBytes(0)).isZero();
      for (int i = 0; i < 10; i++) {
        sender.send(ByteBuffer.allocate(1000), new InetSocketAddress(GROUP, port));
      }
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.queuedBytes(0)).isBetween(10_000L, 2L * BUFFER);
      assertThat(sockets.chargedBytes(0)).isGreaterThanOrEqualTo(sockets.queuedBytes(0));
      ByteBuffer room = ByteBuffer.allocate(1000);
      while (receiver.receive(room) != null) {
        room.clear();
      }
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.queuedBytes(0)).isZero();
      assertThat(sockets.chargedBytes(0)).isZero();
    }
  }

  @Test
  void overIpv6Too() throws Exception {
    DatagramChannel receiver = channel(StandardProtocolFamily.INET6);
    receiver.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    NetworkInterface lo = NetworkInterface.getByName("lo");
    byte[] group = InetAddress.getByName("ff01::9:1").getAddress();
    receiver.bind(new InetSocketAddress(Inet6Address.getByAddress(null, group, lo), 0));
    Gid gid = new Gid(0xff01L << 48, 0x90001L);
    try (ReceiverSockets sockets = ReceiverSockets.open(calls, gid, true, port(receiver))) {
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.count()).isEqualTo(1);
      assertThat(sockets.bufferBytes(0)).isEqualTo(2 * BUFFER);
    }
  }

  /** More than one read of the kernel's answer. */
  @Test
  void manySockets() throws Exception {
    int port = port(receiver(GROUP, 0));
    for (int i = 1; i < 400; i++) {
      receiver(GROUP, port);
    }
    try (ReceiverSockets sockets = open(GROUP, port)) {
      assertThat(sockets.ask()).isTrue();
      assertThat(sockets.count()).isEqualTo(400);
    }
  }

  private ReceiverSockets open(String group, int port) throws IOException {
    int address = ByteBuffer.wrap(InetAddress.getByName(group).getAddress()).getInt();
    Gid gid = new Gid(0, 0xFFFF_0000_0000L | Integer.toUnsignedLong(address));
    return ReceiverSockets.open(calls, gid, false, port);
  }

  private DatagramChannel receiver(String group, int port) throws IOException {
    DatagramChannel channel = channel(StandardProtocolFamily.INET);
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
    return channel.bind(new InetSocketAddress(group, port));
  }

  private DatagramChannel channel(StandardProtocolFamily family) throws IOException {
    DatagramChannel channel = DatagramChannel.open(family);
    channels.add(channel);
    return channel;
  }

  private static int port(DatagramChannel channel) throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }
}
