package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiveMeterTest {
  private static final Gid ALICE = new Gid(0, 0xffff_0a07_0001L);
  private static final Gid BOB = new Gid(0, 0xffff_0a07_0002L);
  private static final int CLOCK = 77;
  private static final int SIZE = 100;

  private long now = 1_000_000;
  private final EpochClock clock = new EpochClock(() -> now, 0);
  private final Arrival arrival = new Arrival();
  private final ReceiveMeter meter = new ReceiveMeter(new MeterSettings(clock, CLOCK, true));

  @Test
  void countsWhatIsMissingOfTheAnnouncedTotal() {
    List<ByteBuffer> sent = messages(1, 10, 0);
    sent.remove(9);
    sent.remove(0);
    deliver(ALICE, 17, sent);
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.numbering()).isEqualTo(Numbering.HEADER);
    assertThat(source.announced()).isEqualTo(10);
    assertThat(source.received()).isEqualTo(8);
    assertThat(source.lost()).isEqualTo(2);
    assertThat(source.reordered()).isZero();
    assertThat(meter.received()).isEqualTo(8);
  }

  @Test
  void aRepeatedMessageDoesNotBringTheEndNearer() {
    ByteBuffer message = messages(1, 10, 0).getFirst();
    assertThat(deliver(ALICE, 17, message)).isEqualTo(1);
    assertThat(deliver(ALICE, 17, message)).isZero();
    assertThat(meter.sources().getFirst().duplicate()).isEqualTo(1);
  }

  @Test
  void everyChangedBitIsFound() {
    ByteBuffer message = messages(1, 10, 0).getFirst();
    deliver(ALICE, 17, messages(1, 10, 0).getLast());
    for (int bit = 0; bit < SIZE * 8; bit++) {
      ByteBuffer changed = ByteBuffer.allocate(SIZE).put(0, message, 0, SIZE);
      changed.put(bit / 8, (byte) (changed.get(bit / 8) ^ 1 << bit % 8));
      assertThat(deliver(ALICE, 17, changed)).as("bit %d", bit).isZero();
    }
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.corrupt()).isEqualTo(SIZE * 8);
    assertThat(source.received()).isEqualTo(1);
  }

  /** Numbers that no sender writes, with a CRC that fits. */
  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 10",
    "-1, 10",
    "281474976710657, 10",
    "0, -1",
    "0, 9223372036854775807",
  })
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void forgedNumbersCountAsCorrupt(long sequence, long total) {
    deliver(ALICE, 17, messages(1, 10, 0).getFirst());
    ByteBuffer forged = messages(1, 10, 0).get(1);
    MessageHeader.writeFixed(forged, 0, 0, 1, total, CLOCK);
    MessageHeader.writeOwn(forged, 0, sequence, now, 0);
    forged.putInt(MessageHeader.CRC_AT, PayloadCrc.of(new CRC32C(), forged));
    assertThat(deliver(ALICE, 17, forged)).isZero();
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.corrupt()).isEqualTo(1);
    assertThat(source.received()).isEqualTo(1);
    assertThat(source.gaps()).isZero();
    assertThat(source.lost()).isEqualTo(9);
  }

  @Test
  void aCountBeyondWhatHeadersHoldIsNotAnnounced() {
    ByteBuffer message = ByteBuffer.allocate(SIZE);
    new MessageStamp(0, 1, Long.MAX_VALUE - 1, clock, CLOCK).layOut(message, 0, SIZE);
    assertThat(MessageHeader.total(message)).isZero();
  }

  @Test
  void aDamagedFirstMessageIsTakenBackOnceTheSourceShowsItsHeader() {
    List<ByteBuffer> sent = messages(1, 3, 0);
    sent.getFirst().put(0, (byte) 0);
    assertThat(deliver(ALICE, 17, sent.get(0))).isEqualTo(1);
    assertThat(deliver(ALICE, 17, sent.get(1))).isZero();
    assertThat(deliver(ALICE, 17, sent.get(2))).isEqualTo(1);
    assertThat(meter.received()).isEqualTo(2);
    assertThat(meter.sources().getFirst().corrupt()).isEqualTo(1);
  }

  @Test
  void sourcesAreToldApartByGidQueuePairAndRun() {
    deliver(ALICE, 17, messages(1, 4, 0));
    deliver(ALICE, 18, messages(1, 3, 1));
    deliver(BOB, 17, messages(2, 2, 0));
    deliver(ALICE, 17, messages(3, 1, 0));
    assertThat(meter.sources()).extracting(SourceSummary::received).containsExactly(4L, 3L, 2L, 1L);
    assertThat(meter.sources()).extracting(SourceSummary::lost).containsOnly(0L);
    assertThat(meter.sources())
        .extracting(SourceSummary::senderConnection)
        .containsExactly(0, 1, 0, 0);
    assertThat(meter.received()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyMixtureIsCountedExactly(long seed) {
    Random random = new Random(seed);
    List<ByteBuffer> sent = messages(1, 5000, 0);
    List<ByteBuffer> way = new ArrayList<>();
    int lost = 0;
    int duplicate = 0;
    int corrupt = 0;
    for (ByteBuffer message : sent) {
      switch (random.nextInt(20)) {
        case 0 -> lost++;
        case 1 -> {
          way.add(message);
          way.add(message);
          duplicate++;
        }
        case 2 -> {
          ByteBuffer changed = ByteBuffer.allocate(SIZE).put(0, message, 0, SIZE);
          int bit = random.nextInt(64, SIZE * 8);
          changed.put(bit / 8, (byte) (changed.get(bit / 8) ^ 1 << bit % 8));
          way.add(changed);
          corrupt++;
        }
        default -> way.add(message);
      }
    }
    deliver(ALICE, 17, way);
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.lost()).isEqualTo(lost + corrupt);
    assertThat(source.duplicate()).isEqualTo(duplicate);
    assertThat(source.corrupt()).isEqualTo(corrupt);
    assertThat(source.reordered()).isZero();
    assertThat(source.received()).isEqualTo(5000 - lost - corrupt);
  }

  @Test
  void eachLateMessageIsOneReordering() {
    List<ByteBuffer> sent = messages(1, 100, 0);
    Collections.rotate(sent.subList(10, 20), 1);
    Collections.rotate(sent.subList(50, 60), -1);
    deliver(ALICE, 17, sent);
    // Rotated up: nine come after a later one; rotated down: one does.
    assertThat(meter.sources().getFirst().reordered()).isEqualTo(10);
    assertThat(meter.sources().getFirst().lost()).isZero();
  }

  @Test
  void withoutHeaderThePsnNumbersMessages() {
    ByteBuffer bare = ByteBuffer.allocate(10);
    for (int psn : new int[] {1, 2, 2, 5, 4}) {
      meter.add(arrival.set(ALICE, 17, psn, bare, now));
    }
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.numbering()).isEqualTo(Numbering.PSN);
    assertThat(source.received()).isEqualTo(4);
    assertThat(source.lost()).isEqualTo(2);
    assertThat(source.duplicate()).isEqualTo(1);
    assertThat(source.reordered()).isEqualTo(1);
  }

  @Test
  void withoutAnyNumberMessagesAreOnlyCounted() {
    deliver(ALICE, 17, ByteBuffer.allocate(10));
    deliver(ALICE, 17, ByteBuffer.allocate(10));
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.numbering()).isEqualTo(Numbering.NONE);
    assertThat(source.received()).isEqualTo(2);
    assertThat(source.clock()).isEqualTo(ClockTrust.NO_TIME);
  }

  @Test
  void latencyIsTrueUnderOneKernel() {
    for (ByteBuffer message : messages(1, 100, 0)) {
      now = MessageHeader.sentNanos(message) + 5_000;
      deliver(ALICE, 17, message);
    }
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.clock()).isEqualTo(ClockTrust.SAME_CLOCK);
    assertThat(source.latency()).isNotNull();
    assertThat((double) source.latency().p50()).isCloseTo(5_000, within(50.0));
    assertThat(source.jitterNanos()).isZero();
  }

  @Test
  void noLatencyIsToldWhereClocksContradictEachOther() {
    for (ByteBuffer message : messages(1, 3, 0)) {
      now = MessageHeader.sentNanos(message) - 1;
      deliver(ALICE, 17, message);
    }
    SourceSummary source = meter.sources().getFirst();
    assertThat(source.clock()).isEqualTo(ClockTrust.CONTRADICTED);
    assertThat(source.latency()).isNull();
  }

  @Test
  void aFloodOfSourcesIsCountedWithoutBeingToldApart() {
    ByteBuffer bare = ByteBuffer.allocate(10);
    for (int i = 0; i < 3 * SourceTable.MOST; i++) {
      deliver(new Gid(i, i), i, bare);
    }
    assertThat(meter.sources()).hasSize(SourceTable.MOST);
    assertThat(meter.unattributed()).isEqualTo(2 * SourceTable.MOST);
    assertThat(meter.received()).isEqualTo(3 * SourceTable.MOST);
  }

  private void deliver(Gid gid, int qpn, List<ByteBuffer> messages) {
    for (ByteBuffer message : messages) {
      deliver(gid, qpn, message);
    }
  }

  private long deliver(Gid gid, int qpn, ByteBuffer message) {
    return meter.add(arrival.set(gid, qpn, -1, message, now));
  }

  private List<ByteBuffer> messages(int runId, int total, int connection) {
    MessageStamp stamp = new MessageStamp(connection, runId, total, clock, CLOCK);
    List<ByteBuffer> messages = new ArrayList<>();
    for (int i = 0; i < total; i++) {
      now += 1_000;
      ByteBuffer message = ByteBuffer.allocate(SIZE);
      stamp.layOut(message, 0, SIZE);
      stamp.write(message, 0, 0, 1, new int[1]);
      messages.add(message);
    }
    return messages;
  }
}
