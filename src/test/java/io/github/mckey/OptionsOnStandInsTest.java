package io.github.mckey;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.host.TestHost;
import io.github.mckey.report.LineOutput;
import io.github.mckey.report.Schemas;
import io.github.mckey.run.StopRequest;
import io.github.mckey.standin.StandIns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Interfaces, devices and hints: the whole program on the stand-ins, and a host to match them. */
@Timeout(120)
class OptionsOnStandInsTest {
  private static final String SENDER = "-m 239.1.1.1 -s --settle 0 ";

  @TempDir Path root;
  private TestHost made;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void theStandInsInterfaces() {
    made =
        new TestHost(root)
            .netdev("d0", "10.7.0.1", "fd00::1")
            .netdev("d1", "10.8.0.1")
            .softRoce("standin0", "d0");
  }

  private int run(String config, String arguments) {
    StandIns.load().reset(config);
    return new Program(new LineOutput(out), new LineOutput(err), new StopRequest(), made.host())
        .run(arguments.split(" "));
  }

  private String stdout() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<String> stderr() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "--interface d0, 10.7.0.1",
    "--device standin0, 10.7.0.1",
    "--device standin0:1, 10.7.0.1"
  })
  void theAddressOfTheInterfaceIsBoundTo(String option, String address) {
    assertThat(run("fabric=ib", SENDER + option)).isZero();
    assertThat(StandIns.load().report().text()).contains("call rdma_bind_addr id0 " + address);
    assertThat(stdout()).endsWith("test complete\nreturn status 0\n");
    assertThat(stderr()).isEmpty();
  }

  @Test
  void anIpv6GroupTakesTheIpv6Address() {
    assertThat(run("fabric=ib", "-m ff0e::1 -s --settle 0 --interface d0")).isZero();
    assertThat(StandIns.load().report().text()).contains("call rdma_bind_addr id0 [fd00::1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--interface d9|mckey: option --interface: this host has no interface d9; it has d0"
            + " (10.7.0.1, fd00::1), d1 (10.8.0.1)",
        "--device rxe0|mckey: option --device: this host has no RDMA device rxe0; it has"
            + " standin0:1 on d0 (10.7.0.1, fd00::1)",
      })
  void anUnknownNameEndsTheRunBeforeItBegins(String option, String complaint) throws IOException {
    assertThat(run("fabric=ib", SENDER + option + " --json")).isEqualTo(1);
    assertThat(stderr()).containsExactly(complaint);
    assertThat(StandIns.load().report().calls()).isEmpty();
    Schemas.requireValid(stdout());
    assertThat(stdout()).contains("\"outcome\":\"failed\"").contains("\"failures\":[\"choose ");
  }

  /** The group's name fails at its own place, as it does with -b. */
  @Test
  void anUnknownGroupIsToldAsEver() {
    assertThat(run("fabric=ib", "-m 1.2.3.4.5 --settle 0 --interface d0")).isGreaterThan(1);
    assertThat(stdout()).contains("getaddrinfo failed (");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fabric=roce|-m 239.1.1.1 -b 10.7.0.1 -s -c 57|the device takes 56 members of a group, ",
        "fabric=roce|-m 239.1.1.1 -b 10.8.0.1 -s|10.8.0.1 is on d1, which has no RDMA device; ",
        "fabric=roce|-m 239.1.1.1 -b 10.7.0.9 -s|10.7.0.9 is no address of this host; it has ",
        "fabric=roce|-m 239.1.1.1 -s|there is no route to 239.1.1.1: ",
        "fabric=roce|-m 239.1.1.1 -b 10.7.0.1 -s -p 2|d0 is no IPoIB interface, ",
        "fabric=roce|-m 0.0.0.0 -b 10.7.0.1 -s|standin0:1 is RoCE, where no subnet administrator ",
        "fabric=roce|-M 0 -b 10.7.0.1 -s|standin0:1 is RoCE, where no subnet administrator ",
        "fabric=roce|-m ff0e::1 -b fd00::1 -s|standin0:1 is RoCE v2, over which ",
        "fabric=roce|-M ff12::1 -b 10.7.0.1 -s|standin0:1 is RoCE v2, over which ",
        "fabric=roce|-m 10.7.0.2 -b 10.7.0.1 -s|10.7.0.2 is no multicast address, ",
        "fabric=roce|-m 239.1.1.1 -b 10.7.0.1 -s -l|standin0 cannot keep what it sends ",
        "fabric=roce|-m 239.1.1.1 -b d0 -s|d0 is a network interface: give it to --interface",
        "fabric=roce;gidtype=v1|-m 239.1.1.1 -b 10.7.0.1 --timeout 0.5|"
            + "this host has joined 239.1.1.1 as RoCE v1, ",
      })
  void aFailedStepEndsWithOneHint(String config, String arguments, String hint) {
    assertThat(run(config, arguments + " --settle 0")).isNotZero();
    assertThat(stderr()).last().asString().startsWith("mckey: " + hint);
    assertThat(stderr().stream().filter(line -> line.startsWith("mckey: " + hint))).hasSize(1);
  }

  @Test
  void aRouteOverAnInterfaceWithoutRdmaIsAHint() {
    made.route("10.8.0.1");
    assertThat(run("fabric=roce;route=10.8.0.1", SENDER)).isNotZero();
    assertThat(stderr())
        .last()
        .asString()
        .startsWith("mckey: the route to 239.1.1.1 goes over d1, which has no RDMA device; ");
  }

  /** Other failures with the same errno, or on another kind of port, get none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fabric=roce;fail=rdma_bind_addr:1:ENODEV|-m 239.1.1.1 -b 10.7.0.1 -s",
        "fabric=roce;fail=rdma_join_multicast_ex:1:EINVAL|-m 239.1.1.1 -b 10.7.0.1 -s",
        "fabric=roce;event=MULTICAST_JOIN.2:MULTICAST_ERROR:-1|-m 239.1.1.1 -b 10.7.0.1 -s -c 3",
        "fabric=roce;fail=rdma_resolve_addr:1:ENETUNREACH|-m 239.1.1.1 -b 10.7.0.1 -s",
        "fabric=roce|-m 239.1.1.1 -b 10.7.0.1 --timeout 0.5",
        "fabric=ib|-m 239.1.1.1 -b 10.7.0.1 --timeout 0.5",
      })
  void whereNoCauseIsCertainThereIsNoHint(String config, String arguments) {
    assertThat(run(config, arguments + " --settle 0")).isNotZero();
    assertThat(stderr())
        .allMatch(
            line ->
                line.contains(" failure: ")
                    || line.contains("failure ")
                    || line.startsWith("mckey: time is over ")
                    || line.endsWith(" of 10 messages missing"));
  }

  @Test
  void theCheckTellsTheDevicesLimits() throws IOException {
    run("fabric=roce;max_qp_wr=333", "--check -m 239.1.1.1 -b 10.7.0.1 --json");
    Schemas.requireValid(stdout());
    assertThat(stdout())
        .contains("standin0 port 1: 1024 bytes")
        .contains("standin0: 333 work requests in a queue (max_qp_wr), 32767 completions")
        .contains("56 members of each (max_mcast_qp_attach)")
        .contains("10.7.0.1 on d0, RDMA device standin0 port 1")
        .contains("interface d0 (10.7.0.1, fd00::1)");
    assertThat(StandIns.load().report().complaints()).isEmpty();
  }
}
