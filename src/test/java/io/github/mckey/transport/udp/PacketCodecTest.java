package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.Gid;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packet codec against a frame taken off a wire and against a second implementation. */
class PacketCodecTest {
  /** 10.7.0.2 to 239.1.1.1, one byte of payload, sent by rdma_rxe with IP identification 0x628e. */
  private static final byte[] FRAME =
      TestPackets.hex(
          "01005e01010152540007000208004500003c628e40004011de170a070002ef010101"
              + "df9412b7002800006530ffff00ffffff00000000012345670000001100000011360000003c549449");

  private static final int HEADERS = 14 + 20 + 8;
  private static final int FRAME_PORT = 0xDF94;

  @Test
  void writesTheRecordedFrameButForTheIdentification() {
    byte[] recorded = Arrays.copyOfRange(FRAME, HEADERS, FRAME.length);

    byte[] written = write("10.7.0.2", "239.1.1.1", FRAME_PORT, 0x11, new byte[] {0x36}, 0);

    assertThat(Arrays.copyOf(written, written.length - 4))
        .isEqualTo(Arrays.copyOf(recorded, recorded.length - 4));
    int forId0 = OracleIcrc.littleEndian(written, written.length - 4);
    int difference = OracleIcrc.littleEndian(recorded, recorded.length - 4) ^ forId0;
    Icrc icrc = new Icrc(TestPackets.gid("239.1.1.1"));
    assertThat(icrc.solver(written.length - 4).solve(difference)).isEqualTo(0x628e);
  }

  @Test
  void readsTheRecordedFrame() {
    Reading reading = new Reading("10.7.0.2", "239.1.1.1");
    byte[] packet = Arrays.copyOfRange(FRAME, HEADERS, FRAME.length);

    assertThat(reading.check(packet, FRAME_PORT)).isNull();

    assertThat(reading.reader.ipId()).isEqualTo(0x628e);
    assertThat(reading.reader.hasImmediate()).isTrue();
    assertThat(reading.reader.immediate()).isEqualTo(0x11);
    assertThat(reading.reader.sourceQpn()).isEqualTo(0x11);
    assertThat(reading.reader.psn()).isZero();
    assertThat(reading.reader.payloadBytes()).isEqualTo(1);
    assertThat(reading.buffer.get(reading.reader.payloadOffset())).isEqualTo((byte) 0x36);
  }

  /** Two frames of ibv_ud_pingpong between two rdma_rxe devices: 101 bytes of 0x7b each. */
  @ParameterizedTest
  @CsvSource({
    "fd00::2,fd00::1,6430ffff0000001100527e191111111100000011,475e4165",
    "fd00::1,fd00::2,6430ffff000000110068ad1f1111111100000011,70740a85"
  })
  void icrcOfIpv6IsTheRecordedFrames(String from, String to, String headers, String icrc) {
    byte[] body = TestPackets.hex(headers + "7b".repeat(101) + "000000");
    Gid source = TestPackets.gid(from);
    Icrc computed = new Icrc(TestPackets.gid(to));

    int value =
        computed.constant(source.high(), source.low(), FRAME_PORT, body.length)
            ^ computed.body(ByteBuffer.wrap(body), 0, body.length);

    assertThat(value).isEqualTo(OracleIcrc.littleEndian(TestPackets.hex(icrc), 0));
  }

  @Test
  void oracleItselfAgreesWithTheRecordedFrame() {
    byte[] packet = Arrays.copyOfRange(FRAME, HEADERS, FRAME.length);
    OracleIcrc oracle = new OracleIcrc("10.7.0.2", "239.1.1.1");

    assertThat(oracle.findId(FRAME_PORT, packet)).isEqualTo(0x628e);
    assertThat(oracle.tryAllIds(FRAME_PORT, packet)).isEqualTo(0x628e);
  }

