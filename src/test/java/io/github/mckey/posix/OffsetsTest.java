package io.github.mckey.posix;

import io.github.mckey.bindings.OffsetCheck;
import org.junit.jupiter.api.Test;

/** The sizes and offsets that were written by hand are those of the headers. */
class OffsetsTest {
  @Test
  void areTheGeneratedOnes() throws ReflectiveOperationException {
    OffsetCheck.assertMatches(Offsets.class, "libc");
  }
}
