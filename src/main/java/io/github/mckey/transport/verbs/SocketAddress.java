package io.github.mckey.transport.verbs;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.bindings.rdma.sockaddr_ib;
import io.github.mckey.bindings.rdma.sockaddr_in;
import io.github.mckey.bindings.rdma.sockaddr_in6;
import io.github.mckey.bindings.rdma.sockaddr_storage;
import io.github.mckey.transport.NetworkAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
    MemorySegment memory = arena.allocate(sockaddr_storage.layout());
    if (address instanceof NetworkAddress.Ipv4 ipv4) {
      sockaddr_in.sin_family(memory, (short) Libc.AF_INET());
      sockaddr_in.sin_addr(memory).set(Native.NET_INT, 0, ipv4.bits());
    } else if (address instanceof NetworkAddress.Ipv6 ipv6) {
      sockaddr_in6.sin6_family(memory, (short) Libc.AF_INET6());
      Native.gid(sockaddr_in6.sin6_addr(memory), ipv6.gid());
      sockaddr_in6.sin6_scope_id(memory, ipv6.scopeId());
    } else if (address instanceof NetworkAddress.Ib ib) {
      sockaddr_ib.sib_family(memory, (short) Rdma.AF_IB());
      Native.gid(sockaddr_ib.sib_addr(memory), ib.gid());
    }
    return memory.address();
  }
}
