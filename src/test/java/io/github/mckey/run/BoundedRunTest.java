package io.github.mckey.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.config.Group;
import io.github.mckey.config.Limits;
import io.github.mckey.config.MckeyConfig;
import io.github.mckey.config.MckeyConfigBuilder;
import io.github.mckey.config.Reporting;
import io.github.mckey.measure.MemberSummary;
import io.github.mckey.measure.RunOutcome;
import io.github.mckey.measure.RunPhase;
import io.github.mckey.measure.RunSummary;
import io.github.mckey.report.Console;
import io.github.mckey.report.LineOutput;
import io.github.mckey.transport.AddressResolver;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.Step;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that time, loss or a rate bounds. */
@Timeout(60)
class BoundedRunTest {
  private static final long TENTH = 100_000_000;

  private final FakeTransport fabric = new FakeTransport();
  private final StopRequest stop = new StopRequest();
  private final Figures figures = new Figures();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aReceiverThatHearsNothingEndsAtItsDeadline() {
    assertThat(run(receiver(10).limits(new Limits(TENTH, 0, 0, 0)))).isEqualTo(146);
    assertThat(stdout())
        .endsWith("receiving data transfers\ntest complete\nreturn status -110\n")
        .doesNotContain("transfers complete");
    assertThat(fabric.calls).contains("leave 0", "close 0");
    assertThat(figures.timedOut).hasSize(1);
    RunSummary run = figures.concluded.getFirst();
    assertThat(run.outcome()).isEqualTo(RunOutcome.TIMED_OUT);
    assertThat(run.status()).isEqualTo(-110);
    assertThat(run.members().getFirst().received().lost()).isEqualTo(10);
    assertThat(run.elapsedNanos()).isGreaterThanOrEqualTo(TENTH);
  }

  @Test
  void aLossThatIsAllowedIsSuccess() {
    fabric.prepared = endpoint -> endpoint.arriving = 9;
    assertThat(run(receiver(10).limits(new Limits(TENTH, 0, 0, 10)))).isZero();
    assertThat(stdout()).endsWith("data transfers complete\ntest complete\nreturn status 0\n");
    assertThat(figures.timedOut).isEmpty();
    assertThat(figures.concluded.getFirst().members().getFirst().received().lost()).isEqualTo(1);
  }

  /** The time that looking for late events takes is not the transfer's. */
  @Test
  void aDeadlineAfterTheLastMessageChangesNothing() {
    fabric.prepared = endpoint -> endpoint.arriving = 10;
    figures.transferEnds = () -> LockSupport.parkNanos(20 * TENTH);
    assertThat(run(receiver(10).limits(new Limits(20 * TENTH, 0, 0, 0)))).isZero();
    assertThat(stdout()).endsWith("data transfers complete\ntest complete\nreturn status 0\n");
  }

  @Test
  void aGroupThatIsNotLeftIsAFailureAlsoAtTheDeadline() {
    fabric.prepared = endpoint -> endpoint.arriving = 9;
    fabric.fail(Step.LEAVE, 1, -1, 5, "Input/output error");
    assertThat(run(receiver(10).limits(new Limits(TENTH, 0, 0, 10)))).isEqualTo(255);
    assertThat(stdout()).endsWith("data transfers complete\ntest complete\nreturn status -1\n");
  }

  @Test
  void aLargerOneIsNot() {
    fabric.prepared = endpoint -> endpoint.arriving = 8;
    assertThat(run(receiver(10).limits(new Limits(TENTH, 0, 0, 10)))).isEqualTo(146);
  }

  @Test
  void theDeadlineAlsoEndsTheJoining() {
    fabric.prepared = endpoint -> endpoint.silent = true;
    assertThat(run(receiver(10).limits(new Limits(TENTH, 0, 0, 100)))).isEqualTo(146);
    assertThat(figures.timedOut.getFirst().phase()).isEqualTo(RunPhase.JOINING);
    assertThat(fabric.calls).doesNotContain("leave 0").contains("close 0");
  }

  @Test
  void theDeadlineAlsoEndsThePause() {
    assertThat(run(receiver(10).settleNanos(60 * TENTH).limits(new Limits(TENTH, 0, 0, 0))))
        .isEqualTo(146);
    assertThat(figures.timedOut.getFirst().phase()).isEqualTo(RunPhase.SETTLING);
    assertThat(fabric.calls).contains("leave 0");
  }

