package io.github.mckey.transport.udp;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The ICRC written a second time, straight from the rules, with a table-driven CRC that can also
 * run backwards. Shares nothing with the code under test: the identification is found by running
 * the CRC forwards up to it and backwards from the ICRC down to it, or by trying all of them.
 */
final class OracleIcrc {
  private static final int[] TABLE = new int[256];

  /** Which table entry has a given top byte; every top byte occurs once. */
  private static final int[] BY_TOP = new int[256];

  private static final int ID_AT = 12;

  static {
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xEDB88320 : crc >>> 1;
      }
      TABLE[i] = crc;
      BY_TOP[crc >>> 24] = i;
    }
  }

  private final byte[] source;
  private final byte[] group;

  OracleIcrc(String source, String group) {
    this.source = address(source);
    this.group = address(group);
  }

  /** The ICRC of a UDP payload without its ICRC, as the number that goes out little-endian. */
  int icrc(int sourcePort, int id, byte[] body) {
    byte[] masked = masked(sourcePort, id, body);
    return ~forwards(-1, masked, 0, masked.length);
  }

  /** The identification for which a packet's ICRC is right, or -1; 0 for a right IPv6 packet. */
  int findId(int sourcePort, byte[] packet) {
    int wanted = littleEndian(packet, packet.length - 4);
    byte[] masked = masked(sourcePort, 0, Arrays.copyOf(packet, packet.length - 4));
    if (group.length == 16) {
      return ~forwards(-1, masked, 0, masked.length) == wanted ? 0 : -1;
    }
    int before = forwards(-1, masked, 0, ID_AT);
    int after = ~wanted;
    for (int i = masked.length - 1; i >= ID_AT + 2; i--) {
      int entry = BY_TOP[after >>> 24];
      after = (after ^ TABLE[entry]) << 8 | (entry ^ masked[i]) & 0xFF;
    }
    int second = BY_TOP[after >>> 24];
    int first = BY_TOP[(after ^ TABLE[second]) >>> 16 & 0xFF];
    int between = before >>> 8 ^ TABLE[first];
    if ((between >>> 8 ^ TABLE[second]) != after) {
      return -1;
    }
    return ((before ^ first) & 0xFF) << 8 | (between ^ second) & 0xFF;
  }

  /** Like {@link #findId}, by trying all 65,536. */
  int tryAllIds(int sourcePort, byte[] packet) {
    int wanted = littleEndian(packet, packet.length - 4);
    byte[] masked = masked(sourcePort, 0, Arrays.copyOf(packet, packet.length - 4));
    int before = forwards(-1, masked, 0, ID_AT);
    for (int id = 0; id < 65536; id++) {
      masked[ID_AT] = (byte) (id >>> 8);
      masked[ID_AT + 1] = (byte) id;
      if (~forwards(before, masked, ID_AT, masked.length) == wanted) {
        return id;
      }
    }
    return -1;
  }

  static int littleEndian(byte[] b, int at) {
    return b[at] & 0xFF | (b[at + 1] & 0xFF) << 8 | (b[at + 2] & 0xFF) << 16 | b[at + 3] << 24;
  }

  private byte[] masked(int sourcePort, int id, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 8; i++) {
      out.write(0xFF);
    }
    int udp = 8 + body.length + 4;
    if (group.length == 4) {
      out.write(0x45);
      out.write(0xFF);
      put16(out, 20 + udp);
      put16(out, id);
      put16(out, 0x4000);
      out.write(0xFF);
      out.write(17);
      put16(out, 0xFFFF);
    } else {
      out.write(0x6F);
      out.write(0xFF);
      put16(out, 0xFFFF);
      put16(out, udp);
      out.write(17);
      out.write(0xFF);
    }
    out.writeBytes(source);
    out.writeBytes(group);
    put16(out, sourcePort);
    put16(out, 4791);
    put16(out, udp);
    put16(out, 0xFFFF);
    byte[] bth = body.clone();
    bth[4] = (byte) 0xFF;
    out.writeBytes(bth);
    return out.toByteArray();
  }

  private static void put16(ByteArrayOutputStream out, int value) {
    out.write(value >>> 8);
    out.write(value);
  }

  private static int forwards(int start, byte[] bytes, int from, int to) {
    int crc = start;
    for (int i = from; i < to; i++) {
      crc = crc >>> 8 ^ TABLE[(crc ^ bytes[i]) & 0xFF];
    }
    return crc;
  }

  private static byte[] address(String numeric) {
    try {
      return InetAddress.getByName(numeric).getAddress();
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
