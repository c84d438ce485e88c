package io.github.mckey.transport.udp;

import io.github.mckey.transport.Gid;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Packets for tests, built from field values and summed by the oracle. */
final class TestPackets {
  /** A sender's fields; change one to make a packet that must be refused. */
  static final class Fields {
    int opcode = 0x65;
    int flags = 0;
    int pkey = 0xFFFF;
    int destQp = 0xFFFFFF;
    int psn = 0;
    int qkey = 0x01234567;
    int sourceQp = 0x11;
    int immediate = 0x11;
    byte[] payload = new byte[1];
    int padding = -1;

    byte[] body() {
      int pad = padding < 0 ? -payload.length & 3 : padding;
      int headers = opcode == 0x64 ? 20 : 24;
      ByteBuffer out = ByteBuffer.allocate(headers + payload.length + (-payload.length & 3));
      out.put((byte) opcode).put((byte) (flags | pad << 4)).putShort((short) pkey);
      out.putInt(destQp).putInt(psn).putInt(qkey).putInt(sourceQp);
      if (headers == 24) {
        out.putInt(immediate);
      }
      out.put(payload);
      return out.array();
    }
  }

  private TestPackets() {}

  static byte[] withIcrc(byte[] body, int icrc) {
    return ByteBuffer.allocate(body.length + 4)
        .put(body)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(icrc)
        .array();
  }

  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  static Gid gid(String numeric) {
    try {
      byte[] bytes = InetAddress.getByName(numeric).getAddress();
      ByteBuffer b = ByteBuffer.wrap(bytes);
      return bytes.length == 4 ? IpAddresses.mapped(b.getInt()) : new Gid(b.getLong(), b.getLong());
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
