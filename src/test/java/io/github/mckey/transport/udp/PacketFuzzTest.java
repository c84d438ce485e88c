package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A million mutated and random packets: the reader and a second implementation must agree. */
class PacketFuzzTest {
  private static final int PACKETS = 1_200_000;
  private static final int PORT = 0xDF94;

  private static PacketMutator mutator(String source, String group) {
    return new PacketMutator(20261129, source, group, PORT);
  }

  /**
   * Over IPv4 the identification that a receiver does not see makes one damaged packet in 65,536
   * look right; over IPv6 there is none.
   */
  @ParameterizedTest
  @CsvSource({"10.7.0.2, 239.1.1.1, 0.4, 2.0", "fd00::2, ff0e::1, 0.0, 0.1"})
  void readerAndOracleAgreeOnEveryPacket(
      String source, String group, double leastPer65536, double mostPer65536) {
    PacketMutator mutator = mutator(source, group);
    PacketCodecTest.Reading reading = new PacketCodecTest.Reading(source, group);
    Map<Refusal, Integer> refused = new EnumMap<>(Refusal.class);
    int corrupt = 0;
    int corruptAccepted = 0;
    int accepted = 0;
    for (int i = 0; i < PACKETS; i++) {
      int trueId = mutator.random.nextInt(65536);
      byte[] packet = mutator.packet(trueId);
      Refusal expected = mutator.verdict(packet);

      Refusal actual = reading.check(packet, PORT);

      if (actual != expected) {
        throw new AssertionError(
            "packet "
                + i
                + ": "
                + actual
                + ", oracle "
                + expected
                + ": "
                + Arrays.toString(packet));
      }
      boolean icrcPassed = actual == null || actual.compareTo(Refusal.BAD_ICRC) > 0;
      if (icrcPassed) {
        assertThat(reading.reader.ipId()).isEqualTo(mutator.oracle.findId(PORT, packet));
      }
      if (actual == null) {
        accepted++;
      } else {
        refused.merge(actual, 1, Integer::sum);
      }
      if (actual == Refusal.BAD_ICRC || (icrcPassed && !mutator.isRight(trueId, packet))) {
        corrupt++;
        corruptAccepted += icrcPassed ? 1 : 0;
      }
    }
    // The seed is fixed, so this cannot waver.
    assertThat(corrupt).isGreaterThan(400_000);
    assertThat(corruptAccepted * 65536.0 / corrupt).isBetween(leastPer65536, mostPer65536);
    assertThat(accepted).isGreaterThan(50_000);
    assertThat(refused.keySet()).contains(PacketMutator.REASONS);
  }

  /** Floods, which the reader sums by what differs, in trains and not. */
  @ParameterizedTest
  @CsvSource({"10.7.0.2, 239.1.1.1, 64", "10.7.0.2, 239.1.1.1, 1024", "fd00::2, ff0e::1, 64"})
  void readerAndOracleAgreeOnEveryPacketOfAFlood(String source, String group, int bytes) {
    PacketMutator mutator = mutator(source, group);
    PacketCodecTest.Reading reading = new PacketCodecTest.Reading(source, group, 8);
    TestPackets.Fields flood = new TestPackets.Fields();
    flood.payload = new byte[bytes];
    int refused = 0;
    for (int i = 0; i < 50_000; i++) {
      int id = mutator.random.nextInt(50) == 0 ? mutator.random.nextInt(65536) : i % 64;
      byte[] packet = mutator.next(flood, id);
      Refusal expected = mutator.verdict(packet);

      assertThat(reading.check(packet, PORT)).isEqualTo(expected);

      if (expected == null) {
        assertThat(reading.reader.psn()).isEqualTo(flood.psn & RoceHeader.MASK_24);
        assertThat(reading.reader.ipId()).isEqualTo(mutator.oracle.findId(PORT, packet));
      } else {
        refused++;
      }
    }
    assertThat(refused).isBetween(3_000, 10_000);
  }

  @Test
  void everyIdentificationTriedFindsWhatTheOracleFinds() {
    PacketMutator mutator = mutator("10.7.0.2", "239.1.1.1");
    for (int i = 0; i < 150; i++) {
      byte[] packet = mutator.packet(mutator.random.nextInt(65536));
      if (packet.length >= 16 && packet.length % 4 == 0 && packet.length < 300) {
        assertThat(mutator.oracle.findId(PORT, packet))
            .isEqualTo(mutator.oracle.tryAllIds(PORT, packet));
      }
    }
  }
}
