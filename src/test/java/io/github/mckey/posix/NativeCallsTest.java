package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.mckey.bindings.libc.Libc;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class NativeCallsTest {
  private final NativeCalls calls = new NativeCalls();

  @Test
  void keepsErrnoOfTheLastCall() {
    assertThat(calls.callInt(LibcFunctions.CLOSE, -1)).isEqualTo(-1);
    assertThat(calls.errno()).isEqualTo(Libc.EBADF());
    assertThat(calls.callInt(LibcFunctions.EVENTFD, 0, -1)).isEqualTo(-1);
    assertThat(calls.errno()).isEqualTo(Libc.EINVAL());
  }

  @Test
  void anIntResultIsNegativeWhereCsIs() {
    assertThat(calls.callInt(LibcFunctions.FCNTL, -1, Libc.F_GETFL(), 0)).isEqualTo(-1);
    assertThat(calls.callInt(LibcFunctions.PPOLL, 0, -1, 0, 0)).isEqualTo(-1);
    assertThat(calls.errno()).isEqualTo(Libc.EINVAL());
  }

  @Test
  void everyCallerHasAnErrnoOfItsOwn() throws InterruptedException, ExecutionException {
    calls.callInt(LibcFunctions.CLOSE, -1);
    FutureTask<Integer> other =
        new FutureTask<>(
            () -> {
              NativeCalls others = new NativeCalls();
              others.callInt(LibcFunctions.EVENTFD, 0, -1);
              return others.errno();
            });
    Thread.ofPlatform().start(other);
    assertThat(other.get()).isEqualTo(Libc.EINVAL());
    assertThat(calls.errno()).isEqualTo(Libc.EBADF());
  }

  @Test
  void missingLibraryIsNamed() {
    assertThatThrownBy(() -> NativeLibrary.open("libdoesnotexist.so.7"))
        .isInstanceOf(MissingLibraryException.class)
        .hasMessage("cannot load libdoesnotexist.so.7");
  }

  @Test
  void missingFunctionIsNamed() {
    assertThatThrownBy(() -> NativeLibrary.libc().function("no_such_call", ResultKind.INT, 0))
        .isInstanceOf(MissingLibraryException.class)
        .hasMessageContaining("no_such_call");
  }
}
