package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.libc.ifaddrs;
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
      MemorySegment head = arena.allocate(ValueLayout.ADDRESS);
      if (calls.callInt(SocketFunctions.GETIFADDRS, head.address()) != 0) {
        return found;
      }
      long first = head.get(ValueLayout.ADDRESS, 0).address();
      try {
        for (long at = first; at != 0; ) {
          MemorySegment entry = Memory.at(at, ifaddrs.sizeof());
          add(found, calls, entry);
          at = ifaddrs.ifa_next(entry).address();
        }
      } finally {
        calls.run(SocketFunctions.FREEIFADDRS, first);
      }
    }
    return found;
  }

  private static void add(List<InterfaceAddress> found, NativeCalls calls, MemorySegment entry) {
    MemorySegment address = ifaddrs.ifa_addr(entry);
    if (address.address() == 0 || !SocketAddresses.isIp(address, 0)) {
      return;
    }
    MemorySegment mask = ifaddrs.ifa_netmask(entry);
    MemorySegment name = ifaddrs.ifa_name(entry);
    found.add(
        new InterfaceAddress(
            Memory.text(name.address()),
            calls.callInt(SocketFunctions.IF_NAMETOINDEX, name.address()),
            ifaddrs.ifa_flags(entry),
            new Gid(SocketAddresses.high(address, 0), SocketAddresses.low(address, 0)),
            mask.address() == 0 ? new Gid(-1, -1) : maskOf(address, mask)));
  }

  private static Gid maskOf(MemorySegment address, MemorySegment mask) {
    long low = SocketAddresses.low(mask, 0);
    return SocketAddresses.high(address, 0) == 0 && low >>> 32 == 0xFFFF
        ? new Gid(-1, low | -1L << 32)
        : new Gid(SocketAddresses.high(mask, 0), low);
  }
}
