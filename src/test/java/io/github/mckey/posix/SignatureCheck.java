package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;

/** Compares what was written by hand about a function with what jextract read from the header. */
public final class SignatureCheck {
  private SignatureCheck() {}

  /**
   * Fails unless the function takes as many arguments as the descriptor says, all of them integers
   * or addresses, and gives back what it says.
   */
  public static void assertMatches(NativeFunction function, FunctionDescriptor header) {
    assertThat(function.arguments())
        .as("arguments of %s", function)
        .isEqualTo(header.argumentLayouts().size())
        .isLessThanOrEqualTo(6);
    assertThat(header.argumentLayouts())
        .as("arguments of %s", function)
        .allMatch(SignatureCheck::isInteger);
    ResultKind result = header.returnLayout().map(SignatureCheck::kind).orElse(ResultKind.NOTHING);
    assertThat(function.result()).as("result of %s", function).isEqualTo(result);
  }

  /** Returns where a function is. */
  public static long addressOf(NativeFunction function) {
    return function.address().address();
  }

  private static ResultKind kind(MemoryLayout layout) {
    assertThat(isInteger(layout)).as("%s", layout).isTrue();
    return layout instanceof ValueLayout.OfInt ? ResultKind.INT : ResultKind.LONG;
  }

  private static boolean isInteger(MemoryLayout layout) {
    return layout instanceof AddressLayout
        || layout instanceof ValueLayout.OfByte
        || layout instanceof ValueLayout.OfShort
        || layout instanceof ValueLayout.OfInt
        || layout instanceof ValueLayout.OfLong;
  }
}
