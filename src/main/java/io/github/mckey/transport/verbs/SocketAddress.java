package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.transport.NetworkAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Lays addresses out as {@code struct sockaddr_in}, {@code sockaddr_in6} and {@code sockaddr_ib}.
 */
final class SocketAddress {
  private SocketAddress() {}

  /**
   * Returns the address of a new {@code struct sockaddr}, 0 for null. It is as large as any of them
   * and zero where the family has no use for it.
   */
  static long of(@Nullable NetworkAddress address, Arena arena) {
    if (address == null) {
      return 0;
    }
    MemorySegment memory = arena.allocate(Offsets.SIZEOF_SOCKADDR_STORAGE, Long.BYTES);
    if (address instanceof NetworkAddress.Ipv4 ipv4) {
      family(memory, Offsets.SOCKADDR_IN_SIN_FAMILY, Libc.AF_INET());
      memory.set(Native.NET_INT, Offsets.SOCKADDR_IN_SIN_ADDR, ipv4.bits());
    } else if (address instanceof NetworkAddress.Ipv6 ipv6) {
      family(memory, Offsets.SOCKADDR_IN6_SIN6_FAMILY, Libc.AF_INET6());
      Native.gid(memory, Offsets.SOCKADDR_IN6_SIN6_ADDR, ipv6.gid());
      memory.set(ValueLayout.JAVA_INT, Offsets.SOCKADDR_IN6_SIN6_SCOPE_ID, ipv6.scopeId());
    } else if (address instanceof NetworkAddress.Ib ib) {
      family(memory, Offsets.SOCKADDR_IB_SIB_FAMILY, Rdma.AF_IB());
      Native.gid(memory, Offsets.SOCKADDR_IB_SIB_ADDR, ib.gid());
    }
    return memory.address();
  }

  private static void family(MemorySegment memory, long offset, int family) {
    memory.set(ValueLayout.JAVA_SHORT, offset, (short) family);
  }
}
