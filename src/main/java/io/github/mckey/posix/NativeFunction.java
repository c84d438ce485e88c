package io.github.mckey.posix;

import java.lang.foreign.MemorySegment;

/**
 * A C function whose arguments are integers and addresses, six at most.
 *
 * <p>The number of arguments and the kind of result are written by hand where a function is named;
 * tests compare each with the signature that jextract read from the header.
 */
public final class NativeFunction {
  private final String name;
  private final ResultKind result;
  private final int arguments;
  private final MemorySegment address;

  NativeFunction(String name, ResultKind result, int arguments, MemorySegment address) {
    this.name = name;
    this.result = result;
    this.arguments = arguments;
    this.address = address;
  }

  /**
   * Wraps a function pointer that was read from a structure.
   *
   * @param name the C name, for messages
   * @param address where the function is, not 0
   */
  public static NativeFunction at(String name, ResultKind result, int arguments, long address) {
    return new NativeFunction(name, result, arguments, MemorySegment.ofAddress(address));
  }

  /** Returns the C name. */
  public String name() {
    return name;
  }

  /** Returns what the function gives back. */
  public ResultKind result() {
    return result;
  }

  /** Returns how many arguments it takes, 0…6. */
  public int arguments() {
    return arguments;
  }

  MemorySegment address() {
    return address;
  }

  boolean is(ResultKind wantedResult, int wantedArguments) {
    return result == wantedResult && arguments == wantedArguments;
  }

  @Override
  public String toString() {
    return name;
  }
}