  @ParameterizedTest
  @CsvSource({"10.7.0.2,239.1.1.1", "fd00::2,ff0e::1", "fe80::1,ff02::1:3", "127.0.0.1,224.0.0.9"})
  void icrcOfEveryLengthIsTheOracles(String source, String group) {
    SplittableRandom random = new SplittableRandom(1);
    OracleIcrc oracle = new OracleIcrc(source, group);
    for (int size = 0; size <= 4096; size += size < 40 ? 1 : 101) {
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      int port = random.nextInt(1, 65536);
      int psn = random.nextInt();

      byte[] packet = write(source, group, port, random.nextInt(1 << 24), payload, psn);

      byte[] body = Arrays.copyOf(packet, packet.length - 4);
      assertThat(OracleIcrc.littleEndian(packet, packet.length - 4))
          .as("size %d", size)
          .isEqualTo(oracle.icrc(port, 0, body));
      assertThat(packet.length).isEqualTo(28 + size + (-size & 3));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {22, 22 + 12, 22 + 28, 22 + 1048, 22 + 4120})
  void everyIdentificationIsSolvedFor(int bytesAfterId) {
    IpIdSolver solver = new IpIdSolver(bytesAfterId);
    int shift = CrcAlgebra.shift(bytesAfterId);
    for (int id = 0; id < 65536; id++) {
      int difference =
          CrcAlgebra.multiply(shift, CrcAlgebra.difference((byte) (id >>> 8), (byte) id));
      assertThat(solver.solve(difference)).isEqualTo(id);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "opcode,0x04,BAD_OPCODE", "opcode,0x24,BAD_OPCODE", "flags,0x01,BAD_TVER",
    "pkey,0x1234,BAD_PKEY", "pkey,0x7FFE,BAD_PKEY", "destQp,0x11,BAD_DEST_QP",
    "destQp,0x1,BAD_DEST_QP", "qkey,0x11111111,BAD_QKEY", "qkey,-2147483647,BAD_QKEY",
  })
  void refusesWhatItsPeersDo(String field, String value, Refusal reason) {
    TestPackets.Fields fields = new TestPackets.Fields();
    int number = Integer.decode(value);
    switch (field) {
      case "opcode" -> fields.opcode = number;
      case "flags" -> fields.flags = number;
      case "pkey" -> fields.pkey = number;
      case "destQp" -> fields.destQp = number;
      default -> fields.qkey = number;
    }
    assertThat(checkWithIcrc(fields)).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "pkey,0x7FFF",
    "flags,0xC0",
    "destQp,0xFFFFFFFF",
    "psn,0xFFFFFFFF",
    "sourceQp,0xFF000011",
  })
  void acceptsWhatItsPeersDo(String field, String value) {
    TestPackets.Fields fields = new TestPackets.Fields();
    int number = Long.decode(value).intValue();
    switch (field) {
      case "pkey" -> fields.pkey = number;
      case "flags" -> fields.flags = number;
      case "destQp" -> fields.destQp = number;
      case "psn" -> fields.psn = number;
      default -> fields.sourceQp = number;
    }
    assertThat(checkWithIcrc(fields)).isNull();
  }

  @Test
  void refusesPaddingThatThereIsNoRoomFor() {
    TestPackets.Fields fields = new TestPackets.Fields();
    fields.payload = new byte[0];
    fields.padding = 1;
    assertThat(checkWithIcrc(fields)).isEqualTo(Refusal.BAD_PAD);
  }

  @Test
  void refusesAnImmediateThatThereIsNoRoomFor() {
    TestPackets.Fields fields = new TestPackets.Fields();
    fields.opcode = 0x64;
    fields.payload = new byte[0];
    byte[] body = fields.body();
    body[0] = 0x65;
    OracleIcrc oracle = new OracleIcrc("10.7.0.2", "239.1.1.1");
    byte[] packet = TestPackets.withIcrc(body, oracle.icrc(5, 0, body));
    assertThat(new Reading("10.7.0.2", "239.1.1.1").check(packet, 5)).isEqualTo(Refusal.BAD_PAD);
  }

