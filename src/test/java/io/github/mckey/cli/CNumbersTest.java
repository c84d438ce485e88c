package io.github.mckey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * {@link CNumbers} against the C library's strtol, over seeded random texts; {@code
 * -Dmckey.numbers.seed} chooses others. Where strtol stops before the end of the text, or reads a
 * minus, ours reads nothing.
 */
class CNumbersTest {
  private static final long SEED = Long.getLong("mckey.numbers.seed", 20_261_129L);
  private static final int TEXTS = 50_000;
  private static final String ALPHABET = "0011223789aAfFgxX+- \t\n\u000b\f\r.,_";

  @Test
  void readsWhatStrtolReadsInFull() {
    Random random = new Random(SEED);
    int numbers = 0;
    try (Arena arena = Arena.ofConfined()) {
      Strtol strtol = new Strtol(arena);
      for (int i = 0; i < TEXTS; i++) {
        String text = text(random);
        long decimal = strtol.read(text, 10);
        long anyBase = strtol.read(text, 0);
        if (CNumbers.decimal(text) != decimal || CNumbers.anyBase(text) != anyBase) {
          assertThat(CNumbers.decimal(text)).as("seed %d, '%s'", SEED, text).isEqualTo(decimal);
          assertThat(CNumbers.anyBase(text)).as("seed %d, '%s'", SEED, text).isEqualTo(anyBase);
        }
        numbers += decimal >= 0 ? 1 : 0;
      }
    }
    assertThat(numbers).isBetween(TEXTS / 20, TEXTS - TEXTS / 20);
  }

  @Test
  void largestNumberAndBeyond() {
    assertThat(CNumbers.decimal("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(CNumbers.decimal("9223372036854775808")).isEqualTo(CNumbers.NONE);
    assertThat(CNumbers.anyBase("0x7fffffffffffffff")).isEqualTo(Long.MAX_VALUE);
    assertThat(CNumbers.anyBase("0x8000000000000000")).isEqualTo(CNumbers.NONE);
    assertThat(CNumbers.anyBase("0777777777777777777777")).isEqualTo(Long.MAX_VALUE);
    assertThat(CNumbers.anyBase("01000000000000000000000")).isEqualTo(CNumbers.NONE);
  }

  /** Up to eight characters, at times with a number's usual beginning. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    switch (random.nextInt(6)) {
      case 0 -> text.append("0x");
      case 1 -> text.append(" +");
      case 2 -> text.append(random.nextInt(1000));
      default -> {}
    }
    int length = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      int among = random.nextBoolean() ? 10 : ALPHABET.length();
      text.append(ALPHABET.charAt(random.nextInt(among)));
    }
    return text.toString();
  }

  private static final class Strtol {
    private final MethodHandle strtol;
    private final MemorySegment text;
    private final MemorySegment end;

    Strtol(Arena arena) {
      Linker linker = Linker.nativeLinker();
      strtol =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("strtol"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_INT));
      text = arena.allocate(64);
      end = arena.allocate(ValueLayout.ADDRESS);
    }

    long read(String number, int base) {
      text.setString(0, number);
      long value;
      try {
        value = (long) strtol.invokeExact(text, end, base);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
      long length = end.get(ValueLayout.ADDRESS, 0).address() - text.address();
      boolean whole = length > 0 && length == number.length();
      return whole && number.indexOf('-') < 0 ? value : CNumbers.NONE;
    }
  }
}
