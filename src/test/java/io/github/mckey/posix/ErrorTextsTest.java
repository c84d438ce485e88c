package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.bindings.libc.Libc;
import org.junit.jupiter.api.Test;

class ErrorTextsTest {
  private final NativeCalls calls = new NativeCalls();

  @Test
  void strerrorIsEnglish() {
    assertThat(ErrorTexts.strerror(calls, Libc.ENODEV())).isEqualTo("No such device");
    assertThat(ErrorTexts.strerror(calls, 524)).isEqualTo("Unknown error 524");
  }

  @Test
  void gaiStrerrorIsEnglish() {
    assertThat(ErrorTexts.gaiStrerror(calls, Libc.EAI_NONAME()))
        .isEqualTo("Name or service not known");
  }

  @Test
  void theThreadsLocaleIsPutBack() {
    long before = calls.callLong(LibcFunctions.USELOCALE, 0);
    ErrorTexts.strerror(calls, 1);
    assertThat(calls.callLong(LibcFunctions.USELOCALE, 0)).isEqualTo(before);
  }
}
