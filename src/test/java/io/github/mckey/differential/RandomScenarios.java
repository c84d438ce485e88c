package io.github.mckey.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws command lines, fabrics and faults. What cannot end is not drawn: a receiver always has a
 * sender that sends enough.
 */
final class RandomScenarios {
  private static final String[] ERRNOS = {
    "EIO", "ENOMEM", "EINVAL", "EAGAIN", "EINTR", "ENODEV", "EPERM", "ENETUNREACH", "EBUSY"
  };
  private static final String[] CALLS = {
    "rdma_create_event_channel",
    "rdma_create_id",
    "rdma_bind_addr",
    "rdma_resolve_addr",
    "rdma_get_cm_event",
    "ibv_query_port",
    "ibv_query_device",
    "ibv_alloc_pd",
    "ibv_create_comp_channel",
    "ibv_create_cq",
    "rdma_create_qp",
    "rdma_create_qp_ex",
    "ibv_reg_mr",
    "rdma_join_multicast_ex",
    "ibv_create_ah",
    "ibv_post_send",
    "ibv_post_recv",
    "ibv_poll_cq",
    "rdma_leave_multicast",
    "ibv_destroy_ah",
    "ibv_destroy_cq",
    "ibv_dereg_mr",
    "ibv_dealloc_pd",
    "rdma_destroy_id"
  };
  private static final String[] SIZES = {"1", "2", "3", "4", "5", "23", "100", "255", "256"};
  private static final String[] ODD_SIZES = {
    "0", "257", "1000", "1023", "1024", "1025", "2048", "4096", "4097"
  };
  private static final String[] WC_STATUSES = {
    "LOC_LEN_ERR", "LOC_QP_OP_ERR", "LOC_PROT_ERR", "WR_FLUSH_ERR", "GENERAL_ERR", "RETRY_EXC_ERR"
  };

  private final SplittableRandom random;
  private final List<String> items = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private boolean infiniband;
  private boolean sender;

  /** Any address goes with any other, most of which fail early. */
  private boolean wild;

  private boolean v6;

  /** The device's queues are small. */
  private boolean limited;

  private int connections;
  private int messages;

  private RandomScenarios(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns the scenario of a seed, always the same. */
  static Scenario of(long seed) {
    RandomScenarios drawn = new RandomScenarios(seed);
    drawn.drawArguments();
    drawn.drawFabric();
    drawn.drawFaults();
    return new Scenario(String.join(";", drawn.items), drawn.arguments);
  }

  private boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  private void drawArguments() {
    infiniband = random.nextBoolean();
    sender = random.nextBoolean();
    wild = oneIn(6);
    v6 = infiniband && oneIn(4);
    boolean unmapped = (infiniband || wild) && oneIn(4);
    List<List<String>> options = new ArrayList<>();
    options.add(unmapped ? value("M", drawMgid()) : value("m", drawGroup()));
    if (unmapped || !oneIn(4)) {
      options.add(value("b", drawSource()));
    }
    if (sender) {
      options.add(List.of("-s"));
    }
    connections = oneIn(3) ? 1 + random.nextInt(5) : 1;
    if (connections > 1 || oneIn(5)) {
      options.add(value("c", Integer.toString(connections)));
    }
    messages = drawMessages();
    if (messages != 10 || oneIn(5)) {
      options.add(value("C", Integer.toString(messages)));
    }
    if (oneIn(2)) {
      options.add(value("S", oneIn(4) ? pick(ODD_SIZES) : pick(SIZES)));
    }
    if (oneIn(5) && (infiniband || wild)) {
      options.add(value("p", pick("2", "0x2", "0x0002", "273", "0x111", "0421", "0x0111")));
    }
    if ((sender || messages == 0) && oneIn(5)) {
      options.add(List.of("-o"));
    }
    if (oneIn(6) && (infiniband || wild)) {
      options.add(List.of("-l"));
    }
    if (oneIn(8)) {
      options.add(List.of(pick("stray", "10.7.0.2", "")));
    }
    shuffle(options);
    options.forEach(arguments::addAll);
  }

  private void shuffle(List<?> list) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }

