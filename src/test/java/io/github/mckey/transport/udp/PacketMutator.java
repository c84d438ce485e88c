package io.github.mckey.transport.udp;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes random, mutated, wrong and right packets, and judges them by a second implementation. */
final class PacketMutator {
  /** Every reason that a packet can be refused for by what it is. */
  static final Refusal[] REASONS = {
    Refusal.TOO_SHORT, Refusal.TOO_LONG, Refusal.BAD_LENGTH, Refusal.BAD_ICRC, Refusal.BAD_TVER,
    Refusal.BAD_OPCODE, Refusal.BAD_PAD, Refusal.BAD_PKEY, Refusal.BAD_DEST_QP, Refusal.BAD_QKEY
  };

  final SplittableRandom random;
  final OracleIcrc oracle;
  private final int port;

  PacketMutator(long seed, String source, String group, int port) {
    random = new SplittableRandom(seed);
    oracle = new OracleIcrc(source, group);
    this.port = port;
  }

  /** Returns whether a packet's ICRC is right for the identification that it was sent with. */
  boolean isRight(int id, byte[] packet) {
    byte[] body = Arrays.copyOf(packet, packet.length - 4);
    return oracle.icrc(port, id, body) == OracleIcrc.littleEndian(packet, packet.length - 4);
  }

  /** Makes a packet, right or wrong in some way, as sent with the given identification. */
  byte[] packet(int id) {
    int kind = random.nextInt(8);
    if (kind == 0) {
      return randomBytes(random.nextInt(160));
    }
    byte[] body = fields().body();
    if (kind <= 3) {
      // A sender that is wrong on purpose: the ICRC fits what the header says.
      if (kind == 2) {
        flip(body, Math.min(body.length, 24));
      }
      if (kind == 3) {
        body = Arrays.copyOf(body, 12 + 4 * random.nextInt(body.length / 4 - 2));
      }
      return TestPackets.withIcrc(body, oracle.icrc(port, id, body));
    }
    byte[] packet = TestPackets.withIcrc(body, oracle.icrc(port, id, body));
    switch (kind) {
      case 4 -> flip(packet, packet.length);
      case 5 -> packet = Arrays.copyOf(packet, random.nextInt(packet.length + 8));
      case 6 -> System.arraycopy(randomBytes(4), 0, packet, packet.length - 4, 4);
      default -> {
        int from = random.nextInt(packet.length);
        byte[] noise = randomBytes(random.nextInt(packet.length - from) + 1);
        System.arraycopy(noise, 0, packet, from, noise.length);
      }
    }
    return packet;
  }

  /** Makes a packet of a flood: like the one before it but for its numbers, and seldom damaged. */
  byte[] next(TestPackets.Fields flood, int id) {
    flood.psn++;
    flood.payload[19]++;
    System.arraycopy(randomBytes(4), 0, flood.payload, 8, 4);
    byte[] body = flood.body();
    byte[] packet = TestPackets.withIcrc(body, oracle.icrc(port, id, body));
    if (random.nextInt(10) == 0) {
      flip(packet, random.nextBoolean() ? 24 : packet.length);
    }
    return packet;
  }

  private TestPackets.Fields fields() {
    TestPackets.Fields fields = new TestPackets.Fields();
    fields.opcode = random.nextBoolean() ? 0x65 : 0x64;
    fields.payload =
        randomBytes(random.nextInt(200) == 0 ? random.nextInt(4200) : random.nextInt(90));
    fields.psn = random.nextInt();
    fields.sourceQp = random.nextInt();
    fields.immediate = random.nextInt();
    return fields;
  }

  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private void flip(byte[] bytes, int within) {
    for (int n = random.nextInt(3); n >= 0; n--) {
      bytes[random.nextInt(within)] ^= (byte) (1 << random.nextInt(8));
    }
  }

  /** The reader's rules once more, from the field list of docs/wire-format.md. */
  @Nullable Refusal verdict(byte[] p) {
    if (p.length < 16) {
      return Refusal.TOO_SHORT;
    }
    if (p.length > 24 + 4096 + 4) {
      return Refusal.TOO_LONG;
    }
    if (p.length % 4 != 0) {
      return Refusal.BAD_LENGTH;
    }
    if (oracle.findId(port, p) < 0) {
      return Refusal.BAD_ICRC;
    }
    if (p[1] % 16 != 0) {
      return Refusal.BAD_TVER;
    }
    if (p[0] != 0x64 && p[0] != 0x65) {
      return Refusal.BAD_OPCODE;
    }
    if (p.length - 4 - (p[0] == 0x65 ? 24 : 20) < (p[1] & 0x30) / 16) {
      return Refusal.BAD_PAD;
    }
    if ((p[2] != -1 && p[2] != 0x7F) || p[3] != -1) {
      return Refusal.BAD_PKEY;
    }
    if (p[5] != -1 || p[6] != -1 || p[7] != -1) {
      return Refusal.BAD_DEST_QP;
    }
    if (p[12] != 0x01 || p[13] != 0x23 || p[14] != 0x45 || p[15] != 0x67) {
      return Refusal.BAD_QKEY;
    }
    return null;
  }
}
