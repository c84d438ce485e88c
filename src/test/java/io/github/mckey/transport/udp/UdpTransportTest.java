package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The transport on the loopback interface of this host. */
@Timeout(120)
class UdpTransportTest {
  private static final long IDLE = 3_000_000_000L;
  private static final String LO = "127.0.0.1";

  @ParameterizedTest
  @CsvSource({"1,10", "2,10", "3,10", "4,10", "5,10", "23,10", "100,300", "1023,100", "4096,100"})
  void senderReachesReceiver(int size, int count) throws TransportException {
    try (Member receiver = new Member();
        Member sender = new Member()) {
      JoinedGroup joined = receiver.join(LO, "239.1.1.1", size, count, false);
      sender.join(LO, "239.1.1.1", size, 0, false);

      sender.send(count);
      receiver.receive(count, IDLE);

      assertThat(joined)
          .isEqualTo(new JoinedGroup(TestPackets.gid("239.1.1.1"), 0, 0, 0xFFFFFF, 0x01234567));
      assertThat(receiver.messages).hasSize(count);
      for (int i = 0; i < count; i++) {
        Member.Message message = receiver.messages.get(i);
        assertThat(message.payload()).isEqualTo(Member.numbered(i, size));
        assertThat(message.psn()).isEqualTo(i);
        assertThat(message.sourceQpn()).isEqualTo(sender.endpoint.qpn());
        assertThat(message.immediate()).isEqualTo(sender.endpoint.qpn());
        assertThat(message.source()).isEqualTo(Member.text(TestPackets.gid(LO)));
      }
      assertThat(receiver.endpoint.refused()).isEmpty();
    }
  }

  @Test
  void severalReceiversEachGetWhatSeveralSendersSend() throws TransportException {
    try (Member first = new Member();
        Member second = new Member();
        Member oneSender = new Member();
        Member otherSender = new Member()) {
      first.join(LO, "239.1.1.2", 8, 40, false);
      second.join(LO, "239.1.1.2", 8, 40, false);
      oneSender.join(LO, "239.1.1.2", 8, 0, false);
      otherSender.join(LO, "239.1.1.2", 8, 0, true);

      oneSender.send(20);
      otherSender.send(20);
      first.receive(40, IDLE);
      second.receive(40, IDLE);

      assertThat(first.messages).hasSize(40);
      assertThat(second.messages).hasSize(40);
      assertThat(first.messages.stream().map(Member.Message::sourceQpn).distinct())
          .containsExactlyInAnyOrder(oneSender.endpoint.qpn(), otherSender.endpoint.qpn());
    }
  }

  @Test
  void otherGroupsStayOut() throws TransportException {
    try (Member here = new Member();
        Member there = new Member();
        Member sender = new Member()) {
      here.join(LO, "239.1.1.3", 8, 10, false);
      there.join(LO, "239.1.1.4", 8, 10, false);
      sender.join(LO, "239.1.1.4", 8, 0, false);

      sender.send(10);
      there.receive(10, IDLE);
      here.receive(10, 0);

      assertThat(there.messages).hasSize(10);
      assertThat(here.messages).isEmpty();
      assertThat(here.endpoint.refused()).isEmpty();
    }
  }

  @Test
  void messageLongerThanTheBufferFlushesTheQueuePair() throws TransportException {
    try (Member receiver = new Member();
        Member sender = new Member()) {
      receiver.join(LO, "239.1.1.5", 8, 200, false);
      sender.join(LO, "239.1.1.5", 9, 0, false);

      sender.send(3);
      receiver.pollUntil(() -> receiver.failures.size() >= 200, IDLE);

      assertThat(receiver.failures).hasSize(200);
      assertThat(receiver.failures.getFirst()).isEqualTo(WorkStatus.LOCAL_LENGTH);
      assertThat(receiver.failures.subList(1, 200)).containsOnly(WorkStatus.FLUSHED);
    }
  }

