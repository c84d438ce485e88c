package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.bindings.libc.Libc;
import java.lang.foreign.FunctionDescriptor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LibcFunctionsTest {
  /** All but fcntl: jextract describes a variadic function only together with its arguments. */
  static List<NativeFunction> functions() throws IllegalAccessException {
    List<NativeFunction> functions = new ArrayList<>();
    for (Field field : LibcFunctions.class.getDeclaredFields()) {
      if (field.getType() == NativeFunction.class) {
        functions.add((NativeFunction) field.get(null));
      }
    }
    assertThat(functions.remove(LibcFunctions.FCNTL)).isTrue();
    return functions;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void signatureIsTheHeaders(NativeFunction function) throws ReflectiveOperationException {
    FunctionDescriptor header =
        (FunctionDescriptor) Libc.class.getMethod(function.name() + "$descriptor").invoke(null);
    SignatureCheck.assertMatches(function, header);
  }

  @Test
  void signatureOfFcntlIsTheHeaders() {
    FunctionDescriptor header = Libc.fcntl.makeInvoker(Libc.C_INT).descriptor();
    SignatureCheck.assertMatches(LibcFunctions.FCNTL, header);
  }
}
