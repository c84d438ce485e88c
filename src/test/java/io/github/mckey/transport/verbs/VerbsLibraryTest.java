package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.mckey.bindings.rdma.Rdma;
import io.github.mckey.bindings.rdma.ibv_context;
import io.github.mckey.bindings.rdma.ibv_context_ops;
import io.github.mckey.posix.NativeFunction;
import io.github.mckey.posix.SignatureCheck;
import io.github.mckey.standin.StandIns;
import io.github.mckey.transport.Step;
import io.github.mckey.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VerbsLibraryTest {
  @BeforeAll
  static void load() {
    StandIns.load();
  }

  static List<NativeFunction> functions() throws TransportException, IllegalAccessException {
    StandIns.load();
    VerbsLibrary library = VerbsLibrary.load();
    List<NativeFunction> functions = new ArrayList<>();
    for (Field field : VerbsLibrary.class.getDeclaredFields()) {
      if (field.getType() == NativeFunction.class) {
        functions.add((NativeFunction) field.get(library));
      }
    }
    return functions;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void signatureIsTheHeaders(NativeFunction function) throws ReflectiveOperationException {
    FunctionDescriptor header =
        (FunctionDescriptor) Rdma.class.getMethod(function.name() + "$descriptor").invoke(null);
    SignatureCheck.assertMatches(function, header);
  }

  @Test
  void inlineFunctionsAreTheDevicesOwn() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = ibv_context.allocate(arena);
      MemorySegment table = ibv_context.ops(context);
      ibv_context_ops.poll_cq(table, MemorySegment.ofAddress(0x1000));
      ibv_context_ops.req_notify_cq(table, MemorySegment.ofAddress(0x2000));
      ibv_context_ops.post_send(table, MemorySegment.ofAddress(0x3000));
      ibv_context_ops.post_recv(table, MemorySegment.ofAddress(0x4000));

      DeviceOps ops = DeviceOps.of(context.address());

      SignatureCheck.assertMatches(ops.pollCq(), ibv_context_ops.poll_cq.descriptor());
      SignatureCheck.assertMatches(ops.reqNotifyCq(), ibv_context_ops.req_notify_cq.descriptor());
      SignatureCheck.assertMatches(ops.postSend(), ibv_context_ops.post_send.descriptor());
      SignatureCheck.assertMatches(ops.postRecv(), ibv_context_ops.post_recv.descriptor());
      assertThat(SignatureCheck.addressOf(ops.pollCq())).isEqualTo(0x1000);
      assertThat(SignatureCheck.addressOf(ops.reqNotifyCq())).isEqualTo(0x2000);
      assertThat(SignatureCheck.addressOf(ops.postSend())).isEqualTo(0x3000);
      assertThat(SignatureCheck.addressOf(ops.postRecv())).isEqualTo(0x4000);
    }
  }

  @Test
  void missingLibrariesAreNamedWithTheirPackages() {
    TransportException refusal =
        catchThrowableOfType(
            TransportException.class,
            () -> VerbsLibrary.load("libnotthere.so.1", "libibverbs.so.1"));
    assertThat(refusal.step()).isEqualTo(Step.LOAD_LIBRARIES);
    assertThat(refusal.code()).isEqualTo(-1);
    assertThat(refusal.detail())
        .startsWith("cannot load libnotthere.so.1; install ")
        .contains("librdmacm1", "libibverbs1", "ibverbs-providers", "RHEL", "--transport udp")
        .doesNotContain("\n");
  }

  @Test
  void aLibraryWithoutAFunctionIsTooOld() {
    TransportException refusal =
        catchThrowableOfType(
            TransportException.class,
            () -> VerbsLibrary.load("libibverbs.so.1", "libibverbs.so.1"));
    assertThat(refusal.detail())
        .startsWith("libibverbs.so.1 has no rdma_create_event_channel, it is too old; install ");
  }
}
