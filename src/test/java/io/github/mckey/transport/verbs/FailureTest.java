package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.config.PortSpace;
import io.github.mckey.standin.StandIns;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call fails once: the step is named and all that was made is destroyed. */
class FailureTest {
  private final StandIns standIns = StandIns.load();

  @AfterEach
  void nothingIsLeft() {
    assertThat(standIns.report().complaints()).isEmpty();
  }

  /** A whole run: everything that can fail before the end, except closing. */
  private static void run() throws TransportException {
    try (Member member = new Member(1)) {
      member.setUp(4, 8, 4);
      member.endpoint.postReceives(2);
      member.join();
      member.endpoint.postSends(2, true, null);
      member.endpoint.requestNotification();
      member.endpoint.poll();
      member.endpoint.leave(Member.GROUP);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rdma_create_event_channel, CREATE_EVENT_CHANNEL, -1",
    "rdma_create_id,            CREATE_ID,            -1",
    "rdma_set_option,           SET_OPTION,           -1",
    "rdma_bind_addr,            BIND_ADDRESS,         -1",
    "rdma_resolve_addr,         RESOLVE_ADDRESS,      -1",
    "rdma_get_cm_event,         GET_CM_EVENT,         -1",
    "ibv_query_port,            QUERY_PORT,           28",
    "ibv_alloc_pd,              ALLOCATE_PD,          -1",
    "ibv_create_comp_channel,   CREATE_CQ,            -1",
    "ibv_create_cq,             CREATE_CQ,            -1",
    "rdma_create_qp,            CREATE_QP,            -1",
    "ibv_reg_mr,                REGISTER_MR,          -1",
    "ibv_post_recv,             POST_RECEIVE,         28",
    "rdma_join_multicast_ex,    JOIN,                 -1",
    "ibv_create_ah,             CREATE_AH,            -1",
    "ibv_post_send,             POST_SEND,            28",
    "ibv_req_notify_cq,         WAIT,                 28",
    "rdma_leave_multicast,      LEAVE,                -1",
  })
  void aRefusedCallNamesItsStep(String function, Step step, int code) {
    standIns.reset("fabric=ib;fail=" + function + ":1:ENOSPC");
    TransportException failure = catchThrowableOfType(TransportException.class, FailureTest::run);
    assertThat(failure.step()).isEqualTo(step);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.errno()).isEqualTo(Libc.ENOSPC());
    assertThat(failure.detail()).isEqualTo("No space left on device");
    assertThat(failure.getSuppressed()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"send", "recv"})
  void aRefusedRequestTellsHowManyWereAcceptedBefore(String side) {
    standIns.reset("fabric=ib;refuse=" + side + ".2:ENOMEM");
    TransportException failure = catchThrowableOfType(TransportException.class, FailureTest::run);
    assertThat(failure.accepted()).isEqualTo(1);
  }

  @Test
  void aRunWithoutFaultsHasNoFailure() throws TransportException {
    standIns.reset("fabric=ib");
    run();
  }

  @Test
  void aCompletionQueueThatCannotBeReadHasNoErrno() {
    standIns.reset("fabric=ib;ret=ibv_poll_cq:1:-2");
    TransportException failure = catchThrowableOfType(TransportException.class, FailureTest::run);
    assertThat(failure.step()).isEqualTo(Step.POLL_CQ);
    assertThat(failure.code()).isEqualTo(-2);
    assertThat(failure.errno()).isZero();
  }

  @Test
  void aNegatedErrorNumberIsUnderstood() {
    standIns.reset("fabric=ib;ret=ibv_post_send:1:-12");
    TransportException failure = catchThrowableOfType(TransportException.class, FailureTest::run);
    assertThat(failure.code()).isEqualTo(-12);
    assertThat(failure.errno()).isEqualTo(Libc.ENOMEM());
  }

  @Test
  void noDevice() {
    standIns.reset("devices=0");
    TransportException failure =
        catchThrowableOfType(
            TransportException.class, () -> new VerbsProvider(PortSpace.UDP, null).open());
    assertThat(failure.step()).isEqualTo(Step.CREATE_EVENT_CHANNEL);
    assertThat(failure.errno()).isEqualTo(Libc.ENODEV());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ibv_destroy_ah",
        "ibv_destroy_cq",
        "ibv_destroy_comp_channel",
        "ibv_dereg_mr",
        "ibv_dealloc_pd",
        "rdma_destroy_id"
      })
  void destructionGoesOnAfterAFailure(String function) throws TransportException {
    standIns.reset("fabric=ib;fail=" + function + ":1:EBUSY");
    Member member = new Member().setUp(1, 1, 1).join();
    member.endpoint.leave(Member.GROUP);
    TransportException failure =
        catchThrowableOfType(TransportException.class, member.endpoint::close);
    assertThat(failure.step()).isEqualTo(Step.DESTROY);
    assertThat(failure.errno()).isEqualTo(Libc.EBUSY());
    for (String destroyed :
        new String[] {
          "ibv_destroy_ah",
          "rdma_destroy_qp",
          "ibv_destroy_cq",
          "ibv_destroy_comp_channel",
          "ibv_dereg_mr",
          "ibv_dealloc_pd",
          "rdma_destroy_id"
        }) {
      assertThat(standIns.report().calls(destroyed)).as(destroyed).isEqualTo(1);
    }
    member.endpoint.close();
    member.transport.close();
  }

  @Test
  void laterFailuresOfDestructionAreSuppressed() throws TransportException {
    standIns.reset("fabric=ib;fail=ibv_destroy_ah:1:EBUSY;fail=ibv_dealloc_pd:1:EIO");
    Member member = new Member().setUp(1, 1, 1).join();
    member.endpoint.leave(Member.GROUP);
    TransportException failure =
        catchThrowableOfType(TransportException.class, member.endpoint::close);
    assertThat(failure.errno()).isEqualTo(Libc.EBUSY());
    assertThat(failure.getSuppressed())
        .anySatisfy(
            later ->
                assertThat(later)
                    .isInstanceOfSatisfying(
                        TransportException.class,
                        e -> assertThat(e.errno()).isEqualTo(Libc.EIO())));
    member.transport.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rdma_get_cm_event", "ibv_get_cq_event"})
  void aSignalDoesNotEndAWait(String function) throws TransportException {
    standIns.reset("fabric=ib;peer=1:8;eintr=" + function + ":1");
    try (Member member = new Member().setUp(1, 8, 1)) {
      member.endpoint.postReceives(1);
      member.join();
      member.endpoint.requestNotification();
      assertThat(member.completions().size()).isEqualTo(1);
      member.endpoint.leave(Member.GROUP);
    }
  }

  @Test
  void anEventHasItsStatusAndIsAcknowledgedOnce() throws TransportException {
    standIns.reset("fabric=ib;event=MULTICAST_JOIN.1:MULTICAST_ERROR:-22");
    try (Member member = new Member().setUp(1, 1, 1)) {
      member.endpoint.join(Member.GROUP, false);
      CmEvent event = member.next();
      assertThat(event.type()).isEqualTo(CmEventType.MULTICAST_ERROR);
      assertThat(event.status()).isEqualTo(-22);
      assertThat(event.endpoint()).isSameAs(member.endpoint);
      assertThat(event.group()).isNull();
      event.close();
      event.close();
      assertThatThrownBy(member.endpoint::createAddressHandle)
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(standIns.report().calls("rdma_ack_cm_event")).isEqualTo(2);
  }

  @Test
  void anEventOfAnUnknownTypeIsKeptAndAcknowledged() throws TransportException {
    standIns.reset("fabric=ib;event=1:99:7");
    try (Member member = new Member()) {
      member.endpoint.bind(Member.SOURCE);
      member.endpoint.resolveAddress(Member.SOURCE, Member.GROUP, 2000);
      try (CmEvent event = member.next()) {
        assertThat(event.type()).isEqualTo(CmEventType.UNKNOWN);
        assertThat(event.status()).isEqualTo(7);
      }
    }
  }
}
