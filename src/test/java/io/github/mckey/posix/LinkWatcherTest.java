package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class LinkWatcherTest {
  /** RLIMIT_NOFILE (sys/resource.h). */
  private static final int OPEN_FILES = 7;

  private static final int LOOPBACK = 1;

  private final NativeCalls calls = new NativeCalls();

  @Test
  void anInterfaceIsThereOrNot() {
    try (LinkWatcher links = LinkWatcher.open(calls)) {
      assertThat(links.exists(LOOPBACK)).isTrue();
      assertThat(links.exists(Integer.MAX_VALUE)).isFalse();
    }
  }

  /** With no descriptor left the kernel cannot be asked, which is no news of the interface. */
  @Test
  void anInterfaceThatCannotBeAskedForIsNotLost() throws MissingLibraryException {
    try (LinkWatcher links = LinkWatcher.open(calls)) {
      // Loads what is needed, for which the JVM, too, needs descriptors.
      assertThat(links.exists(Integer.MAX_VALUE)).isFalse();
      assertThat(calls.callInt(LibcFunctions.EVENTFD, 0, -1)).isEqualTo(-1);
      assertThat(withoutDescriptors(links)).isTrue();
    }
  }

  private boolean withoutDescriptors(LinkWatcher links) throws MissingLibraryException {
    NativeFunction get = NativeLibrary.libc().function("getrlimit", ResultKind.INT, 2);
    NativeFunction set = NativeLibrary.libc().function("setrlimit", ResultKind.INT, 2);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limits = arena.allocate(ValueLayout.JAVA_LONG, 2);
      assertThat(calls.callInt(get, OPEN_FILES, limits.address())).isZero();
      long soft = limits.get(ValueLayout.JAVA_LONG, 0);
      limits.set(ValueLayout.JAVA_LONG, 0, 0);
      int lowered = calls.callInt(set, OPEN_FILES, limits.address());
      boolean exists;
      int another;
      try {
        exists = links.exists(LOOPBACK);
        another = calls.callInt(LibcFunctions.EVENTFD, 0, 0);
      } finally {
        limits.set(ValueLayout.JAVA_LONG, 0, soft);
        calls.callInt(set, OPEN_FILES, limits.address());
      }
      assertThat(lowered).isZero();
      assertThat(another).isEqualTo(-1);
      return exists;
    }
  }
}
