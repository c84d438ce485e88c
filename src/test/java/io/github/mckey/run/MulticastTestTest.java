package io.github.mckey.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.Group;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.report.Console;
import io.github.mckey.report.LineOutput;
import io.github.mckey.transport.CmEventType;
import io.github.mckey.transport.DeviceLimits;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MulticastTestTest {
  private static final String JOINED = "mckey: joined dgid: ::ffff:239.1.1.1 mlid 0xc001 sl 2\n";

  private final FakeTransport fabric = new FakeTransport();
  private final StopRequest stop = new StopRequest();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @AfterEach
  void everyEventIsAcknowledged() {
    assertThat(fabric.openEvents).isZero();
  }

  @Test
  void senderSendsAllAndLeaves() {
    assertThat(run(config(true, 2, 10, 100))).isZero();
    assertThat(stdout())
        .isEqualTo(
            "mckey: starting client\nmckey: joining\n"
                + JOINED
                + JOINED
                + "initiating data transfers\ndata transfers complete\ntest complete\n"
                + "return status 0\n");
    assertThat(fabric.endpoints).allMatch(endpoint -> endpoint.sent == 10);
    assertThat(fabric.calls).containsSubsequence("leave 0", "leave 1", "close 0", "close 1");
    assertThat(stderr()).isEmpty();
  }

  @Test
  void receiverWaitsForEveryConnection() {
    prepare(endpoint -> endpoint.arriving = 10);
    assertThat(run(config(false, 3, 10, 100))).isZero();
    assertThat(stdout()).contains("receiving data transfers\ndata transfers complete\n");
    assertThat(fabric.calls).contains("create cq 20 0", "post 10 receives 2");
  }

  @Test
  void receiverTakesWhatItFindsLookingAheadAndDoesNotSleep() {
    prepare(endpoint -> endpoint.coming = 10);
    assertThat(run(config(false, 1, 10, 100))).isZero();
    assertThat(fabric.calls).doesNotContain("notify 0");
  }

  /** What else comes to a connection that has its messages stays there. */
  @Test
  void receiverLooksAheadOnlyWhereMessagesAreWanted() {
    prepare(
        endpoint -> {
          endpoint.arriving = endpoint.index() == 0 ? 10 : 5;
          endpoint.coming = endpoint.index() == 0 ? 8 : 5;
        });
    assertThat(run(config(false, 2, 10, 100))).isZero();
    assertThat(fabric.endpoints.getFirst().coming).isEqualTo(8);
  }

  @Test
  void moreMessagesThanTheDeviceHoldsReuseItsQueues() {
    assertThat(run(config(true, 1, 20_000, 100))).isZero();
    assertThat(fabric.calls).contains("create cq 8192 0", "create qp 4096/4096 0");
    assertThat(fabric.endpoints.getFirst().sent).isEqualTo(20_000);
    assertThat(fabric.endpoints.getFirst().mostOutstanding).isEqualTo(4096);
  }

  @Test
  void receiverRepostsWhatItHasUsed() {
    prepare(
        endpoint -> {
          endpoint.limits = new DeviceLimits(20, 10, 56);
          endpoint.arriving = 1000;
        });
    assertThat(run(config(false, 1, 1000, 100))).isZero();
    assertThat(fabric.calls).contains("create cq 20 0", "post 10 receives 0");
  }

  @Test
  void emptyMessagesTransferNothingAndSizeOnlyTheFirstQueues() {
    assertThat(run(config(true, 2, 10, 0))).isZero();
    assertThat(fabric.calls).contains("create cq 20 0", "create cq 2 1").noneMatch(this::isMr);
    assertThat(stdout()).doesNotContain("transfers");
  }

  private boolean isMr(String call) {
    return call.startsWith("reg mr");
  }

  @Test
  void countZeroIgnoresTheSize() {
    assertThat(run(config(false, 1, 0, 5000))).isZero();
    assertThat(stdout()).endsWith(JOINED + "test complete\nreturn status 0\n");
  }

  @Test
  void tooLargeMessagesFailLikeStock() {
    fabric.fail(Step.LEAVE, 1, -1, 99, "Cannot assign requested address");
    assertThat(run(config(true, 1, 10, 1025))).isEqualTo(255);
    assertThat(stdout())
        .isEqualTo(
            "mckey: starting client\nmckey: joining\n"
                + "mckey: message_size 1025 is larger than active mtu 1024\n"
                + "test complete\nreturn status -1\n");
    assertThat(stderr()).isEqualTo("mckey: failure leaving: Cannot assign requested address\n");
  }

  @Test
  void tooLargeMessagesOfAnUnmappedGroupKeepTheirOwnErrno() {
    assertThat(run(unmapped(1025))).isEqualTo(234);
    assertThat(stdout()).endsWith("test complete\nreturn status -22\n");
    assertThat(stderr()).isEqualTo("mckey: resolve addr failure: Invalid argument\n");
    assertThat(fabric.calls).doesNotContain("leave 0");
  }

  @Test
  void failedUnmappedJoinSaysOneLine() {
    fabric.fail(Step.JOIN, 1, -1, 524, "Unknown error 524");
    assertThat(run(unmapped(100))).isEqualTo(255);
    assertThat(stderr()).isEqualTo("mckey: failure joining: Unknown error 524\n");
  }

  @Test
  void noDevices() {
    MulticastTest test =
        new MulticastTest(
            config(true, 1, 10, 100),
            () -> {
              throw new TransportException(Step.CREATE_EVENT_CHANNEL, -1, 19, "No such device");
            },
            this::resolve,
            Figures::noChoice,
            console(),
            new Figures(),
            stop);
    assertThat(test.run()).isEqualTo(1);
    assertThat(stdout()).isEmpty();
    // What follows from it is the advisor's to say, who looks whether there are devices.
    assertThat(stderr()).isEqualTo("No RDMA devices were detected\n");
  }

  @Test
  void aSleeperThatCannotBeMadeIsNoFailedWait() {
    TransportException failure =
        new TransportException(Step.PREPARE_WAITING, -1, 24, "eventfd: Too many open files");
    MulticastTest test =
        new MulticastTest(
            config(true, 1, 10, 100),
            () -> {
              throw failure;
            },
            this::resolve,
            Figures::noChoice,
            console(),
            new Figures(),
            stop);
    assertThat(test.run()).isEqualTo(1);
    assertThat(stderr())
        .isEqualTo("mckey: unable to wait for events: eventfd: Too many open files\n");
  }

  @Test
  void failedIdEndsBeforeTheFirstLine() {
    fabric.fail(Step.CREATE_ID, 2, -1, 12, "Cannot allocate memory");
    assertThat(run(config(true, 2, 10, 100))).isEqualTo(1);
    assertThat(stdout()).isEmpty();
    assertThat(stderr()).isEqualTo("mckey: unable to create CM id: Cannot allocate memory\n");
    assertThat(fabric.calls).endsWith("close 0", "close channel");
  }

  @Test
  void unknownNameGivesItsCode() {
    assertThat(run(config("nowhere", true, 1, 10, 100))).isEqualTo(254);
    assertThat(stdout())
        .isEqualTo(
            "mckey: starting client\n"
                + "getaddrinfo failed (Name or service not known)"
                + " - invalid hostname or IP address\ntest complete\nreturn status -2\n");
  }

  @Test
  void aSuccessfulLeaveDoesNotHideAFailure() {
    fabric.fail(Step.POST_SEND, 1, 12, 12, "Cannot allocate memory");
    assertThat(run(config(true, 1, 10, 100))).isEqualTo(12);
    assertThat(stdout())
        .endsWith(
            "initiating data transfers\nfailed to post sends: 12\ntest complete\n"
                + "return status 12\n");
  }

  @Test
  void aStatusWithoutLowBitsDoesNotExitZero() {
    assertThat(ExitStatus.of(0)).isZero();
    assertThat(ExitStatus.of(256)).isEqualTo(1);
    assertThat(ExitStatus.of(-22)).isEqualTo(234);
    assertThat(ExitStatus.of(-110)).isEqualTo(146);
  }

  @Test
  void errorEventWithStatusZeroCountsAsFailure() {
    fabric.queue(CmEventType.MULTICAST_ERROR, 0, null);
    assertThat(run(config(true, 1, 10, 100))).isEqualTo(255);
    assertThat(stdout())
        .contains("mckey: event: RDMA_CM_EVENT_MULTICAST_ERROR, error: 0\n")
        .endsWith("return status -1\n");
  }

  @Test
  void lostMembershipLetsTheTransferEndButNotWell() {
    prepare(endpoint -> endpoint.arriving = 5);
    fabric.idle =
        () -> {
          fabric.queue(CmEventType.MULTICAST_ERROR, -104, null);
          fabric.endpoints.getFirst().arriving = 5;
        };
    assertThat(run(config(false, 1, 10, 100))).isEqualTo(152);
    assertThat(stdout())
        .endsWith(
            "receiving data transfers\n"
                + "mckey: event: RDMA_CM_EVENT_MULTICAST_ERROR, status: -104\n"
                + "data transfers complete\ntest complete\nreturn status -104\n");
  }

  @Test
  void changedAddressIsToldAndNoFailure() {
    fabric.idle = () -> {};
    prepare(endpoint -> endpoint.arriving = 10);
    fabric.queueLate(CmEventType.ADDR_CHANGE, 0);
    assertThat(run(config(false, 1, 10, 100))).isZero();
    assertThat(stdout()).contains("mckey: event: RDMA_CM_EVENT_ADDR_CHANGE, status: 0\nreceiving");
  }

  @Test
  void removedDeviceEndsAWaitingReceiver() {
    fabric.idle = () -> fabric.queue(CmEventType.DEVICE_REMOVAL, 0, null);
    assertThat(run(config(false, 1, 10, 100))).isEqualTo(255);
    assertThat(stdout()).endsWith("receiving data transfers\ntest complete\nreturn status -1\n");
    assertThat(stderr()).contains("device was removed");
  }

  @Test
  void aDeviceUnderSeveralConnectionsIsRemovedOnce() {
    fabric.idle =
        () -> {
          fabric.queue(CmEventType.DEVICE_REMOVAL, 0, null);
          fabric.queue(CmEventType.DEVICE_REMOVAL, 0, null);
        };
    assertThat(run(config(false, 2, 10, 100))).isEqualTo(255);
    assertThat(stderr()).isEqualTo("mckey: the device was removed\n");
  }

  @Test
  void failedCompletionsAreNamedAndCounted() {
    prepare(
        endpoint -> {
          endpoint.complete(1);
          endpoint.complete(5);
          endpoint.complete(5);
        });
    assertThat(run(config(false, 1, 3, 100))).isEqualTo(255);
    assertThat(stderr())
        .isEqualTo(
            "mckey: connection 0: 1 receives failed: text of 1 (status 1, vendor error 0x81)\n"
                + "mckey: connection 0: 2 receives failed: text of 5 (status 5, vendor error"
                + " 0x81)\n");
    assertThat(stdout()).doesNotContain("data transfers complete");
  }

  @Test
  void aDeviceWithoutVerbsIsAFailure() {
    prepare(endpoint -> endpoint.device = false);
    assertThat(run(config(false, 1, 10, 100))).isEqualTo(255);
    assertThat(stderr()).isEqualTo("mckey: port query failure: No such device\n");
  }

  @Test
  void aSignalLeavesTheGroupAndIsTheStatus() {
    fabric.idle = () -> stop.request(15);
    assertThat(run(config(false, 1, 10, 100))).isEqualTo(143);
    assertThat(stdout()).endsWith("receiving data transfers\ntest complete\nreturn status 143\n");
    assertThat(fabric.calls).contains("leave 0");
  }

  @Test
  void aSignalWhileLeavingLeavesAllTheSame() {
    fabric.heard = text -> stopAt(text.equals("leave 0"));
    assertThat(run(config(true, 2, 10, 100))).isEqualTo(130);
    assertThat(stdout()).endsWith("data transfers complete\ntest complete\nreturn status 130\n");
    assertThat(fabric.calls).contains("leave 0", "leave 1", "close 0", "close 1");
  }

  private void stopAt(boolean now) {
    if (now) {
      stop.request(2);
    }
  }

  @Test
  void aSignalBeforeTheFirstJoinLeavesNothing() {
    stop.request(2);
    assertThat(run(config(false, 1, 10, 100))).isEqualTo(130);
    assertThat(fabric.calls).doesNotContain("leave 0", "join 0").contains("close 0");
  }

  @Test
  void stepsThatStockTellsOnStdoutKeepTheirCauseForTheEnd() {
    fabric.fail(Step.CREATE_CQ, 1, -1, 12, "Cannot allocate memory");
    fabric.fail(Step.LEAVE, 1, -1, 99, "Cannot assign requested address");
    assertThat(run(config(true, 1, 10, 100))).isEqualTo(255);
    assertThat(stdout()).contains("mckey: unable to create CQ\ntest complete\n");
    assertThat(stderr())
        .isEqualTo(
            "mckey: failure leaving: Cannot assign requested address\n"
                + "mckey: unable to create CQ: Cannot allocate memory\n");
  }

  private void prepare(Consumer<FakeEndpoint> preparation) {
    fabric.prepared = preparation;
  }

  private int run(MckeyConfig config) {
    Console console = console();
    return new MulticastTest(
            config, () -> fabric, this::resolve, Figures::noChoice, console, new Figures(), stop)
        .run();
  }

  private Console console() {
    return new Console(new LineOutput(out), new LineOutput(err));
  }

  private NetworkAddress resolve(String name) throws ResolutionException {
    if (name.equals("nowhere")) {
      throw new ResolutionException(-2, "Name or service not known");
    }
    return new NetworkAddress.Ipv4(0xef010101);
  }

  private static MckeyConfig config(boolean sender, int connections, long count, int size) {
    return config("239.1.1.1", sender, connections, count, size);
  }

  private static MckeyConfig config(
      String group, boolean sender, int connections, long count, int size) {
    return config(new Group.Mapped(group), sender, connections, count, size);
  }

  private static MckeyConfig unmapped(int size) {
    return config(new Group.Unmapped(Gid.ZERO), true, 1, 10, size);
  }

  private static MckeyConfig config(
      Group group, boolean sender, int connections, long count, int size) {
    return MckeyConfig.of(group)
        .sender(sender)
        .bindAddress("10.7.0.1")
        .connections(connections)
        .messageCount(count)
        .messageSize(size)
        .settleNanos(1)
        .build();
  }

  private String stdout() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String stderr() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
