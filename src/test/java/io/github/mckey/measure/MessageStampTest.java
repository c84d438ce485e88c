package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stamp's sums are put together from parts: each must be the CRC of the whole message. */
class MessageStampTest {
  private static final int SLOTS = 300;
  private static final int MESSAGES = 70_000;

  /** As many as a chain or a ring holds, and numbers that do not divide 256. */
  private static final int[] BATCHES = {1, 64, 100, 128, 3, 400};

  private long now = 0x18a4_0000_0000_0000L;
  private int written;

  @ParameterizedTest
  @ValueSource(ints = {44, 45, 64, 100, 1024, 4096})
  void eachMessageHoldsItsCrcItsNumberAndItsTime(int size) {
    MessageStamp stamp = stamp();
    ByteBuffer slots = slots(stamp, size);
    CRC32C crc = new CRC32C();
    while (written < MESSAGES) {
      for (int left = BATCHES[written % BATCHES.length]; left > 0; ) {
        now += 0x1234_5678_9abL * written;
        int block = stamp.write(slots, 0, size, Math.min(left, SLOTS), new int[SLOTS]);
        assertThat(block).isBetween(1, left);
        left -= block;
        for (int i = 0; i < block; i++, written++) {
          check(crc, slots.slice(i * size, size));
        }
      }
    }
    assertThat(stamp.stamped()).isEqualTo(written);
  }

  private void check(CRC32C crc, ByteBuffer message) {
    if (PayloadCrc.of(crc, message) != message.getInt(MessageHeader.CRC_AT)) {
      throw new AssertionError("the CRC of message " + written + " does not hold");
    }
    assertThat(MessageHeader.sequence(message)).isEqualTo(written);
    assertThat(MessageHeader.sentNanos(message)).isEqualTo(now);
  }

  /** By what bits two messages of a block differ depends on their patterns only. */
  @ParameterizedTest
  @ValueSource(ints = {2, 63, 64, 100, 128, 300})
  void differsByItsPattern(int batch) {
    int size = 64;
    MessageStamp stamp = stamp();
    ByteBuffer slots = slots(stamp, size);
    Map<Integer, byte[]> differences = new HashMap<>();
    int[] patterns = new int[SLOTS];
    for (int done = 0; done < 5_000; ) {
      now += 0x1234_5678_9abL * done;
      int block = stamp.write(slots, 0, size, batch, patterns);
      done += block;
      byte[] first = bytes(slots, 0, size);
      for (int i = 1; i < block; i++) {
        assertThat(patterns[i]).isBetween(0, 255).isNotEqualTo(patterns[0]);
        byte[] difference = difference(first, bytes(slots, i * size, size));
        byte[] known = differences.putIfAbsent(patterns[0] << 8 | patterns[i], difference);
        assertThat(known == null ? difference : known).isEqualTo(difference);
      }
    }
    assertThat(differences).isNotEmpty();
  }

  private static byte[] bytes(ByteBuffer slots, int at, int size) {
    byte[] bytes = new byte[size];
    slots.get(at, bytes);
    return bytes;
  }

  private static byte[] difference(byte[] a, byte[] b) {
    byte[] difference = new byte[a.length];
    for (int i = 0; i < a.length; i++) {
      difference[i] = (byte) (a[i] ^ b[i]);
    }
    return difference;
  }

  private static ByteBuffer slots(MessageStamp stamp, int size) {
    ByteBuffer slots = ByteBuffer.allocateDirect(SLOTS * size);
    for (int i = 0; i < SLOTS; i++) {
      stamp.layOut(slots, i * size, size);
    }
    return slots;
  }

  private MessageStamp stamp() {
    return new MessageStamp(3, 0xdeadbeef, MESSAGES, new EpochClock(() -> now, 0), 0x12345678);
  }
}
