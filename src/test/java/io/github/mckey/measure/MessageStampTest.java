package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stamp's sums are put together from parts: each must be the CRC of the whole message. */
class MessageStampTest {
  private static final int SLOTS = 7;
  private static final int BATCH = 100;
  private static final int MESSAGES = 70_000;

  private long now = 0x18a4_0000_0000_0000L;

  @ParameterizedTest
  @ValueSource(ints = {44, 45, 64, 100, 1024, 4096})
  void eachMessageHoldsItsCrcAndItsNumber(int size) {
    ByteBuffer[] slots = new ByteBuffer[SLOTS];
    MessageStamp stamp = stamp();
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = ByteBuffer.allocateDirect(size);
      stamp.layOut(slots[i]);
    }
    CRC32C crc = new CRC32C();
    for (int i = 0; i < MESSAGES; i++) {
      if (i % BATCH == 0) {
        now += 0x1234_5678_9abL * i;
        stamp.begin();
      }
      ByteBuffer message = slots[i % SLOTS];
      stamp.write(message);
      if (PayloadCrc.of(crc, message) != message.getInt(MessageHeader.CRC_AT)) {
        throw new AssertionError("the CRC of message " + i + " does not hold");
      }
      if (MessageHeader.sequence(message) != i || MessageHeader.sentNanos(message) != now) {
        throw new AssertionError("message " + i + " has another number or time");
      }
    }
    assertThat(stamp.stamped()).isEqualTo(MESSAGES);
  }

  /** What the words that change are told for: nothing else differs from message to message. */
  @ParameterizedTest
  @ValueSource(ints = {64, 100})
  void changesOnlyTheWordsThatItNames(int size) {
    ByteBuffer slot = ByteBuffer.allocate(size);
    MessageStamp stamp = stamp();
    stamp.layOut(slot);
    byte[] laidOut = slot.array().clone();
    for (int word : stamp.changingWords()) {
      assertThat(slot.getInt(word)).isZero();
    }
    for (int i = 0; i < 1000; i++) {
      now += 0x1234_5678_9abL * i;
      stamp.begin();
      stamp.write(slot);
    }
    for (int word : stamp.changingWords()) {
      slot.putInt(word, 0);
    }
    assertThat(slot.array()).isEqualTo(laidOut);
  }

  private MessageStamp stamp() {
    return new MessageStamp(3, 0xdeadbeef, MESSAGES, new EpochClock(() -> now, 0), 0x12345678);
  }
}