  @Test
  void acceptsMessagesWithoutImmediateAndEmptyOnes() {
    TestPackets.Fields fields = new TestPackets.Fields();
    fields.opcode = 0x64;
    fields.payload = new byte[0];
    OracleIcrc oracle = new OracleIcrc("10.7.0.2", "239.1.1.1");
    byte[] body = fields.body();
    Reading reading = new Reading("10.7.0.2", "239.1.1.1");

    assertThat(reading.check(TestPackets.withIcrc(body, oracle.icrc(5, 7, body)), 5)).isNull();

    assertThat(reading.reader.hasImmediate()).isFalse();
    assertThat(reading.reader.payloadBytes()).isZero();
    assertThat(reading.reader.ipId()).isEqualTo(7);
  }

  @Test
  void refusesByLengthBeforeLookingIn() {
    Reading reading = new Reading("10.7.0.2", "239.1.1.1");
    assertThat(reading.check(new byte[0], 5)).isEqualTo(Refusal.TOO_SHORT);
    assertThat(reading.check(new byte[15], 5)).isEqualTo(Refusal.TOO_SHORT);
    assertThat(reading.check(new byte[17], 5)).isEqualTo(Refusal.BAD_LENGTH);
    assertThat(reading.check(new byte[4096 + 32], 5)).isEqualTo(Refusal.TOO_LONG);
    assertThat(reading.check(new byte[4096 + 28], 5)).isEqualTo(Refusal.BAD_ICRC);
  }

  @Test
  void ipv6LeavesNothingToSolveFor() {
    OracleIcrc oracle = new OracleIcrc("fd00::2", "ff0e::1");
    byte[] body = new TestPackets.Fields().body();
    Reading reading = new Reading("fd00::2", "ff0e::1");

    assertThat(reading.check(TestPackets.withIcrc(body, oracle.icrc(5, 0, body)), 5)).isNull();
    assertThat(reading.check(TestPackets.withIcrc(body, oracle.icrc(5, 0, body) ^ 1), 5))
        .isEqualTo(Refusal.BAD_ICRC);
  }

  private static @Nullable Refusal checkWithIcrc(TestPackets.Fields fields) {
    OracleIcrc oracle = new OracleIcrc("10.7.0.2", "239.1.1.1");
    byte[] body = fields.body();
    byte[] packet = TestPackets.withIcrc(body, oracle.icrc(5, 99, body));
    return new Reading("10.7.0.2", "239.1.1.1").check(packet, 5);
  }

  private static byte[] write(
      String source, String group, int port, int qpn, byte[] payload, int psn) {
    Gid from = TestPackets.gid(source);
    PacketWriter writer =
        new PacketWriter(
            new Icrc(TestPackets.gid(group)), from.high(), from.low(), port, qpn, payload.length);
    int slot = 8;
    ByteBuffer packets = ByteBuffer.allocateDirect(slot + writer.packetBytes());
    for (int i = 0; i < packets.capacity(); i++) {
      packets.put(i, (byte) 0xA5);
    }
    writer.layOut(packets, slot);
    packets.put(slot + RoceHeader.PAYLOAD, payload);
    int[] sums = {writer.sum(packets, packets.duplicate(), slot)};
    writer.seal(packets, slot, 0, 1, psn, sums, new int[1], 0);
    byte[] packet = new byte[writer.packetBytes()];
    packets.get(slot, packet);
    return packet;
  }

  /** A reader with its buffer. */
  static final class Reading {
    final ByteBuffer buffer = ByteBuffer.allocateDirect(8192);
    final ByteBuffer view = buffer.duplicate();
    final PacketReader reader;
    final Gid source;

    Reading(String source, String group) {
      this(source, group, BodySums.PASSES);
    }

    Reading(String source, String group, int passes) {
      this.source = TestPackets.gid(source);
      Icrc icrc = new Icrc(TestPackets.gid(group));
      reader = new PacketReader(icrc, 4096, new BodySums(icrc, new BodyTerms.Latest(), passes));
    }

    @Nullable Refusal check(byte[] packet, int port) {
      buffer.put(16, packet);
      return reader.check(buffer, view, 16, packet.length, source.high(), source.low(), port);
    }
  }
}
