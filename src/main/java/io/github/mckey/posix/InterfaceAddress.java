package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.Gid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * An IP address of an interface (getifaddrs(3)).
 *
 * @param name the interface's name
 * @param index its index
 * @param flags its IFF_* flags (netdevice(7))
 * @param address the address, IPv4 as mapped
 * @param mask the netmask in the same form, IPv4 with ones before it
 */
public record InterfaceAddress(String name, int index, int flags, Gid address, Gid mask) {
  /** Returns whether the interface reaches this host only. */
  public boolean isLoopback() {
    return (flags & Libc.IFF_LOOPBACK()) != 0;
  }

  /** Returns whether the interface is up. */
  public boolean isUp() {
    return (flags & Libc.IFF_UP()) != 0;
  }

  /** Returns whether another address lies in this one's network. */
  public boolean covers(Gid other) {
    return ((other.high() ^ address.high()) & mask.high()) == 0
        && ((other.low() ^ address.low()) & mask.low()) == 0;
  }

  /** Lists the IP addresses of all interfaces; empty where the kernel does not tell. */
  public static List<InterfaceAddress> list(NativeCalls calls) {
    List<InterfaceAddress> found = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment head = arena.allocate(ValueLayout.JAVA_LONG);
      if (calls.callInt(SocketFunctions.GETIFADDRS, head.address()) != 0) {
        return found;
      }
      long first = Memory.pointer(head, 0);
      try {
        for (long at = first; at != 0; ) {
          MemorySegment entry = Memory.at(at, Offsets.SIZEOF_IFADDRS);
          add(found, calls, entry);
          at = Memory.pointer(entry, Offsets.IFADDRS_IFA_NEXT);
        }
      } finally {
        calls.run(SocketFunctions.FREEIFADDRS, first);
      }
    }
    return found;
  }

  private static void add(List<InterfaceAddress> found, NativeCalls calls, MemorySegment entry) {
    long at = Memory.pointer(entry, Offsets.IFADDRS_IFA_ADDR);
    if (at == 0) {
      return;
    }
    MemorySegment address = Memory.at(at, SocketAddresses.SIZE);
    if (!SocketAddresses.isIp(address, 0)) {
      return;
    }
    long mask = Memory.pointer(entry, Offsets.IFADDRS_IFA_NETMASK);
    long name = Memory.pointer(entry, Offsets.IFADDRS_IFA_NAME);
    found.add(
        new InterfaceAddress(
            Memory.text(name),
            calls.callInt(SocketFunctions.IF_NAMETOINDEX, name),
            entry.get(ValueLayout.JAVA_INT, Offsets.IFADDRS_IFA_FLAGS),
            new Gid(SocketAddresses.high(address, 0), SocketAddresses.low(address, 0)),
            mask == 0 ? new Gid(-1, -1) : maskOf(address, Memory.at(mask, SocketAddresses.SIZE))));
  }

  private static Gid maskOf(MemorySegment address, MemorySegment mask) {
    long low = SocketAddresses.low(mask, 0);
    return SocketAddresses.high(address, 0) == 0 && low >>> 32 == 0xFFFF
        ? new Gid(-1, low | -1L << 32)
        : new Gid(SocketAddresses.high(mask, 0), low);
  }
}
