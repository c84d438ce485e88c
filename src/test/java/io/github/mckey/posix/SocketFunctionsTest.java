package io.github.mckey.posix;

import io.github.mckey.bindings.libc.Libc;
import java.lang.foreign.FunctionDescriptor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SocketFunctionsTest {
  static List<NativeFunction> functions() throws IllegalAccessException {
    List<NativeFunction> functions = new ArrayList<>();
    for (Field field : SocketFunctions.class.getDeclaredFields()) {
      if (field.getType() == NativeFunction.class) {
        functions.add((NativeFunction) field.get(null));
      }
    }
    return functions;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void signatureIsTheHeaders(NativeFunction function) throws ReflectiveOperationException {
    FunctionDescriptor header =
        (FunctionDescriptor) Libc.class.getMethod(function.name() + "$descriptor").invoke(null);
    SignatureCheck.assertMatches(function, header);
  }
}
