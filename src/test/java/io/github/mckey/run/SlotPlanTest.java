package io.github.mckey.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotPlanTest {
  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max processes             31442                31442                processes
      Max locked memory         8388608              67108864             bytes
      Max address space         unlimited            unlimited            bytes
      """;

  /** A page is what stock mckey locks, so it may always be used. */
  @ParameterizedTest
  @CsvSource({
    "100, 10, 0, 10",
    "100, 1000, 0, 21",
    "44, 1000, 0, 32",
    "1024, 1000, 0, 1",
    "1024, 3, 0, 3",
    "1024, 1000, 8388608, 128",
    "1024, 1000, 65536, 15",
    "4096, 1000, 9223372036854775807, 128",
    "100, 1, 0, 1",
  })
  void aSenderTakesWhatTheLimitLeaves(int size, int depth, long lockable, int slots) {
    assertThat(new SlotPlan(size, 1, () -> lockable).forSending(depth)).isEqualTo(slots);
  }

  @Test
  void manyConnectionsShareTheLimit() {
    assertThat(new SlotPlan(1024, 100, () -> 8L << 20).forSending(1000)).isEqualTo(19);
    assertThat(new SlotPlan(1024, 1000, () -> Long.MAX_VALUE).forReceiving(4096)).isEqualTo(61);
  }

  @Test
  void aReceiverHasARoomForEachReceive() {
    assertThat(new SlotPlan(1024, 1, () -> Long.MAX_VALUE).forReceiving(16_000)).isEqualTo(16_000);
    assertThat(new SlotPlan(1024, 1, () -> 0).forReceiving(16_000)).isEqualTo(3);
    assertThat(new SlotPlan(4096, 1, () -> 0).forReceiving(16_000)).isEqualTo(1);
  }

  @Test
  void theKernelsFilesAreRead() {
    assertThat(LockedMemory.limit(LIMITS)).isEqualTo(8_388_608);
    assertThat(LockedMemory.limit(LIMITS.replace("8388608 ", "unlimited ")))
        .isEqualTo(LockedMemory.UNLIMITED);
    assertThat(LockedMemory.limit("")).isZero();
    assertThat(LockedMemory.mayLock("CapPrm:\t0\nCapEff:\t0000000000004000\n")).isTrue();
    assertThat(LockedMemory.mayLock("CapPrm:\t0\nCapEff:\t000001ffffffbfff\n")).isFalse();
    assertThat(LockedMemory.mayLock("")).isFalse();
    assertThat(new LockedMemory().getAsLong()).isPositive();
  }
}
