package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.transport.AddressResolver;
import io.github.mckey.transport.Gid;
import io.github.mckey.transport.NetworkAddress;
import io.github.mckey.transport.ResolutionException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Looks names up with the C library's getaddrinfo(3), as stock mckey does: Java's own look-up knows
 * neither {@code 0357.1.1.1} nor {@code 239.1}, and reports no EAI_* number. Belongs to one thread.
 */
public final class LibcResolver implements AddressResolver {
  private static final ValueLayout.OfInt INT_BE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG_BE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final NativeCalls calls = new NativeCalls();

  /** Creates a resolver. */
  public LibcResolver() {}

  /**
   * {@inheritDoc}
   *
   * @throws ResolutionException also where the first answer is neither IPv4 nor IPv6 (EAI_FAMILY)
   */
  @Override
  public NetworkAddress resolve(String name) throws ResolutionException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(ValueLayout.JAVA_LONG);
      int code =
          calls.callInt(
              LibcFunctions.GETADDRINFO, Memory.text(arena, name), 0, 0, answer.address());
      if (code != 0) {
        throw failure(code);
      }
      long first = Memory.pointer(answer, 0);
      try {
        return decode(Memory.at(first, Offsets.SIZEOF_ADDRINFO));
      } finally {
        calls.run(LibcFunctions.FREEADDRINFO, first);
      }
    }
  }

  private NetworkAddress decode(MemorySegment answer) throws ResolutionException {
    long address = Memory.pointer(answer, Offsets.ADDRINFO_AI_ADDR);
    int family = answer.get(ValueLayout.JAVA_INT, Offsets.ADDRINFO_AI_FAMILY);
    if (family == Libc.AF_INET()) {
      return new NetworkAddress.Ipv4(
          Memory.at(address, Offsets.SIZEOF_SOCKADDR_IN).get(INT_BE, Offsets.SOCKADDR_IN_SIN_ADDR));
    }
    if (family == Libc.AF_INET6()) {
      MemorySegment name = Memory.at(address, Offsets.SIZEOF_SOCKADDR_IN6);
      long high = name.get(LONG_BE, Offsets.SOCKADDR_IN6_SIN6_ADDR);
      long low = name.get(LONG_BE, Offsets.SOCKADDR_IN6_SIN6_ADDR + Long.BYTES);
      int scopeId = name.get(ValueLayout.JAVA_INT, Offsets.SOCKADDR_IN6_SIN6_SCOPE_ID);
      return new NetworkAddress.Ipv6(new Gid(high, low), scopeId);
    }
    throw failure(Libc.EAI_FAMILY());
  }

  private ResolutionException failure(int code) {
    return new ResolutionException(code, ErrorTexts.gaiStrerror(calls, code));
  }
}
