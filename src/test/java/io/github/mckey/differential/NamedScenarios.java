package io.github.mckey.differential;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of scenarios: roles, options, both fabrics, and the troubles that each can have. */
final class NamedScenarios {
  private static final String PORTS = "rdma=10.7.0.1/24,10.9.0.1/24@2,fd00::1/64;mtu=256,4096";

  private final Map<String, Scenario> all = new LinkedHashMap<>();

  private NamedScenarios() {}

  /** Returns all of them by name. */
  static Map<String, Scenario> all() {
    NamedScenarios table = new NamedScenarios();
    table.roce();
    table.infiniband();
    table.counts();
    table.troubles();
    table.events();
    return table.all;
  }

  private void add(String name, String config, String arguments) {
    if (all.put(name, new Scenario(config, List.of(arguments.split(" ")))) != null) {
      throw new IllegalArgumentException(name);
    }
  }

  private void roce() {
    add("sender", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s");
    add("receiver", "fabric=roce;peer=10", "-m 239.1.1.1 -b 10.7.0.1");
    add("receiver of more than it wants", "fabric=roce;peer=50", "-m 239.1.1.1 -b 10.7.0.1");
    add("five senders", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -c 5 -C 7");
    add("five receivers", "fabric=roce;peer=7:1000:3", "-m 239.1.1.1 -b 10.7.0.1 -c5 -C7 -S1000");
    add("as many members as it takes", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -c 56");
    add("one member too many", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -c 57");
    add("by route", "fabric=roce;route=10.7.0.1", "-m 239.1.1.1 -s");
    add("no route", "fabric=roce", "-m 239.1.1.1 -s");
    add("send-only sender", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -so");
    add("no loopback", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -sl");
    add("IPv6 group", "fabric=roce", "-m ff0e::1 -b fd00::1 -s");
    add("unmapped on RoCE", "fabric=roce", "-M ff12::1 -b 10.7.0.1 -s");
    add("zero address on RoCE", "fabric=roce", "-m 0.0.0.0 -b 10.7.0.1 -s");
    add("IPoIB port space on RoCE", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -p 2");
    add("unicast", "fabric=roce", "-m 10.7.0.2 -b 10.7.0.1 -s");
    add("address of another host", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.9 -s");
    add("interface without RDMA", "fabric=roce", "-m 239.1.1.1 -b 10.8.0.1 -s");
    add("small port", "fabric=roce;" + PORTS, "-m 239.1.1.1 -b 10.7.0.1 -s -S 257");
    add("small port filled", "fabric=roce;" + PORTS, "-m 239.1.1.1 -b 10.7.0.1 -s -S 256");
    add("large port", "fabric=roce;" + PORTS, "-m 239.1.1.1 -b 10.9.0.1 -s -S 4096");
    add("large port overfilled", "fabric=roce;" + PORTS, "-m 239.1.1.1 -b 10.9.0.1 -s -S 4097");
    add("older provider", "fabric=roce;abi=legacy", "-m 239.1.1.1 -b 10.7.0.1 -s");
    add("nothing to send", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -C 0");
    add("empty messages", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -S 0 -c 2");
    add("no devices", "fabric=roce;devices=0", "-m 239.1.1.1 -b 10.7.0.1 -s");
  }

  private void infiniband() {
    add("IB sender", "fabric=ib;sl=5;mlid=0xc0de", "-m 239.1.1.1 -b 10.7.0.1 -s");
    add("IB receiver", "fabric=ib;peer=10", "-m 239.1.1.1 -b 10.7.0.1");
    add("IB receiver, IPv6", "fabric=ib;peer=10", "-m ff02::1:3 -b fd00::1");
    add("IPoIB port space", "fabric=ib", "-m 239.1.1.1 -b 10.7.0.1 -s -p 0x0002");
    add("IPoIB port space, IPv6", "fabric=ib;peer=10", "-m ff0e::1 -b fd00::1 -p 2");
    add("assigned group", "fabric=ib", "-m 0.0.0.0 -b 10.7.0.1 -s");
    add("assigned group, IPv6", "fabric=ib", "-m :: -b fd00::1 -s");
    add("assigned unmapped group", "fabric=ib", "-M 0 -b 10.7.0.1 -s -c 2");
    add("unmapped receiver", "fabric=ib;peer=4", "-M ff12:401b::1 -b 10.7.0.1 -C 4 -c 3");
    add("send-only with support", "fabric=ib", "-m 239.1.1.1 -b 10.7.0.1 -s -o");
    add("send-only refused", "fabric=ib;sendonly=EINVAL", "-m 239.1.1.1 -b 10.7.0.1 -s -o");
    add("send-only failing", "fabric=ib;sendonly=event:-22", "-m 239.1.1.1 -b 10.7.0.1 -s -o");
    add("send-only failing late", "fabric=ib;sendonly=event:-110", "-M ff12::1 -b 10.7.0.1 -so");
    add("IB no loopback", "fabric=ib", "-m 239.1.1.1 -b 10.7.0.1 -s -l");
    add("IB loopback not blockable", "fabric=ib;blocklb=off", "-m 239.1.1.1 -b 10.7.0.1 -sl");
    add("IB ports", "fabric=ib;" + PORTS, "-m 239.1.1.1 -b 10.9.0.1 -s -S 4096");
    add("IB small port", "fabric=ib;" + PORTS, "-M ff12::1 -b 10.7.0.1 -s -S 300");
  }

  private void counts() {
    add("16000 messages", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -C 16000");
    add("20000 messages", "fabric=roce", "-m 239.1.1.1 -b 10.7.0.1 -s -C 20000");
    add("20000 received", "fabric=roce;peer=20000", "-m 239.1.1.1 -b 10.7.0.1 -C 20000");
    add("small CQ", "fabric=ib;max_cqe=6;lazy=on", "-m 239.1.1.1 -b 10.7.0.1 -s -C 100 -c 2");
    add("small QP", "fabric=ib;max_qp_wr=3;peer=90", "-m 239.1.1.1 -b 10.7.0.1 -C 90 -c 2");
    add("a CQ of one", "fabric=ib;max_cqe=2;peer=9", "-M ff12::1 -b 10.7.0.1 -C 9");
  }

  private void troubles() {
    String sender = "-m 239.1.1.1 -b 10.7.0.1 -s -c 2 -C 20";
    String receiver = "-m 239.1.1.1 -b 10.7.0.1 -c 2 -C 20";
    add("refused channel", "fail=rdma_create_event_channel:1:EACCES", sender);
    add("third id refused", "fail=rdma_create_id:3:EMFILE", "-m 239.1.1.1 -b 10.7.0.1 -s -c 3");
    add("registration refused", "peer=20;fail=ibv_reg_mr:2:ENOMEM", receiver);
    add("buffer refused twice", "peer=20;fail=ibv_reg_mr:1:EIO;fail=ibv_dereg_mr:1:EIO", receiver);
    add("registration refused, unmapped", "fabric=ib;fail=ibv_reg_mr:1:ENOMEM", "-M 0 -b 10.7.0.1");
    add("no verbs", "nullverbs=1", sender);
    add("no verbs, unmapped", "fabric=ib;nullverbs=*", "-M ff12::1 -b 10.7.0.1 -s");
    add("send refused", "refuse=send.25:ENOMEM", sender);
    add("receive refused", "peer=20;refuse=recv.33:EINVAL", receiver);
    add("send failed", "wc=send.7:LOC_QP_OP_ERR:0x55", sender);
    add("send failed, QP goes on", "wc=send.7:GENERAL_ERR:1:keep", sender);
    add("receive failed", "peer=20;wc=recv.9:LOC_LEN_ERR", receiver);
    add("receive failed, QP goes on", "peer=20;wc=recv.9:LOC_LEN_ERR:3:keep", receiver);
    add("messages too long to receive", "peer=20:200", receiver);
    add("poll failed", "peer=20;fail=ibv_poll_cq:1:EIO", receiver);
    add("receive and poll failed", "peer=20:200;fail=ibv_poll_cq:2:EIO;max_cqe=8", receiver);
    add("leave failed", "fail=rdma_leave_multicast:1:EINVAL", sender);
    add("sends wait in the queue", "fabric=ib;lazy=on", sender);
    add("doubled, swapped, damaged", "peer=30;dup=3;swap=6;corrupt=9;drop=2,11", receiver);
    add("interrupted", "peer=20;eintr=rdma_get_cm_event:1-3;eintr=ibv_get_cq_event:1", receiver);
    add("refused to destroy", "fail=ibv_destroy_ah:1:EBUSY;fail=ibv_dealloc_pd:2:EBUSY", sender);
  }

  private void events() {
    String sender = "-m 239.1.1.1 -b 10.7.0.1 -s -c 2 -C 5";
    String receiver = "-m 239.1.1.1 -b 10.7.0.1 -c 2 -C 5";
    add("address unresolved", "event=ADDR_RESOLVED.2:ADDR_ERROR:-110", sender);
    add("route lost", "event=ADDR_RESOLVED.1:ROUTE_ERROR:-113", receiver);
    add("not joined", "event=MULTICAST_JOIN.2:MULTICAST_ERROR:-22", sender);
    add("not joined, low byte 0", "event=MULTICAST_JOIN.1:MULTICAST_ERROR:256", sender);
    add("not joined, no status", "event=MULTICAST_JOIN.1:MULTICAST_ERROR:0", receiver);
    add("group lost while sending", "inject=MULTICAST_ERROR:-110:ibv_post_send.1:1", sender);
    add("group lost while receiving", "peer=5;inject=MULTICAST_ERROR:5:wc.3", receiver);
    add("group lost without status", "peer=5;inject=MULTICAST_ERROR:0:wc.3", receiver);
    add("group lost in the pause", "inject=MULTICAST_ERROR:-5:ibv_create_ah.2", sender);
    add("group lost while leaving", "inject=MULTICAST_ERROR:-5:rdma_leave_multicast.1", sender);
    add("address changed", "peer=5;inject=ADDR_CHANGE:0:wc.2", receiver);
    add("address changed while joining", "inject=ADDR_CHANGE:0:event.1", sender);
    add("device gone while joining", "inject=DEVICE_REMOVAL:0:event.1", sender);
    add("device gone in the pause", "inject=DEVICE_REMOVAL:0:ibv_create_ah.2", sender);
    add("device gone while sending", "inject=DEVICE_REMOVAL:0:ibv_post_send.2", sender);
    add("unknown event", "peer=5;inject=77:-3:wc.2;inject=77:0:event.1", receiver);
    add("no event after joining", "fail=rdma_get_cm_event:5:EIO", sender);
    add("lost with the event", "fail=rdma_get_cm_event:5:EIO;inject=ADDR_CHANGE:0:wc.1", sender);
  }
}
