"""A RoCEv2 multicast peer on UDP sockets that shares no code with the project: the tests' other side.

roce_peer.py send GROUP INTERFACE_ADDRESS COUNT SIZE QPN
    sends COUNT messages; the byte at k of message i is i + k
roce_peer.py recv GROUP INTERFACE_ADDRESS COUNT SECONDS
    prints 'ready', then one line 'SOURCE PORT QPN PSN IMMEDIATE ID PAYLOAD' per message, at last 'got N'
roce_peer.py sniff INTERFACE COUNT SECONDS
    prints 'ready', then one line of hexadecimal per RoCEv2 frame on the interface (as root), at last 'got N'
Groups and addresses are IPv4 or IPv6. Standard library only."""
import socket
import struct
import sys
import time
import zlib

PORT = 4791
IP_MTU_DISCOVER, DO = 10, 2
SO_NO_CHECK = 11
UDP_NO_CHECK6_TX, UDP_NO_CHECK6_RX = 101, 102


def family(address):
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def packed(address):
    return socket.inet_pton(family(address), address.split("%")[0])


def crc(source, group, port, body, ident):
    """The ICRC of BTH to padding: what routers may change counts as ones."""
    length = 8 + len(body) + 4
    if family(group) == socket.AF_INET:
        ip = struct.pack(">BBHHHBBH", 0x45, 0xFF, 20 + length, ident, 0x4000, 0xFF, 17, 0xFFFF)
    else:
        ip = struct.pack(">IHBB", 0x6FFFFFFF, length, 17, 0xFF)
    udp = struct.pack(">HHHH", port, PORT, length, 0xFFFF)
    body = body[:4] + b"\xff" + body[5:]
    return zlib.crc32(b"\xff" * 8 + ip + packed(source) + packed(group) + udp + body)


def identification(source, group, port, packet):
    """The IPv4 id that makes the ICRC right, by trying all; 0 for a right IPv6 packet; None for a wrong one."""
    body, wanted = packet[:-4], struct.unpack("<I", packet[-4:])[0]
    ids = range(65536) if family(group) == socket.AF_INET else [0]
    return next((i for i in ids if crc(source, group, port, body, i) == wanted), None)


def build(source, group, port, qpn, psn, payload):
    pad = -len(payload) % 4
    bth = struct.pack(">BBHII", 0x65, pad << 4, 0xFFFF, 0xFFFFFF, psn)
    body = bth + struct.pack(">III", 0x01234567, qpn, qpn) + payload + bytes(pad)
    return body + struct.pack("<I", crc(source, group, port, body, 0))


def send(group, local, count, size, qpn):
    f = family(group)
    s = socket.socket(f, socket.SOCK_DGRAM)
    if f == socket.AF_INET:
        s.setsockopt(socket.IPPROTO_IP, IP_MTU_DISCOVER, DO)
        s.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, packed(local))
        s.setsockopt(socket.SOL_SOCKET, SO_NO_CHECK, 1)
    else:
        s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, interface_index(local))
        s.setsockopt(socket.IPPROTO_UDP, UDP_NO_CHECK6_TX, 1)
    s.bind(socket.getaddrinfo(local, 0, f, socket.SOCK_DGRAM)[0][4])
    port = s.getsockname()[1]
    for i in range(count):
        payload = bytes(i + k & 255 for k in range(size))
        s.sendto(build(local, group, port, qpn, i, payload), (group, PORT))


def interface_index(local):
    """The interface of an IPv6 address, as the kernel lists it."""
    if "%" in local:
        return socket.if_nametoindex(local.split("%")[1])
    for line in open("/proc/net/if_inet6"):
        if bytes.fromhex(line.split()[0]) == packed(local):
            return int(line.split()[1], 16)
    raise SystemExit("no interface has " + local)


def receive(group, local, count, seconds):
    f = family(group)
    s = socket.socket(f, socket.SOCK_DGRAM)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    s.bind((group, PORT))
    if f == socket.AF_INET:
        s.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, packed(group) + packed(local))
    else:
        request = packed(group) + struct.pack("@I", interface_index(local))
        s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, request)
        s.setsockopt(socket.IPPROTO_UDP, UDP_NO_CHECK6_RX, 1)
    print("ready", flush=True)
    got, end = 0, time.monotonic() + seconds
    while got < count:
        s.settimeout(max(0.001, end - time.monotonic()))
        try:
            packet, peer = s.recvfrom(65536)
        except TimeoutError:
            break
        report(packet, peer[0].split("%")[0], peer[1], group)
        got += 1
    print("got", got, flush=True)


def report(packet, source, port, group):
    opcode, flags, pkey, dest, psn = struct.unpack(">BBHII", packet[:12])
    qkey, qpn, immediate = struct.unpack(">III", packet[12:24])
    pad = flags >> 4
    payload, padding = packet[24:len(packet) - 4 - pad], packet[len(packet) - 4 - pad:-4]
    ident = identification(source, group, port, packet)
    wrong = (opcode, flags & 0xCF, pkey, dest, qkey, ident is None, any(padding)) != (
        0x65, 0, 0xFFFF, 0xFFFFFF, 0x01234567, False, False)
    print("WRONG" if wrong else "", source, port, qpn, psn, immediate, ident, payload.hex() or "-")


def sniff(interface, count, seconds):
    s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    s.bind((interface, 0))
    print("ready", flush=True)
    got, end = 0, time.monotonic() + seconds
    while got < count and time.monotonic() < end:
        s.settimeout(max(0.001, end - time.monotonic()))
        try:
            frame, sender = s.recvfrom(65536)
        except TimeoutError:
            break
        if sender[2] == socket.PACKET_OUTGOING and interface == "lo":
            continue  # there each frame is seen going out and coming in
        at = 14 + (20 if frame[12:14] == b"\x08\x00" else 40)
        if frame[at + 2:at + 4] == struct.pack(">H", PORT):
            print(frame.hex(), flush=True)
            got += 1
    print("got", got, flush=True)


if __name__ == "__main__":
    a = sys.argv
    if a[1] == "send":
        send(a[2], a[3], int(a[4]), int(a[5]), int(a[6], 0))
    elif a[1] == "recv":
        receive(a[2], a[3], int(a[4]), float(a[5]))
    else:
        sniff(a[2], int(a[3]), float(a[4]))
