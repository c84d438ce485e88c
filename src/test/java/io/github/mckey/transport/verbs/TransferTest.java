package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.standin.StandIns;
import io.github.mckey.transport.CompletionBatch;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.PayloadWriter;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages on the stand-ins: what is posted, signalled, retired and read. */
class TransferTest {
  private final StandIns standIns = StandIns.load();

  @AfterEach
  void nothingIsLeft() {
    assertThat(standIns.report().complaints()).isEmpty();
  }

  /** Sends {@code count} messages as a run does, and returns how many were retired. */
  private static int writeOne(ByteBuffer slots, int at, int stride, int count, int[] patterns) {
    slots.put(at, (byte) 1);
    return 1;
  }

  private static int send(Member member, int count, PayloadWriter writer)
      throws TransportException {
    int posted = 0;
    int retired = 0;
    while (retired < count) {
      posted += member.endpoint.postSends(count - posted, true, writer);
      CompletionBatch batch = member.completions();
      for (int i = 0; i < batch.size(); i++) {
        assertThat(batch.isReceive(i)).isFalse();
        assertThat(batch.status(i)).isZero();
        retired += batch.retired(i);
      }
    }
    assertThat(posted).isEqualTo(count);
    return retired;
  }

  private List<String> requests(String start) {
    return standIns.report().lines("wr " + start);
  }

