package io.github.mckey.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The C library's inet_ntop(3) and inet_pton(3) for AF_INET6. */
final class InetText {
  private static final int AF_INET6 = 10;
  private static final int INET6_ADDRSTRLEN = 46;
  private static final ValueLayout.OfLong NETWORK_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MethodHandle inetNtop;
  private final MethodHandle inetPton;
  private final MemorySegment address;
  private final MemorySegment text;

  InetText(Arena arena) {
    inetNtop =
        link(
            "inet_ntop",
            FunctionDescriptor.of(
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    inetPton =
        link(
            "inet_pton",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
    address = arena.allocate(16);
    text = arena.allocate(256);
  }

  private static MethodHandle link(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }

  String ntop(Gid gid) {
    address.set(NETWORK_LONG, 0, gid.high());
    address.set(NETWORK_LONG, 8, gid.low());
    try {
      MemorySegment result =
          (MemorySegment) inetNtop.invokeExact(AF_INET6, address, text, INET6_ADDRSTRLEN);
      if (result.address() != text.address()) {
        throw new AssertionError("inet_ntop failed");
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    return text.getString(0);
  }

  @Nullable Gid pton(String presentation) {
    text.setString(0, presentation, StandardCharsets.UTF_8);
    try {
      if ((int) inetPton.invokeExact(AF_INET6, text, address) != 1) {
        return null;
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    return new Gid(address.get(NETWORK_LONG, 0), address.get(NETWORK_LONG, 8));
  }
}
