"""RoCEv2 UD multicast on IPv4, decoded and checked without any of the project's code: the lab's oracle."""
import socket
import struct
import zlib
from collections import defaultdict

PORT = 4791
SEND_WITH_IMMEDIATE, SEND = 0x65, 0x64
MULTICAST_QPN, QKEY, PKEY = 0xFFFFFF, 0x01234567, 0xFFFF


def pcap(path):
    """-> the frames of a capture; a last frame cut short is left out"""
    with open(path, "rb") as f:
        order = "<" if f.read(24)[:4] == b"\xd4\xc3\xb2\xa1" else ">"
        while len(head := f.read(16)) == 16:
            length = struct.unpack(order + "IIII", head)[2]
            if len(frame := f.read(length)) < length:
                return
            yield frame


def icrc(ip, udp, body):
    """CRC over the fields that no router changes; the others count as ones. body: BTH to padding. -> 4 bytes"""
    ip, udp, body = bytearray(ip), bytearray(udp), bytearray(body)
    ip[1] = ip[8] = ip[10] = ip[11] = 0xFF  # TOS, TTL, header checksum
    udp[6:8] = b"\xff\xff"
    body[4] = 0xFF  # BTH: FECN, BECN and reserved bits
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + ip + udp + body))


class Packet:
    """A RoCEv2 frame. fields holds everything that two senders of the same messages must have in common."""

    def __init__(self, frame):
        ip, udp, body = frame[14:34], frame[34:42], frame[42:-4]
        self.group, self.source = socket.inet_ntoa(ip[16:20]), socket.inet_ntoa(ip[12:16])
        self.port = struct.unpack(">H", udp[:2])[0]
        opcode, flags, pkey, dest, ack_psn = struct.unpack(">BBHII", body[:12])
        qkey, source_qp = struct.unpack(">II", body[12:20])
        self.qpn, self.psn = source_qp & 0xFFFFFF, ack_psn & 0xFFFFFF
        at = 24 if opcode == SEND_WITH_IMMEDIATE else 20
        self.immediate = struct.unpack(">I", body[20:24])[0] if at == 24 else None
        pad = flags >> 4 & 3
        self.payload = body[at:len(body) - pad]
        self.padding = body[len(body) - pad:]
        self.right_icrc = frame[-4:] == icrc(ip, udp, body)
        self.right_lengths = struct.unpack(">H", ip[2:4])[0] == len(frame) - 14 and struct.unpack(
            ">H", udp[4:6])[0] == len(frame) - 34
        self.fields = {
            "destination": frame[:6].hex(), "tos": ip[1], "df": ip[6] >> 5, "ttl": ip[8],
            "udp checksum": udp[6:8].hex(), "opcode": opcode, "solicited, migration, version": flags & 0xCF, "pad": pad,
            "pkey": pkey, "destination qp": dest & 0xFFFFFF, "bth reserved": dest >> 24, "ack bits": ack_psn >> 24,
            "qkey": qkey, "deth reserved": source_qp >> 24, "size": len(self.payload), "padding": self.padding.hex()}

    def problems(self):
        """-> what is wrong with this one packet by docs/wire-format.md"""
        want = {"destination": multicast_mac(self.group), "tos": 0, "df": 2, "ttl": 64, "udp checksum": "0000",
                "opcode": SEND_WITH_IMMEDIATE, "pkey": PKEY, "destination qp": MULTICAST_QPN, "bth reserved": 0,
                "ack bits": 0, "qkey": QKEY, "deth reserved": 0, "pad": -len(self.payload) % 4,
                "padding": "00" * len(self.padding)}
        found = [f"{k} is {self.fields[k]}, not {v}" for k, v in want.items() if self.fields[k] != v]
        found += ["wrong ICRC"] * (not self.right_icrc) + ["wrong lengths"] * (not self.right_lengths)
        if self.immediate != self.qpn:
            found.append(f"immediate {self.immediate}, QP {self.qpn}")
        if self.port != source_port(self.qpn):
            found.append(f"source port {self.port}, not {source_port(self.qpn)}")
        return found


def multicast_mac(group):
    low = struct.unpack(">I", socket.inet_aton(group))[0] & 0x7FFFFF
    return (0x01005E000000 | low).to_bytes(6, "big").hex()


def source_port(qpn):
    """Where rxe sends a queue pair's packets from."""
    return 0xC000 + ((qpn * 0x61C88647 & 0xFFFFFFFF) >> 18)


def packets(path):
    """-> {(source, group): [Packet]} of a capture, in the order of the wire"""
    found = defaultdict(list)
    for f in pcap(path):
        if f[12:14] == b"\x08\x00" and f[23] == 17 and struct.unpack(">H", f[36:38])[0] == PORT:
            p = Packet(f)
            found[p.source, p.group].append(p)
    return found


def check_run(run, connections, count, size):
    """-> problems of one sender's packets: all there, in order, without gaps, each as the wire page says"""
    by_qp, found = defaultdict(list), []
    for p in run:
        by_qp[p.qpn].append(p.psn)
        if len(p.payload) != size:
            found.append(f"QP {p.qpn} PSN {p.psn}: {len(p.payload)} bytes, not {size}")
        found += [f"QP {p.qpn} PSN {p.psn}: {problem}" for problem in p.problems()]
    if len(by_qp) != connections:
        found.append(f"{len(by_qp)} queue pairs on the wire, not {connections}")
    for qpn, psns in by_qp.items():
        if psns != list(range(count)):
            found.append(f"QP {qpn}: {len(psns)} packets, not PSN 0 to {count - 1} in order")
    return found[:3] + ([f"and {len(found) - 3} more"] if len(found) > 3 else [])


def igmp(path):
    """-> [(source, record type, group)] of the IGMPv3 reports in a capture; type 4 joins, type 3 leaves"""
    found = []
    for f in pcap(path):
        if f[12:14] == b"\x08\x00" and f[23] == 2:
            report = f[14 + (f[14] & 15) * 4:]
            if report[0] == 0x22:
                found += records(socket.inet_ntoa(f[26:30]), report)
    return found


def records(source, report):
    at, found = 8, []
    for _ in range(struct.unpack(">H", report[6:8])[0]):
        kind, extra, sources = struct.unpack(">BBH", report[at:at + 4])
        found.append((source, kind, socket.inet_ntoa(report[at + 4:at + 8])))
        at += 8 + 4 * (sources + extra)
    return found