  @Test
  void aDurationEndsAReceiverThatHeardSomething() {
    fabric.prepared = endpoint -> endpoint.arriving = 5;
    assertThat(run(receiver(MckeyConfig.UNLIMITED).limits(new Limits(0, TENTH, 0, 0)))).isZero();
    assertThat(figures.concluded.getFirst().members().getFirst().received().received())
        .isEqualTo(5);
  }

  @Test
  void aDurationInSilenceIsNoSuccess() {
    assertThat(run(receiver(MckeyConfig.UNLIMITED).limits(new Limits(0, TENTH, 0, 0))))
        .isEqualTo(146);
    assertThat(figures.timedOut).hasSize(1);
  }

  @Test
  void aSenderSendsForItsDuration() {
    MckeyConfigBuilder config = receiver(MckeyConfig.UNLIMITED).sender(true).connections(2);
    assertThat(run(config.limits(new Limits(0, TENTH, 100, 0)))).isZero();
    for (MemberSummary member : figures.concluded.getFirst().members()) {
      assertThat(member.sent().completed()).isBetween(2L, 12L);
    }
  }

  @Test
  void aRateDoesNotChangeHowManyAreSent() {
    assertThat(run(receiver(30).sender(true).limits(new Limits(0, 0, 100, 0)))).isZero();
    assertThat(fabric.endpoints.getFirst().sent).isEqualTo(30);
    // However long it is held up, it sends no more than a tenth of a second's messages at once.
    assertThat(fabric.calls.stream().filter(call -> call.startsWith("post ")).count())
        .isGreaterThanOrEqualTo(3);
  }

  /** The fabric of these tests ends a sleep of more than a second by failing. */
  @Test
  void aPacedSenderDoesNotSleepAfterItsLastMessage() {
    assertThat(run(receiver(1).sender(true).limits(new Limits(0, 0, 0.01, 0)))).isZero();
  }

  @Test
  void aSignalEndsAlsoAPacedTurn() {
    fabric.prepared = endpoint -> endpoint.posting = () -> stop.request(2);
    MckeyConfigBuilder sender = receiver(MckeyConfig.UNLIMITED).sender(true).connections(3);
    assertThat(run(sender.limits(new Limits(0, 600 * TENTH, 0, 0)))).isEqualTo(130);
    assertThat(fabric.endpoints)
        .extracting(endpoint -> endpoint.sent)
        .containsExactly(256L, 0L, 0L);
  }

  /** Over sockets all messages may be gone before posting them returns. */
  @Test
  void theTimeOfSendingBeginsBeforeTheFirstPost() {
    fabric.prepared = endpoint -> endpoint.posting = () -> LockSupport.parkNanos(TENTH);
    assertThat(run(receiver(10).sender(true))).isZero();
    assertThat(figures.concluded.getFirst().members().getFirst().sent().spanNanos())
        .isGreaterThanOrEqualTo(TENTH);
  }

  @Test
  void aSendersIntervalsTellWhatCompletedMeanwhile() {
    fabric.prepared = endpoint -> endpoint.posting = () -> LockSupport.parkNanos(TENTH);
    Reporting reporting = new Reporting(false, false, null, TENTH / 2, false);
    assertThat(run(receiver(10_000).sender(true).reporting(reporting))).isZero();
    assertThat(figures.intervals.stream().filter(i -> i.messages() > 0).count()).isGreaterThan(1);
    assertThat(figures.intervals.stream().mapToLong(i -> i.messages()).sum()).isEqualTo(10_000);
  }

  @Test
  void intervalsCoverTheTransferWithoutGaps() {
    fabric.prepared = endpoint -> endpoint.arriving = 5;
    Reporting reporting = new Reporting(false, true, null, TENTH, false);
    run(receiver(10).limits(new Limits(0, 5 * TENTH, 0, 0)).reporting(reporting));
    assertThat(figures.intervals).hasSizeGreaterThan(2);
    assertThat(figures.concluded.getFirst().intervals()).isEqualTo(figures.intervals);
    for (int i = 1; i < figures.intervals.size(); i++) {
      assertThat(figures.intervals.get(i).startNanos())
          .isEqualTo(figures.intervals.get(i - 1).endNanos());
    }
    assertThat(figures.intervals.stream().mapToLong(i -> i.messages()).sum()).isEqualTo(5);
  }

