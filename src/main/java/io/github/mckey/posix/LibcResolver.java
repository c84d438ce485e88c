package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import io.github.mckey.bindings.libc.addrinfo;
import io.github.mckey.bindings.libc.sockaddr_in;
import io.github.mckey.bindings.libc.sockaddr_in6;
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
      MemorySegment answer = arena.allocate(ValueLayout.ADDRESS);
      int code =
          calls.callInt(
              LibcFunctions.GETADDRINFO,
              arena.allocateFrom(name).address(),
              0,
              0,
              answer.address());
      if (code != 0) {
        throw failure(code);
      }
      long first = answer.get(ValueLayout.ADDRESS, 0).address();
      try {
        return decode(Memory.at(first, addrinfo.sizeof()));
      } finally {
        calls.run(LibcFunctions.FREEADDRINFO, first);
      }
    }
  }

  private NetworkAddress decode(MemorySegment answer) throws ResolutionException {
    MemorySegment address = addrinfo.ai_addr(answer);
    int family = addrinfo.ai_family(answer);
    if (family == Libc.AF_INET()) {
      return new NetworkAddress.Ipv4(sockaddr_in.sin_addr(address).get(INT_BE, 0));
    }
    if (family == Libc.AF_INET6()) {
      MemorySegment bytes = sockaddr_in6.sin6_addr(address);
      Gid gid = new Gid(bytes.get(LONG_BE, 0), bytes.get(LONG_BE, Long.BYTES));
      return new NetworkAddress.Ipv6(gid, sockaddr_in6.sin6_scope_id(address));
    }
    throw failure(Libc.EAI_FAMILY());
  }

  private ResolutionException failure(int code) {
    return new ResolutionException(code, ErrorTexts.gaiStrerror(calls, code));
  }
}
