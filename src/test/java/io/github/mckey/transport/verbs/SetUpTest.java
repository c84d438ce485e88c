package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.config.PortSpace;
import io.github.mckey.standin.Call;
import io.github.mckey.standin.StandIns;
import io.github.mckey.transport.CmEvent;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.JoinedGroup;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.QueueDepths;
import io.github.mckey.transport.Transport;
import io.github.mckey.transport.TransportException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the event channel to the address handle and back, on the stand-ins. */
class SetUpTest {
  private final StandIns standIns = StandIns.load();

  @AfterEach
  void nothingIsLeft() {
    assertThat(standIns.report().complaints()).isEmpty();
  }

  private List<String> calls() {
    return standIns.report().calls().stream().map(Call::toString).toList();
  }

  private List<String> calls(String function) {
    return calls().stream().filter(call -> call.startsWith(function + " ")).toList();
  }

  private List<String> functions() {
    return standIns.report().calls().stream().map(Call::function).toList();
  }

  @Test
  void callsAreStocksWithTheirArguments() throws TransportException {
    standIns.reset("fabric=ib;sl=3;mlid=0xc012;qpn=0x2a");
    try (Member member = new Member().setUp(10, 100, 1).join()) {
      assertThat(member.endpoint.qpn()).isEqualTo(0x2a);
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(calls())
        .containsExactly(
            "rdma_create_event_channel -> ch0",
            "rdma_create_id ch0 ps=0x111 -> 0 id0",
            "rdma_bind_addr id0 10.7.0.1 -> 0",
            "rdma_resolve_addr id0 src=10.7.0.1 dst=239.1.1.1 timeout=2000 -> 0",
            "rdma_get_cm_event ch0 -> 0 ev0 id0 ADDR_RESOLVED status=0",
            "rdma_ack_cm_event ev0 -> 0",
            "ibv_query_port cmctx0 port=1 -> 0 mtu=1024",
            "ibv_query_device cmctx0 -> 0",
            "ibv_alloc_pd cmctx0 -> pd0",
            "ibv_create_comp_channel cmctx0 -> cc0",
            "ibv_create_cq cmctx0 cqe=20 channel=cc0 vector=0 -> cq0",
            "rdma_create_qp id0 pd0 send_wr=10 recv_wr=10 send_sge=1 recv_sge=1 inline=0 type=4"
                + " sig_all=0 send_cq=cq0 recv_cq=cq0 -> 0 qp0",
            "ibv_reg_mr pd0 length=140 access=LOCAL_WRITE -> mr0",
            "rdma_join_multicast_ex id0 239.1.1.1 flags=FULLMEMBER mask=0x3 -> 0",
            "rdma_get_cm_event ch0 -> 0 ev1 id0 MULTICAST_JOIN status=0"
                + " dgid=ff12:4001:ffff::f01:101 mlid=0xc012 sl=3 qpn=0xffffff qkey=0x1234567",
            "ibv_create_ah pd0 dgid=ff12:4001:ffff::f01:101 dlid=0xc012 sl=3 global=1 port=1"
                + " sgid_index=0 hop=0 tclass=0 flow=0 rate=3 src_path_bits=0 -> ah0",
            "rdma_ack_cm_event ev1 -> 0",
            "rdma_leave_multicast id0 239.1.1.1 -> 0",
            "ibv_destroy_ah ah0 -> 0",
            "rdma_destroy_qp id0 qp0 -> ok",
            "ibv_destroy_cq cq0 -> 0",
            "ibv_destroy_comp_channel cc0 -> 0",
            "ibv_dereg_mr mr0 -> 0",
            "ibv_dealloc_pd pd0 -> 0",
            "rdma_destroy_id id0 -> 0",
            "rdma_destroy_event_channel ch0 -> ok");
  }

  @Test
  void blockedLoopbackSendOnlyAndTypeOfService() throws TransportException {
    standIns.reset("fabric=ib");
    try (Member member = new Member(0x68)) {
      member.setUp(new QueueDepths(2, 1, 1), 1, 1, true);
      member.endpoint.join(Member.GROUP, true);
      member.expect(CmEventType.MULTICAST_JOIN);
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(functions())
        .startsWith(
            "rdma_create_event_channel", "rdma_create_id", "rdma_set_option", "rdma_bind_addr");
    assertThat(calls("rdma_set_option"))
        .containsExactly("rdma_set_option id0 level=0 name=0 length=1 value=0x68 -> 0");
    assertThat(calls("rdma_create_qp_ex"))
        .singleElement()
        .asString()
        .contains("mask=0x5", "flags=0x2", "send_wr=1 recv_wr=1", "pd0");
    assertThat(calls("rdma_join_multicast_ex"))
        .singleElement()
        .asString()
        .contains("flags=SENDONLY_FULLMEMBER mask=0x3");
  }

  @Test
  void theJoinedGroupIsTheEvents() throws TransportException {
    standIns.reset("fabric=ib;sl=15;mlid=0xffff");
    try (Member member = new Member().setUp(1, 1, 1)) {
      member.endpoint.join(Member.GROUP, false);
      try (CmEvent event = member.next()) {
        assertThat(event.type()).isEqualTo(CmEventType.MULTICAST_JOIN);
        assertThat(event.endpoint()).isSameAs(member.endpoint);
        assertThat(event.group())
            .isEqualTo(
                new JoinedGroup(
                    new Gid(0xff124001ffff0000L, 0x0f010101L), 0xffff, 15, 0xffffff, 0x1234567));
      }
      // The event's memory is gone: the endpoint has kept what it needs.
      member.endpoint.createAddressHandle();
      member.endpoint.leave(Member.GROUP);
    }
    assertThat(calls("ibv_create_ah"))
        .singleElement()
        .asString()
        .contains("dgid=ff12:4001:ffff::f01:101 dlid=0xffff sl=15");
  }

  @Test
  void ipv6AndUnmappedAddresses() throws TransportException {
    standIns.reset("fabric=ib;mtu=2048");
    NetworkAddress source = new NetworkAddress.Ipv6(new Gid(0xfd00000000000000L, 1), 0);
    NetworkAddress group = new NetworkAddress.Ib(new Gid(0xff12401b00000000L, 0x0102));
    try (Member member = new Member()) {
      member.endpoint.bind(source);
      assertThat(member.endpoint.queryActiveMtu()).isEqualTo(2048);
      member.endpoint.allocatePd();
      member.endpoint.createCq(new QueueDepths(2, 1, 1));
      member.endpoint.createQp(new QueueDepths(2, 1, 1), false);
      member.endpoint.join(group, false);
      member.expect(CmEventType.MULTICAST_JOIN);
      member.endpoint.leave(group);
    }
    assertThat(calls("rdma_bind_addr")).containsExactly("rdma_bind_addr id0 [fd00::1] -> 0");
    assertThat(calls("rdma_join_multicast_ex"))
        .singleElement()
        .asString()
        .contains("ff12:401b::102");
  }

  @Test
  void limitsAreTheDevices() throws TransportException {
    standIns.reset("fabric=roce;max_cqe=777;max_qp_wr=333");
    try (Member member = new Member()) {
      assertThat(member.endpoint.hasDevice()).isFalse();
      assertThat(member.endpoint.queryLimits()).isEqualTo(DeviceLimits.UNKNOWN);
      member.endpoint.bind(Member.SOURCE);
      assertThat(member.endpoint.hasDevice()).isTrue();
      assertThat(member.endpoint.queryLimits()).isEqualTo(new DeviceLimits(777, 333, 56));
    }
  }

  @Test
  void limitsThatTheDeviceDoesNotTell() throws TransportException {
    standIns.reset("fabric=roce;fail=ibv_query_device:1:EIO");
    try (Member member = new Member()) {
      member.endpoint.bind(Member.SOURCE);
      assertThat(member.endpoint.queryLimits()).isEqualTo(DeviceLimits.UNKNOWN);
    }
  }

  @Test
  void anAddressWithoutADeviceIsAnErrorNotACrash() throws TransportException {
    standIns.reset("fabric=roce;nullverbs=*");
    try (Member member = new Member()) {
      member.endpoint.bind(Member.SOURCE);
      assertThat(member.endpoint.hasDevice()).isFalse();
      assertThatThrownBy(member.endpoint::queryActiveMtu)
          .isInstanceOf(TransportException.class)
          .hasMessage("No such device");
      assertThatThrownBy(member.endpoint::allocatePd).isInstanceOf(TransportException.class);
    }
  }

  @Test
  void connectionsOfADeviceShareOneCompletionChannel() throws TransportException {
    standIns.reset("fabric=ib");
    QueueDepths depths = new QueueDepths(2, 1, 1);
    try (Transport transport = new VerbsProvider(PortSpace.IPOIB, null).open()) {
      for (int i = 0; i < 3; i++) {
        var endpoint = transport.createEndpoint(i);
        assertThat(endpoint.index()).isEqualTo(i);
        endpoint.bind(Member.SOURCE);
        endpoint.allocatePd();
        endpoint.createCq(depths);
      }
    }
    assertThat(calls("rdma_create_id")).allMatch(call -> call.contains("ps=0x2 ")).hasSize(3);
    assertThat(calls("ibv_create_comp_channel")).hasSize(1);
    assertThat(calls("ibv_create_cq")).hasSize(3).allMatch(call -> call.contains("channel=cc0"));
    assertThat(functions())
        .containsSubsequence(
            "ibv_destroy_cq",
            "ibv_destroy_cq",
            "ibv_destroy_cq",
            "ibv_destroy_comp_channel",
            "rdma_destroy_event_channel");
  }

  @Test
  void closingTwiceIsNothing() throws TransportException {
    standIns.reset("fabric=roce");
    Member member = new Member().setUp(1, 1, 1);
    member.close();
    int calls = calls().size();
    member.close();
    member.transport.wake();
    assertThat(calls()).hasSize(calls);
  }

  @Test
  void stepsOutOfOrderAreRefusedBeforeTheyReachC() throws TransportException {
    standIns.reset("fabric=roce");
    try (Member member = new Member()) {
      member.endpoint.bind(Member.SOURCE);
      assertThatThrownBy(() -> member.endpoint.createQp(new QueueDepths(2, 1, 1), false))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("PD");
      assertThatThrownBy(member.endpoint::createAddressHandle)
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> member.endpoint.postSends(1, true, null))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(member.endpoint::poll).isInstanceOf(IllegalStateException.class);
    }
  }
}
