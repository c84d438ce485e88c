package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.posix.StructArray.Counting;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class StructArrayTest {
  private static final long SIZE = 24;

  @Test
  void repeatsAllMembersAndCountsTheNamedOnesUp() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment array = arena.allocate(4 * SIZE, Long.BYTES);
      array.set(ValueLayout.JAVA_LONG, 0, 0x7fff_ffff_ffffL);
      array.set(ValueLayout.JAVA_INT, 8, 7);
      array.set(ValueLayout.JAVA_INT, 12, -9);
      array.set(ValueLayout.JAVA_LONG, 16, -1);

      StructArray.repeatFirst(array, SIZE, new Counting(0, 64), new Counting(16, 1));

      for (int i = 0; i < 4; i++) {
        assertThat(array.get(ValueLayout.JAVA_LONG, i * SIZE))
            .isEqualTo(0x7fff_ffff_ffffL + 64 * i);
        assertThat(array.get(ValueLayout.JAVA_INT, i * SIZE + 8)).isEqualTo(7);
        assertThat(array.get(ValueLayout.JAVA_INT, i * SIZE + 12)).isEqualTo(-9);
        assertThat(array.get(ValueLayout.JAVA_LONG, i * SIZE + 16)).isEqualTo(i - 1);
      }
    }
  }

  @Test
  void leavesASingleStructureAsItIs() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocate(SIZE, Long.BYTES);
      one.fill((byte) 5);

      StructArray.repeatFirst(one, SIZE, new Counting(8, 3));

      assertThat(one.toArray(ValueLayout.JAVA_BYTE)).containsOnly(5);
    }
  }
}