  /** Who waits for ever asks this fabric to be idle; a bounded sleep it sleeps. */
  @Test
  void progressThatNobodySeesWakesNobody() {
    figures.wantsProgress = false;
    AtomicInteger idle = new AtomicInteger();
    fabric.idle =
        () -> {
          if (idle.incrementAndGet() > 1) {
            stop.request(2);
          } else {
            LockSupport.parkNanos(31 * TENTH);
          }
        };
    assertThat(run(receiver(10))).isEqualTo(130);
    assertThat(figures.progress).isEmpty();
  }

  @Test
  void progressTellsWhenTheDurationIsOver() {
    fabric.idle = () -> LockSupport.parkNanos(31 * TENTH);
    run(receiver(10).limits(new Limits(600 * TENTH, 32 * TENTH, 0, 0)));
    assertThat(figures.left).isNotEmpty().allMatch(left -> left >= 0 && left <= 2 * TENTH);
  }

  @Test
  void aSignalAsksForASummary() {
    fabric.idle =
        () -> {
          if (figures.interim.isEmpty()) {
            stop.requestSummary();
          } else {
            stop.request(2);
          }
        };
    assertThat(run(receiver(10))).isEqualTo(130);
    assertThat(figures.interim).hasSize(1);
    assertThat(figures.interim.getFirst().outcome()).isEqualTo(RunOutcome.RUNNING);
    assertThat(figures.concluded.getFirst().outcome()).isEqualTo(RunOutcome.INTERRUPTED);
  }

  /** A look-up that never ends: the run is told its end by another thread, and falls silent. */
  @Test
  void aHangingRunIsEndedInItsPlace() throws InterruptedException {
    fabric.prepared = endpoint -> endpoint.arriving = 10;
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    MulticastTest test =
        test(
            receiver(10).build(),
            name -> {
              hanging.countDown();
              awaitForEver(never);
              return new NetworkAddress.Ipv4(0xef010101);
            });
    Thread thread = new Thread(test::run);
    thread.setDaemon(true);
    thread.start();
    assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(test.abandon(-110, false)).isEqualTo(146);
    assertThat(test.abandon(-110, false)).isEqualTo(-1);
    assertThat(stdout()).isEqualTo("mckey: starting server\nreturn status -110\n");
    assertThat(figures.timedOut.getFirst().phase()).isEqualTo(RunPhase.STARTING);
    assertThat(figures.concluded.getFirst().outcome()).isEqualTo(RunOutcome.TIMED_OUT);
    never.countDown();
    // The run goes on to its own end, and there waits for the process's.
    fabric.awaitClosed();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(stdout()).endsWith("return status -110\n");
  }

  @Test
  void aRunThatHasEndedIsNotEndedAgain() {
    fabric.prepared = endpoint -> endpoint.arriving = 10;
    MulticastTest test = test(receiver(10).build(), name -> new NetworkAddress.Ipv4(0xef010101));
    assertThat(test.run()).isZero();
    assertThat(test.abandon(-110, false)).isEqualTo(-1);
    assertThat(figures.timedOut).isEmpty();
  }

  @Test
  void aMeasuringReceiverKeepsReceivesToSpare() {
    fabric.prepared = endpoint -> endpoint.arriving = 10;
    assertThat(run(receiver(10).reporting(new Reporting(true, false, null, 0, false)))).isZero();
    assertThat(fabric.calls).contains("post 512 receives 0");
  }

  private static void awaitForEver(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int run(MckeyConfigBuilder config) {
    return test(config.build(), name -> new NetworkAddress.Ipv4(0xef010101)).run();
  }

  private MulticastTest test(MckeyConfig config, AddressResolver resolver) {
    Console console = new Console(new LineOutput(out), new LineOutput(err));
    return new MulticastTest(
        config, () -> fabric, resolver, Figures::noChoice, console, figures, stop);
  }

  private static MckeyConfigBuilder receiver(long count) {
    return MckeyConfig.of(new Group.Mapped("239.1.1.1"))
        .bindAddress("10.7.0.1")
        .messageCount(count)
        .settleNanos(1);
  }

  private String stdout() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