  @Test
  void shorterMessagesAreReceivedAsTheyAre() throws TransportException {
    try (Member receiver = new Member();
        Member sender = new Member()) {
      receiver.join(LO, "239.1.1.5", 100, 2, false);
      sender.join(LO, "239.1.1.5", 9, 0, false);
      sender.send(2);
      receiver.receive(2, IDLE);
      assertThat(receiver.messages.getLast().payload()).isEqualTo(Member.numbered(1, 9));
    }
  }

  @Test
  void noMoreIsReceivedThanPosted() throws TransportException {
    try (Member receiver = new Member();
        Member sender = new Member()) {
      receiver.join(LO, "239.1.1.6", 8, 5, false);
      sender.join(LO, "239.1.1.6", 8, 0, false);
      sender.send(9);
      receiver.receive(9, IDLE / 10);
      assertThat(receiver.messages).hasSize(5);
    }
  }

  @Test
  void blockedLoopbackReachesNobodyOnTheLoopbackInterface() throws TransportException {
    try (Member receiver = new Member();
        Member sender = new Member()) {
      receiver.join(LO, "239.1.1.7", 8, 5, false);
      sender.join(LO, Member.address("239.1.1.7"), 8, 0, false, true);
      sender.send(5);
      receiver.receive(5, IDLE / 10);
      assertThat(sender.completedSends).isEqualTo(5);
      assertThat(receiver.messages).isEmpty();
      assertThat(sender.transport.takeWarnings()).hasSize(1);
      assertThat(sender.transport.takeWarnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"false,true", "true,false"})
  void sendOnlyMemberIsNoMemberToTheKernel(boolean sendOnly, boolean listed) throws Exception {
    try (Member sender = new Member()) {
      sender.join(LO, "239.7.8.9", 8, 0, sendOnly);
      assertThat(isJoined("090807EF")).isEqualTo(listed);
      sender.leave();
      assertThat(isJoined("090807EF")).isFalse();
    }
  }

  private static boolean isJoined(String hex) throws java.io.IOException {
    return Files.readString(Path.of("/proc/net/igmp"), StandardCharsets.US_ASCII).contains(hex);
  }

  @ParameterizedTest
  @CsvSource({"10.255.255.1,EADDRNOTAVAIL", "239.1.1.1,ENODEV"})
  void addressOfAnotherHostCannotBeBound(String address, String name) throws TransportException {
    try (Member member = new Member()) {
      assertThatThrownBy(() -> member.endpoint.bind(Member.address(address)))
          .isInstanceOfSatisfying(
              TransportException.class,
              e -> {
                assertThat(e.step()).isEqualTo(Step.BIND_ADDRESS);
                assertThat(e.code()).isEqualTo(-1);
                assertThat(e.errno()).isEqualTo(name.equals("ENODEV") ? 19 : 99);
              });
    }
  }

  @Test
  void ipoibPortSpaceIsRefusedAsByRoce() throws TransportException {
    try (Member member = new Member(new UdpOptions(64, 0, 0x0002, 1))) {
      assertThatThrownBy(() -> member.endpoint.bind(Member.address(LO)))
          .isInstanceOfSatisfying(
              TransportException.class,
              e -> {
                assertThat(e.detail()).isEqualTo("Invalid argument");
                assertThat(e.hint()).contains("-p");
              });
    }
  }

  @Test
  void familiesMustAgree() throws TransportException {
    try (Member member = new Member()) {
      NetworkAddress source = Member.address(LO);
      member.endpoint.bind(source);
      assertThatThrownBy(
              () -> member.endpoint.resolveAddress(source, Member.address("ff0e::1"), 2000))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.step()).isEqualTo(Step.RESOLVE_ADDRESS));
    }
  }

  @Test
  void unicastAddressEndsInAnErrorEventAndCanBeLeft() throws TransportException {
    try (Member member = new Member()) {
      NetworkAddress source = Member.address(LO);
      NetworkAddress group = Member.address("127.0.0.2");
      member.endpoint.bind(source);
      member.endpoint.resolveAddress(source, group, 2000);
      member.event().close();
      member.endpoint.join(group, false);
      try (CmEvent event = member.event()) {
        assertThat(event.type()).isEqualTo(CmEventType.MULTICAST_ERROR);
        assertThat(event.status()).isEqualTo(-1);
        assertThat(event.endpoint()).isSameAs(member.endpoint);
        assertThat(event.group()).isNull();
      }
      member.endpoint.leave(group);
    }
  }

  @Test
  void leavingWhatWasNeverJoinedFails() throws TransportException {
    try (Member member = new Member()) {
      assertThatThrownBy(() -> member.endpoint.leave(Member.address("239.1.1.1")))
          .isInstanceOfSatisfying(
              TransportException.class,
              e -> {
                assertThat(e.step()).isEqualTo(Step.LEAVE);
                assertThat(e.detail()).isEqualTo("Cannot assign requested address");
              });
    }
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0", "MGID"})
  void zeroGroupIsAssigned(String zero) throws TransportException {
    NetworkAddress group =
        zero.equals("MGID") ? new NetworkAddress.Ib(Gid.ZERO) : Member.address(zero);
    try (Member receiver = new Member();
        Member sender = new Member()) {
      JoinedGroup assigned = receiver.join(LO, group, 8, 3, false, false);
      // 239.192.0.0/14
      assertThat((int) assigned.mgid().low() >>> 18).isEqualTo(0xEFC00000 >>> 18);
      sender.join(LO, new NetworkAddress.Ib(assigned.mgid()), 8, 0, false, false);
      sender.send(3);
      receiver.receive(3, IDLE);
      assertThat(receiver.messages).hasSize(3);
      receiver.leave();
    }
  }

  @Test
  void waitingEndsByTimeAndByWaking() throws TransportException {
    try (Member member = new Member()) {
      assertThat(member.transport.await(1_000_000)).isZero();
      member.transport.wake();
      assertThat(member.transport.await(-1)).isEqualTo(Transport.WOKEN);
      assertThat(member.transport.await(0)).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "68,256",
    "335,256",
    "336,256",
    "592,512",
    "1104,1024",
    "1400,1024",
    "1500,1024",
    "2127,1024",
    "2128,2048",
    "4175,2048",
    "4176,4096",
    "9000,4096",
    "65535,4096"
  })
  void rdmaMtuFitsTheInterface(int mtu, int expected) {
    assertThat(LocalAddresses.rdmaMtu(mtu)).isEqualTo(expected);
  }

  @Test
  void loopbackCarriesTheLargestMtu() throws TransportException {
    try (Member member = new Member()) {
      member.endpoint.bind(Member.address(LO));
      assertThat(member.endpoint.hasDevice()).isTrue();
      assertThat(member.endpoint.queryActiveMtu()).isEqualTo(4096);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "50000, a burst of 50000 messages, 57600000",
    "9223372036854775807, a long burst, 67108864"
  })
  void burstLargerThanTheBufferIsWarnedOfOnce(long burst, String text, long bytes)
      throws TransportException {
    try (Member member = new Member(UdpOptions.defaults(burst))) {
      member.join(LO, "239.1.1.8", 1024, 10, false);
      assertThat(member.transport.takeWarnings())
          .hasSize(1)
          .allSatisfy(w -> assertThat(w).contains("net.core.rmem_max=" + bytes, text));
    }
  }

  /** More than there is room for beside the socket's buffer, none gone through before the last. */
  @Test
  void burstComesOutWholeAndInOrder() throws TransportException {
    try (Member receiver = new Member();
        Member sender = new Member()) {
      receiver.join(LO, "239.1.1.12", 8, 150, false);
      sender.join(LO, "239.1.1.12", 8, 0, false);
      for (int i = 0; i < 3; i++) {
        sender.send(50);
      }
      receiver.receive(150, 5_000_000_000L);
      assertThat(receiver.messages).hasSize(150);
      for (int i = 0; i < 150; i++) {
        assertThat(receiver.messages.get(i).psn()).isEqualTo(i);
        assertThat(receiver.messages.get(i).payload()).isEqualTo(Member.numbered(i % 50, 8));
      }
    }
  }

  @Test
  void smallBurstNeedsNoWarning() throws TransportException {
    try (Member member = new Member(UdpOptions.defaults(10))) {
      member.join(LO, "239.1.1.8", 100, 10, false);
      assertThat(member.transport.takeWarnings()).isEmpty();
    }
  }
}
