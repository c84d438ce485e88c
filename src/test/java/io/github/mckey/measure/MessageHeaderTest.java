package io.github.mckey.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class MessageHeaderTest {
  /** Laid out by hand from docs/message-format.md; the CRC by an independent implementation. */
  private static final String KNOWN =
      "6d636b79"
          + "293ca092"
          + "01000002"
          + "deadbeef"
          + "0000000000000000"
          + "000000000000000a"
          + "18a4000000000000"
          + "12345678"
          + "0000000000000000";

  @Test
  void writesTheDocumentedBytes() {
    EpochClock clock = new EpochClock(() -> 0x18a4000000000000L, 0);
    ByteBuffer message = ByteBuffer.allocate(52);
    MessageStamp stamp = new MessageStamp(2, 0xdeadbeef, 10, clock, 0x12345678);
    stamp.layOut(message, 0, 52);
    assertThat(stamp.write(message, 0, 0, 1, new int[1])).isEqualTo(1);
    assertThat(HexFormat.of().formatHex(message.array())).isEqualTo(KNOWN);
    assertThat(message.position()).isZero();
    assertThat(message.limit()).isEqualTo(52);
  }

  @Test
  void readsThemBack() {
    ByteBuffer message = ByteBuffer.wrap(HexFormat.of().parseHex(KNOWN));
    assertThat(MessageHeader.isPresent(message)).isTrue();
    assertThat(MessageHeader.connection(message)).isEqualTo(2);
    assertThat(MessageHeader.runId(message)).isEqualTo(0xdeadbeef);
    assertThat(MessageHeader.sequence(message)).isZero();
    assertThat(MessageHeader.total(message)).isEqualTo(10);
    assertThat(MessageHeader.sentNanos(message)).isEqualTo(0x18a4000000000000L);
    assertThat(MessageHeader.clockId(message)).isEqualTo(0x12345678);
  }

  @Test
  void isNotSeenInShorterMessagesOtherVersionsOrOtherBytes() {
    byte[] known = HexFormat.of().parseHex(KNOWN);
    assertThat(MessageHeader.isPresent(ByteBuffer.wrap(known, 0, 43))).isFalse();
    assertThat(MessageHeader.isPresent(ByteBuffer.allocate(100))).isFalse();
    known[8] = 2;
    assertThat(MessageHeader.isPresent(ByteBuffer.wrap(known))).isFalse();
  }
}
