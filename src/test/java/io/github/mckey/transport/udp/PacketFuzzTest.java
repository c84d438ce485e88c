package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A million mutated and random packets: the reader and a second implementation must agree. */
class PacketFuzzTest {
  private static final int PACKETS = 1_200_000;
  private static final int PORT = 0xDF94;

  private final PacketMutator mutator = new PacketMutator(20261129, "10.7.0.2", "239.1.1.1", PORT);
  private final PacketCodecTest.Reading reading =
      new PacketCodecTest.Reading("10.7.0.2", "239.1.1.1");
  private final Map<Refusal, Integer> refused = new EnumMap<>(Refusal.class);

  @Test
  void readerAndOracleAgreeOnEveryPacket() {
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
    assertThat(corruptAccepted * 65536.0 / corrupt).isBetween(0.4, 2.0);
    assertThat(accepted).isGreaterThan(50_000);
    assertThat(refused.keySet()).contains(PacketMutator.REASONS);
  }

  @Test
  void everyIdentificationTriedFindsWhatTheOracleFinds() {
    for (int i = 0; i < 150; i++) {
      byte[] packet = mutator.packet(mutator.random.nextInt(65536));
      if (packet.length >= 16 && packet.length % 4 == 0 && packet.length < 300) {
        assertThat(mutator.oracle.findId(PORT, packet))
            .isEqualTo(mutator.oracle.tryAllIds(PORT, packet));
      }
    }
  }
}
