package io.github.mckey.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls C functions and keeps errno of the last call. An instance belongs to one thread at a time:
 * it owns the buffer that errno goes to.
 *
 * <p>The JVM takes about 7 ms to link a method handle of a new shape and next to nothing for a
 * known one. So all calls go through one shape, of six 64-bit integers, and what a function does
 * not take is passed as 0. In the calling conventions of 64-bit Linux integers and addresses travel
 * in registers (on s390x the sixth on the stack, which the caller clears), and a function does not
 * see what it does not take. One that takes an {@code int} reads the lower half of a register, or
 * where callers extend (ppc64le, s390x, riscv64) all of it; widening to {@code long} has extended
 * the sign as they would.
 */
public final class NativeCalls {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO = errnoOffset();

  private final MemorySegment state = Arena.ofAuto().allocate(STATE);

  /** Creates a caller with an errno of its own. */
  public NativeCalls() {}

  /** Linked when it is first used. */
  private static final class Handle {
    static final MethodHandle SIX =
        Linker.nativeLinker()
            .downcallHandle(
                FunctionDescriptor.of(WORD, WORD, WORD, WORD, WORD, WORD, WORD),
                Linker.Option.captureCallState("errno"));

    private Handle() {}
  }

  /** Not by a path: its class makes method handles, which take a start some milliseconds. */
  private static long errnoOffset() {
    long offset = 0;
    for (MemoryLayout member : STATE.memberLayouts()) {
      if (member.name().filter("errno"::equals).isPresent()) {
        return offset;
      }
      offset += member.byteSize();
    }
    throw new LinkageError("the JVM keeps no errno");
  }

  /** Returns errno as the last call left it; meaningful only where that call reports an error. */
  public int errno() {
    return state.get(ValueLayout.JAVA_INT, ERRNO);
  }

  /** Calls a function of {@code (a)} without result. */
  public void run(NativeFunction function, long a) {
    assert function.is(ResultKind.NOTHING, 1) : function;
    call(function, a, 0, 0, 0, 0, 0);
  }

  /** Calls a function of {@code (a, b)} without result. */
  public void run(NativeFunction function, long a, long b) {
    assert function.is(ResultKind.NOTHING, 2) : function;
    call(function, a, b, 0, 0, 0, 0);
  }

  /** Calls {@code int function(a)}. */
  public int callInt(NativeFunction function, long a) {
    assert function.is(ResultKind.INT, 1) : function;
    return (int) call(function, a, 0, 0, 0, 0, 0);
  }

  /** Calls {@code int function(a, b)}. */
  public int callInt(NativeFunction function, long a, long b) {
    assert function.is(ResultKind.INT, 2) : function;
    return (int) call(function, a, b, 0, 0, 0, 0);
  }

  /** Calls {@code int function(a, b, c)}. */
  public int callInt(NativeFunction function, long a, long b, long c) {
    assert function.is(ResultKind.INT, 3) : function;
    return (int) call(function, a, b, c, 0, 0, 0);
  }

  /** Calls {@code int function(a, b, c, d)}. */
  public int callInt(NativeFunction function, long a, long b, long c, long d) {
    assert function.is(ResultKind.INT, 4) : function;
    return (int) call(function, a, b, c, d, 0, 0);
  }

  /** Calls {@code int function(a, b, c, d, e)}. */
  public int callInt(NativeFunction function, long a, long b, long c, long d, long e) {
    assert function.is(ResultKind.INT, 5) : function;
    return (int) call(function, a, b, c, d, e, 0);
  }

  /** Calls a function without arguments that gives a long or an address. */
  public long callLong(NativeFunction function) {
    assert function.is(ResultKind.LONG, 0) : function;
    return call(function, 0, 0, 0, 0, 0, 0);
  }

  /** Calls a function of {@code (a)} that gives a long or an address. */
  public long callLong(NativeFunction function, long a) {
    assert function.is(ResultKind.LONG, 1) : function;
    return call(function, a, 0, 0, 0, 0, 0);
  }

  /** Calls a function of {@code (a, b)} that gives a long or an address. */
  public long callLong(NativeFunction function, long a, long b) {
    assert function.is(ResultKind.LONG, 2) : function;
    return call(function, a, b, 0, 0, 0, 0);
  }

  /** Calls a function of {@code (a, b, c)} that gives a long or an address. */
  public long callLong(NativeFunction function, long a, long b, long c) {
    assert function.is(ResultKind.LONG, 3) : function;
    return call(function, a, b, c, 0, 0, 0);
  }

  /** Calls a function of {@code (a, b, c, d)} that gives a long or an address. */
  public long callLong(NativeFunction function, long a, long b, long c, long d) {
    assert function.is(ResultKind.LONG, 4) : function;
    return call(function, a, b, c, d, 0, 0);
  }

  /** Calls a function of {@code (a, b, c, d, e)} that gives a long or an address. */
  public long callLong(NativeFunction function, long a, long b, long c, long d, long e) {
    assert function.is(ResultKind.LONG, 5) : function;
    return call(function, a, b, c, d, e, 0);
  }

  private long call(NativeFunction function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) Handle.SIX.invokeExact(function.address(), state, a, b, c, d, e, f);
    } catch (Throwable thrown) {
      throw unexpected(function, thrown);
    }
  }

  /** C functions throw nothing: what comes is the JVM's, out of memory for one. */
  private static AssertionError unexpected(NativeFunction function, Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return new AssertionError(function.name(), thrown);
  }
}