  @ParameterizedTest
  @CsvSource({
    // count, depth, slots, writer?
    "1, 1, 1, false",
    "10, 10, 1, false",
    "10, 10, 1, true",
    "10, 10, 10, true",
    "1000, 7, 3, true",
    "1000, 7, 7, false",
    "3000, 500, 1, false",
    "3000, 500, 499, true",
  })
  void everySendIsRetiredOnce(int count, int depth, int slots, boolean writes)
      throws TransportException {
    standIns.reset("fabric=ib;strictsq=on;qpn=0x123456");
    PayloadWriter writer = writes ? TransferTest::writeOne : null;
    try (Member member =
        new Member().setUp(new QueueDepths(2 * depth, depth, depth), 64, slots, false).join()) {
      assertThat(send(member, count, writer)).isEqualTo(count);
      assertThat(member.endpoint.poll().size()).isZero();
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(standIns.report().count("datagrams.sent")).isEqualTo(count);
    assertThat(requests("qp0 send_imm"))
        .hasSize(count)
        .allMatch(wr -> wr.contains("/64 ah0 qpn=0xffffff qkey=0x1234567 imm=0x123456 "));
  }

  @Test
  void onlySomeSendsAreSignalledAndPostsAreFew() throws TransportException {
    standIns.reset("fabric=ib");
    try (Member member = new Member().setUp(1000, 8, 1).join()) {
      assertThat(member.endpoint.postSends(1000, true, null)).isEqualTo(1000);
      int retired = 0;
      int completions = 0;
      while (retired < 1000) {
        CompletionBatch batch = member.completions();
        completions += batch.size();
        for (int i = 0; i < batch.size(); i++) {
          retired += batch.retired(i);
        }
      }
      assertThat(retired).isEqualTo(1000);
      assertThat(completions).isLessThanOrEqualTo(1000 / 32);
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(standIns.report().calls("ibv_post_send")).isLessThanOrEqualTo(10);
    assertThat(requests("qp0 send_imm").getLast()).endsWith("flags=SIGNALED");
  }

  @Test
  void noSlotIsWrittenAgainBeforeItsMessageHasCompleted() throws TransportException {
    standIns.reset("fabric=ib;lazy=on");
    try (Member member = new Member().setUp(100, 8, 4).join()) {
      PayloadWriter writer = TransferTest::writeOne;
      assertThat(member.endpoint.postSends(100, false, writer)).isEqualTo(4);
      assertThat(member.endpoint.postSends(100, false, writer)).isZero();
      int retired = 0;
      while (retired == 0) {
        CompletionBatch batch = member.completions();
        for (int i = 0; i < batch.size(); i++) {
          retired += batch.retired(i);
        }
      }
      assertThat(member.endpoint.postSends(100, false, writer)).isEqualTo(retired);
      member.endpoint.leave(Member.GROUP);
    }
  }

  @Test
  void payloadIsTheWritersAndIsReadBack() throws TransportException {
    // A member hears itself: what it sends it receives.
    standIns.reset("fabric=roce;qpn=0x77");
    List<Long> received = new ArrayList<>();
    try (Member member = new Member().setUp(20, 12, 20)) {
      member.endpoint.postReceives(20);
      member.join();
      long[] next = {0x0102030405060708L};
      PayloadWriter writer =
          (slots, at, stride, count, patterns) -> {
            assertThat(slots.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            slots.putLong(at, next[0]++).putInt(at + 8, -1);
            return 1;
          };
      assertThat(member.endpoint.postSends(20, true, writer)).isEqualTo(20);
      while (received.size() < 20) {
        CompletionBatch batch = member.completions();
        for (int i = 0; i < batch.size(); i++) {
          if (batch.isReceive(i)) {
            assertThat(batch.status(i)).isZero();
            assertThat(batch.retired(i)).isEqualTo(1);
            assertThat(batch.length(i)).isEqualTo(12);
            assertThat(batch.hasImmediate(i)).isTrue();
            assertThat(batch.immediate(i)).isEqualTo(0x77);
            assertThat(batch.sourceQpn(i)).isEqualTo(0x77);
            assertThat(batch.sourceGid(i)).isEqualTo(new Gid(0, 0xffff_0a07_0001L));
            ByteBuffer payload = batch.payload(i);
            assertThat(payload.remaining()).isEqualTo(12);
            received.add(payload.getLong());
          }
        }
      }
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(received).hasSize(20).first().isEqualTo(0x0102030405060708L);
    assertThat(received).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"10, 10, 1", "10, 10, 10", "1000, 16, 16", "1000, 300, 7", "2000, 300, 300"})
  void everyMessageOfAPeerIsReceived(int count, int depth, int slots) throws TransportException {
    standIns.reset("fabric=ib;peer=" + count + ":5:50");
    int received = 0;
    try (Member member =
        new Member().setUp(new QueueDepths(2 * depth, depth, depth), 20, slots, false)) {
      int posted = Math.min(count, depth);
      member.endpoint.postReceives(posted);
      member.join();
      while (received < count) {
        CompletionBatch batch = member.completions();
        for (int i = 0; i < batch.size(); i++) {
          assertThat(batch.status(i)).isZero();
          assertThat(batch.length(i)).isEqualTo(5);
          assertThat(batch.immediate(i)).isEqualTo(0x99);
          if (slots == depth) {
            // Byte i of the peer's message n is n + i.
            assertThat(batch.payload(i).get(4)).isEqualTo((byte) (received + i + 4));
          }
        }
        received += batch.size();
        int again = Math.min(batch.size(), count - posted);
        member.endpoint.postReceives(again);
        posted += again;
      }
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(received).isEqualTo(count);
    assertThat(requests("qp0 recv")).hasSize(count).allMatch(wr -> wr.endsWith("/60"));
  }

  @Test
  void aFailedSendRetiresWhatWasBeforeItAndTheRestIsFlushed() throws TransportException {
    standIns.reset("fabric=ib;lazy=on;wc=send.6:LOC_PROT_ERR:0x51");
    try (Member member = new Member().setUp(10, 8, 1).join()) {
      assertThat(member.endpoint.postSends(10, true, null)).isEqualTo(10);
      List<Integer> statuses = new ArrayList<>();
      int retired = 0;
      while (retired < 10) {
        CompletionBatch batch = member.completions();
        for (int i = 0; i < batch.size(); i++) {
          assertThat(batch.isReceive(i)).isFalse();
          if (batch.status(i) == Rdma.IBV_WC_LOC_PROT_ERR()) {
            assertThat(batch.vendorError(i)).isEqualTo(0x51);
            // However the sends before it were signalled, it retires what they left and itself.
            assertThat(retired + batch.retired(i)).isEqualTo(6);
          }
          statuses.add(batch.status(i));
          retired += batch.retired(i);
        }
      }
      assertThat(retired).isEqualTo(10);
      assertThat(statuses)
          .startsWith(0, Rdma.IBV_WC_LOC_PROT_ERR())
          .endsWith(Rdma.IBV_WC_WR_FLUSH_ERR());
      assertThat(member.endpoint.statusText(Rdma.IBV_WC_LOC_PROT_ERR()))
          .isEqualTo("local protection error");
      member.endpoint.leave(Member.GROUP);
    }
  }

  @Test
  void aFailedReceiveIsOneOfReceives() throws TransportException {
    standIns.reset("fabric=ib;peer=3:8;wc=recv.2:LOC_LEN_ERR");
    try (Member member = new Member().setUp(3, 8, 3)) {
      member.endpoint.postReceives(3);
      member.join();
      List<Integer> statuses = new ArrayList<>();
      while (statuses.size() < 3) {
        CompletionBatch batch = member.completions();
        for (int i = 0; i < batch.size(); i++) {
          assertThat(batch.isReceive(i)).isTrue();
          assertThat(batch.retired(i)).isEqualTo(1);
          statuses.add(batch.status(i));
        }
      }
      assertThat(statuses)
          .containsExactly(0, Rdma.IBV_WC_LOC_LEN_ERR(), Rdma.IBV_WC_WR_FLUSH_ERR());
      member.endpoint.leave(Member.GROUP);
    }
  }

  @Test
  void aPostThatIsRefusedHalfwayCountsWhatTheDeviceTook() throws TransportException {
    // The device takes 4 receives, and is asked for 6.
    standIns.reset("fabric=ib;peer=4:8");
    try (Member member = new Member().setUp(new QueueDepths(20, 4, 4), 8, 4, false)) {
      TransportException failure =
          catchThrowableOfType(TransportException.class, () -> member.endpoint.postReceives(6));
      assertThat(failure.step()).isEqualTo(Step.POST_RECEIVE);
      assertThat(failure.errno()).isEqualTo(Libc.ENOMEM());
      assertThat(requests("qp0 recv")).hasSize(4);
      member.join();
      int received = 0;
      while (received < 4) {
        CompletionBatch batch = member.completions();
        for (int i = 0; i < batch.size(); i++) {
          assertThat(batch.payload(i).get(0)).isEqualTo((byte) received++);
        }
      }
      // The next one uses the slot after those that were taken, which is the first again.
      member.endpoint.postReceives(1);
      assertThat(requests("qp0 recv").getLast()).isEqualTo(requests("qp0 recv").getFirst());
      member.endpoint.leave(Member.GROUP);
    }
  }

  @Test
  void wakingEndsASleep() throws TransportException {
    standIns.reset("fabric=ib");
    try (Member member = new Member().setUp(1, 1, 1)) {
      member.transport.wake();
      assertThat(member.transport.await(-1)).isEqualTo(Transport.WOKEN);
      assertThat(member.transport.await(0)).isZero();
      member.endpoint.join(Member.GROUP, false);
      member.transport.wake();
      int seen = 0;
      while (seen != (Transport.WOKEN | Transport.CM_EVENT)) {
        seen |= member.transport.await(-1);
      }
      member.next().close();
      member.endpoint.leave(Member.GROUP);
    }
  }

  @Test
  void notificationsAreAcknowledgedTogether() throws TransportException {
    standIns.reset("fabric=ib;peer=5:8:1");
    try (Member member = new Member().setUp(5, 8, 1)) {
      member.endpoint.postReceives(5);
      member.join();
      for (int i = 0; i < 5; i++) {
        member.endpoint.requestNotification();
        assertThat(member.transport.await(-1)).isEqualTo(Transport.COMPLETION);
        assertThat(member.endpoint.poll().size()).isEqualTo(1);
      }
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(standIns.report().calls("ibv_get_cq_event")).isGreaterThanOrEqualTo(5);
    assertThat(standIns.report().calls("ibv_ack_cq_events")).isEqualTo(1);
  }

  @Test
  void whatALookAheadFindsIsGivenByTheNextPoll() throws TransportException {
    standIns.reset("fabric=ib");
    try (Member member = new Member().setUp(10, 8, 1).join()) {
      send(member, 1, null);
      member.endpoint.postSends(1, true, null);
      assertThat(member.endpoint.lookAhead()).isTrue();
      assertThat(member.endpoint.lookAhead()).isTrue();
      CompletionBatch batch = member.endpoint.poll();
      assertThat(batch.size()).isEqualTo(1);
      assertThat(batch.retired(0)).isEqualTo(1);
      assertThat(member.endpoint.poll().size()).isZero();
      member.endpoint.leave(Member.GROUP);
    }
  }

  /** Looks that find nothing are few: none before a completion, and less often after each. */
  @Test
  void looksAheadWhereCompletionsFlowAndItHelps() throws TransportException {
    standIns.reset("fabric=ib");
    try (Member member = new Member().setUp(100, 8, 1).join()) {
      assertThat(member.endpoint.lookAhead()).isFalse();
      for (int i = 0; i < 100; i++) {
        send(member, 1, null);
        assertThat(member.endpoint.lookAhead()).isFalse();
        assertThat(member.endpoint.lookAhead()).isFalse();
      }
      member.endpoint.leave(Member.GROUP);
    }
    // Seven times of a hundred, after 1, 3, 7, 15, 31 and 63 waits without; three looks each.
    assertThat(standIns.report().count("polls.empty")).isBetween(3, 21);
  }

  @Test
  void aBrokenCompletionChannelIsAFailureToWait() throws TransportException {
    standIns.reset("fabric=ib;peer=1:8;fail=ibv_get_cq_event:1:EIO");
    try (Member member = new Member().setUp(1, 8, 1)) {
      member.endpoint.postReceives(1);
      member.join();
      member.endpoint.requestNotification();
      assertThatThrownBy(() -> member.transport.await(-1))
          .isInstanceOfSatisfying(
              TransportException.class, e -> assertThat(e.step()).isEqualTo(Step.WAIT));
      member.endpoint.leave(Member.GROUP);
    }
  }
}
