package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.Report;
import io.github.mckey.standin.StandInBuild;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every allowed difference is needed, and nothing beyond them passes. */
class AllowedDifferencesTest {
  private static final Scenario SENDER =
      Scenario.of("fabric=roce", "-m", "239.1.1.1", "-b", "10.7.0.1", "-s", "-C", "3");
  private static final Scenario RECEIVER =
      Scenario.of("fabric=roce;peer=10", "-m", "239.1.1.1", "-b", "10.7.0.1", "-c", "2");
  private static final Scenario UNMAPPED =
      Scenario.of("fabric=ib", "-M", "ff12::1", "-b", "10.7.0.1", "-s", "-C", "2");
  private static final Scenario TOO_LARGE =
      Scenario.of("fabric=ib", "-M", "ff12::1", "-b", "10.7.0.1", "-s", "-S", "5000");

  private static Scenario needing(AllowedDifferences rule) {
    return switch (rule) {
      case D1_ERROR_WITHOUT_STATUS -> SENDER.with("event=MULTICAST_JOIN.1:MULTICAST_ERROR:0");
      case D1_STATUS_STAYS -> SENDER.with("inject=MULTICAST_ERROR:-110:ibv_post_send.1");
      case D7_COMPLETION_ERRORS -> RECEIVER.with("wc=recv.2:GENERAL_ERR:7");
      case D8_WAITS_FOR_SENDS, D15_QUERIES, D15_CHANNEL, D15_CHAINS, D15_SLOTS -> SENDER;
      case D9_ANY_COUNT -> RECEIVER.with("max_cqe=8");
      case D10_OWN_ERRNO -> TOO_LARGE;
      case D11_READS_AGAIN -> SENDER.with("eintr=rdma_get_cm_event:1");
      case D11_DEVICE_REMOVAL -> SENDER.with("inject=DEVICE_REMOVAL:0:ibv_post_send.1");
      case D12_EVENT_THREAD -> SENDER.with("inject=ADDR_CHANGE:0:ibv_post_send.1");
      case D12_READS_WHEN_READY -> SENDER.with("fail=rdma_get_cm_event:3:EIO");
      case D13_D14_NO_CRASH -> SENDER.with("fail=ibv_reg_mr:1:ENOMEM");
      case D15_POLLS -> RECEIVER;
      case LEAVES_NOTHING -> RECEIVER.with("fail=rdma_create_id:2:EMFILE");
      case TELLS_MORE -> SENDER.with("fail=ibv_create_ah:1:ENOMEM");
    };
  }

  @ParameterizedTest
  @EnumSource
  void withoutItOneScenarioDiffers(AllowedDifferences rule) {
    Scenario scenario = needing(rule);
    assertThat(compare(scenario, Comparison.ALL, ours -> ours).differences()).isEmpty();
    Set<AllowedDifferences> others = EnumSet.copyOf(Comparison.ALL);
    others.remove(rule);
    assertThat(compare(scenario, others, ours -> ours).differences()).isNotEmpty();
  }

  /** What the failures of the fabric need is not at work where there is none. */
  @Test
  void cleanRunsNeedOnlyD8AndD15() {
    Set<AllowedDifferences> few =
        EnumSet.of(
            AllowedDifferences.D8_WAITS_FOR_SENDS,
            AllowedDifferences.D15_QUERIES,
            AllowedDifferences.D15_CHANNEL,
            AllowedDifferences.D15_CHAINS,
            AllowedDifferences.D15_SLOTS,
            AllowedDifferences.D15_POLLS);
    for (Scenario clean : List.of(SENDER, RECEIVER, UNMAPPED)) {
      assertThat(compare(clean, few, ours -> ours).differences()).isEmpty();
    }
  }

  /** Our run is falsified in one place: text that is replaced, and by what. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          stdout, mckey: joining,           mckey: joined
          stdout, return status 0,          return status -1
          stdout, 'data transfers complete\n',
          report, mr0+0/100,                mr0+0/99
          report, imm=0x11,                 imm=0x12
          report, qkey=0x1234567,           qkey=0x0
          report, cqe=6,                    cqe=7
          report, access=LOCAL_WRITE,       access=0
          report, flags=FULLMEMBER,         flags=SENDONLY_FULLMEMBER
          report, 'call ibv_destroy_ah ah0 -> 0\n',
          report, 'call rdma_ack_cm_event ev1 -> 0\n',
          report, 'call rdma_leave_multicast id0 239.1.1.1 -> 0\n',
          report, defects 0,                'leak pd0\ndefects 0'
          """)
  void anythingElseIsFound(String where, String text, String other) {
    UnaryOperator<Outcome> falsify =
        ours -> {
          boolean stdout = where.equals("stdout");
          String before = stdout ? ours.stdout() : ours.report().text();
          assertThat(before).contains(text);
          String after = before.replaceFirst(Pattern.quote(text), other == null ? "" : other);
          return new Outcome(
              ours.status(),
              stdout ? after : ours.stdout(),
              ours.stderr(),
              stdout ? ours.report() : Report.parse(after));
        };
    assertThat(compare(SENDER, Comparison.ALL, falsify).differences()).isNotEmpty();
  }

  static List<Arguments> endings() {
    return List.of(Arguments.of(0, "mckey: something"), Arguments.of(1, ""));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void anotherEndingIsFound(int status, String stderr) {
    UnaryOperator<Outcome> falsify =
        ours -> new Outcome(status, ours.stdout(), stderr, ours.report());
    assertThat(compare(SENDER, Comparison.ALL, falsify).differences()).isNotEmpty();
  }

  /** Stock says nothing of a full group; what ours says must be so (D18). */
  @ParameterizedTest
  @CsvSource({"takes 2, takes 2, true", "takes 2, takes 3, false", "members, friends, false"})
  void aHintIsTakenWhereItIsTrue(String text, String other, boolean alike) {
    Scenario crowd =
        Scenario.of("fabric=roce;members=2", "-m", "239.1.1.1", "-b", "10.7.0.1", "-s", "-c", "3");
    UnaryOperator<Outcome> falsify =
        ours -> {
          assertThat(ours.stderr()).contains(text);
          String stderr = ours.stderr().replace(text, other);
          return new Outcome(ours.status(), ours.stdout(), stderr, ours.report());
        };
    assertThat(compare(crowd, Comparison.ALL, falsify).differences().isEmpty()).isEqualTo(alike);
  }

  private static Comparison compare(
      Scenario scenario, Set<AllowedDifferences> allowed, UnaryOperator<Outcome> falsify) {
    Outcome ours = OurMckey.run(scenario.config(), Differential.DEADLINE, scenario.arguments());
    ProcessRun stock = ProcessRun.stock(StandInBuild.folder().resolveSibling("differential"));
    return Comparison.of(
        scenario,
        falsify.apply(ours),
        config -> stock.run(config, Differential.DEADLINE, scenario.arguments()),
        allowed);
  }
}