  private int drawMessages() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> 16 + random.nextInt(150);
      case 3, 4 -> 2 + random.nextInt(8);
      default -> 10;
    };
  }

  private List<String> value(String option, String text) {
    return random.nextBoolean() && !text.isEmpty()
        ? List.of("-" + option + text)
        : List.of("-" + option, text);
  }

  private String drawGroup() {
    if (wild) {
      return pick("10.7.0.2", "0.0.0.0", "ff0e::1", "::", "239.1.1.1");
    }
    if (v6) {
      return pick("ff0e::1", "ff02::1:3", "::", "ff12:401b:ffff::1");
    }
    String zero = infiniband ? "0.0.0.0" : "224.0.0.1";
    return pick("239.1.1.1", "239.1", "0357.1.1.1", "4009820417", "224.0.0.10", zero);
  }

  private String drawMgid() {
    return pick("ff12::1", "ff12:401b:ffff::16", "0", "::", "ff12:a01b:fe80::2");
  }

  private String drawSource() {
    if (wild) {
      return pick("10.7.0.1", "fd00::1", "10.7.0.9", "10.8.0.1", "127.0.0.1");
    }
    return v6 ? "fd00::1" : pick("10.7.0.1", "10.9.0.1");
  }

  private void drawFabric() {
    items.add(infiniband ? "fabric=ib" : "fabric=roce");
    items.add("rdma=10.7.0.1/24,fd00::1/64,10.9.0.1/24@2");
    items.add("plain=10.8.0.1/24,127.0.0.1/8");
    items.add("mtu=" + pick("1024", "256", "2048", "4096") + "," + pick("512", "4096"));
    if (!wild || oneIn(2)) {
      items.add("route=" + (v6 ? "fd00::1" : pick("10.7.0.1", "10.9.0.1")));
    }
    if (infiniband) {
      items.add("sl=" + random.nextInt(16));
      items.add("mlid=" + pick("0xc000", "0xc123", "0xfffe"));
      if (oneIn(4)) {
        items.add("sendonly=" + pick("ENOSYS", "EINVAL", "event:-22", "event:-110"));
      }
      if (oneIn(8)) {
        items.add("blocklb=off");
      }
    }
    if (!sender) {
      items.add("peer=" + (messages + random.nextInt(20)) + ":" + pick("1", "100", "0", "256"));
    } else if (oneIn(4)) {
      items.add("lazy=on");
    }
    if (oneIn(4)) {
      items.add("strictsq=" + pick("on", "off"));
    }
    if (oneIn(10)) {
      items.add("members=" + (1 + random.nextInt(4)));
    }
    limited = oneIn(5);
    if (limited) {
      items.add("max_cqe=" + pick("8", "20", "64"));
    }
    if (limited && oneIn(2)) {
      items.add("max_qp_wr=" + pick("4", "16", "33"));
    }
    if (oneIn(30)) {
      items.add("devices=0");
    }
    if (oneIn(5)) {
      items.add("abi=legacy");
    }
    items.add("qpn=0x" + Integer.toHexString(1 + random.nextInt(0xfffff0)));
  }

  private void drawFaults() {
    int faults = Math.max(0, random.nextInt(5) - 2);
    for (int i = 0; i < faults; i++) {
      items.add(drawFault());
    }
  }

  private String drawFault() {
    String fault = drawAnyFault();
    // Of more messages than fit, the later ones are posted at other times than stock's: D9.
    boolean posting = fault.contains("ibv_post_") || fault.startsWith("refuse=");
    // Stock has no counterpart to a device that tells its limits to some connections only.
    boolean asking = fault.contains("ibv_query_device");
    return limited && (posting || asking) ? "fail=rdma_leave_multicast:1:EIO" : fault;
  }

  private String drawAnyFault() {
    return switch (random.nextInt(9)) {
      case 0 -> "wc=" + pick("send", "recv") + "." + drawMessageNumber() + drawWcFault();
      case 1 -> "refuse=" + pick("send", "recv") + "." + drawMessageNumber() + ":" + pick(ERRNOS);
      case 2 -> "event=" + pick("ADDR_RESOLVED", "MULTICAST_JOIN") + "." + nth() + drawError();
      case 3 -> "inject=" + pick("MULTICAST_ERROR:", "ADDR_CHANGE:") + drawStatus() + drawWhen();
      case 4 -> "inject=" + pick("DEVICE_REMOVAL", "REJECTED", "99") + ":0" + drawWhen();
      case 5 -> "nullverbs=" + random.nextInt(connections);
      default -> "fail=" + pick(CALLS) + ":" + nth() + ":" + pick(ERRNOS);
    };
  }

  private int nth() {
    return 1 + random.nextInt(1 + connections);
  }

  private int drawMessageNumber() {
    return 1 + random.nextInt(Math.max(1, messages * connections));
  }

  private String drawWcFault() {
    return ":" + pick(WC_STATUSES) + ":" + random.nextInt(300) + pick("", ":keep");
  }

  private String drawError() {
    return ":" + pick("ADDR_ERROR", "ROUTE_ERROR", "MULTICAST_ERROR") + ":" + drawStatus();
  }

  private String drawStatus() {
    return pick("-110", "-22", "-1", "0", "5", "256");
  }

  private String drawWhen() {
    return ":"
        + pick(
            "event." + 2 * connections,
            "ibv_create_ah." + connections,
            "ibv_post_send." + (sender ? 1 : 2),
            "rdma_join_multicast_ex." + nth())
        + ":"
        + random.nextInt(connections);
  }
}
