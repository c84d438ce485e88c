package io.github.mckey.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link Gid}'s text against the C library's inet_ntop and inet_pton, over seeded random values and
 * texts. {@code -Dmckey.gid.seed} and {@code -Dmckey.gid.values} choose others and more of them.
 */
class GidTextTest {
  private static final long SEED = Long.getLong("mckey.gid.seed", 20_261_129L);
  private static final int VALUES = Integer.getInteger("mckey.gid.values", 50_000);
  private static final String ALPHABET = "0123456789abcdefABCDEF::::....gx -%/+";

  private static Arena arena;
  private static InetText libc;

  @BeforeAll
  static void open() {
    arena = Arena.ofShared(); // every test has a thread of its own
    libc = new InetText(arena);
  }

  @AfterAll
  static void close() {
    arena.close();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, ::",
    "0, 1, ::1",
    "0, 0x0102_0304, ::1.2.3.4",
    "0, 0x1_0000, ::0.1.0.0",
    "0, 0xffff_ef01_0101, ::ffff:239.1.1.1",
    "0, 0xffff_0000_0000, ::ffff:0.0.0.0",
    "0, 0xfffe_ef01_0101, ::fffe:ef01:101",
    "0xff12_401b_0000_0000, 1, ff12:401b::1",
    "0xfe80_0000_0000_0000, 0x0001_0000_0000_0000, fe80::1:0:0:0",
    "0x0001_0000_0002_0003, 0x0004_0005_0006_0000, 1:0:2:3:4:5:6:0",
    "0x0001_0000_0000_0002, 0x0003_0000_0000_0004, 1::2:3:0:0:4",
    "0x0001_0002_0003_0004, 0x0005_0006_0000_0000, 1:2:3:4:5:6::"
  })
  void knownTexts(String high, String low, String text) {
    Gid gid = new Gid(number(high), number(low));

    assertThat(gid.text()).isEqualTo(text).isEqualTo(libc.ntop(gid));
    assertThat(gid).hasToString(text);
    assertThat(Gid.parse(text)).isEqualTo(gid);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":1",
        "1:",
        "::1:",
        ":::",
        "1:::2",
        "::1::",
        "0",
        "1:2:3:4:5:6:7",
        "12345::",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "::g",
        "::1%lo",
        "::1/64",
        " ::1",
        "::1 ",
        "::1.2.3",
        "::1.2.3.4.5",
        "::01.2.3.4",
        "::256.1.1.1",
        "::1.2.3.4:5",
        "1.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3.",
        "::.1.2.3",
        "::1..2.3",
        "::ffff:239.1.1.1\0",
        "::１"
      })
  void refusedTexts(String text) {
    assertThat(Gid.parse(text)).isNull();
    if (text.indexOf('\0') < 0) {
      assertThat(libc.pton(text)).isNull();
    }
  }

  @Test
  void writesAndReadsAnyValue() {
    Random random = new Random(SEED);
    for (int i = 0; i < VALUES; i++) {
      Gid gid = gid(random);
      String expected = libc.ntop(gid);

      if (!gid.text().equals(expected) || !gid.equals(Gid.parse(expected))) {
        assertThat(gid.text()).as("seed %d, value %d", SEED, i).isEqualTo(expected);
        assertThat(Gid.parse(expected)).as("seed %d, value %d", SEED, i).isEqualTo(gid);
      }
    }
  }

  @Test
  void readsWhatLibcReads() {
    Random random = new Random(SEED);
    int read = 0;
    for (int i = 0; i < VALUES; i++) {
      String text = text(random);
      Gid expected = libc.pton(text);

      Gid ours = Gid.parse(text);
      if (!Objects.equals(ours, expected)) {
        assertThat(ours).as("seed %d, text '%s'", SEED, text).isEqualTo(expected);
      }
      read += expected == null ? 0 : 1;
    }
    assertThat(read).as("texts that are GIDs").isBetween(VALUES / 20, VALUES - VALUES / 20);
  }

  /** Random groups, most often zero, 0xffff or short ones. */
  private static Gid gid(Random random) {
    long[] halves = new long[2];
    for (int i = 0; i < 8; i++) {
      long group =
          switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> 0;
            case 4 -> 0xffff;
            case 5 -> random.nextInt(16);
            default -> random.nextInt(0x10000);
          };
      halves[i / 4] = halves[i / 4] << 16 | group;
    }
    return new Gid(halves[0], halves[1]);
  }

  /** A GID's text with up to three characters changed, put in or taken out. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder(libc.ntop(gid(random)));
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length() + 1);
      char character = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, character);
        case 1 -> text.replace(at, Math.min(at + 1, text.length()), String.valueOf(character));
        default -> text.delete(at, at + 1 + random.nextInt(4));
      }
    }
    return text.toString();
  }

  private static long number(String text) {
    String digits = text.replace("_", "");
    return digits.startsWith("0x")
        ? Long.parseUnsignedLong(digits.substring(2), 16)
        : Long.parseLong(digits);
  }
}
