package io.github.mckey.standin;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * The stand-ins in this JVM. Loaded by path before anybody asks for the sonames {@code
 * librdmacm.so.1} and {@code libibverbs.so.1}, they are what dlopen(3) finds from then on. Their
 * state is the process's: one test at a time.
 */
public final class StandIns {
  private static final String RESET = "mckey_standin_reset";

  private final MethodHandle reset;
  private final MethodHandle report;

  private StandIns(SymbolLookup library) {
    Linker linker = Linker.nativeLinker();
    reset =
        linker.downcallHandle(
            library.findOrThrow(RESET),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    report =
        linker.downcallHandle(
            library.findOrThrow("mckey_standin_report"),
            FunctionDescriptor.of(ValueLayout.ADDRESS));
  }

  /** The loaded libraries. */
  private static final class Once {
    static final StandIns INSTANCE = open(StandInBuild.folder());
  }

  /** Returns the stand-ins, built and loaded when they are first asked for. */
  public static StandIns load() {
    return Once.INSTANCE;
  }

  private static StandIns open(Path folder) {
    Arena forever = Arena.global();
    SymbolLookup.libraryLookup(folder.resolve("libibverbs.so.1"), forever);
    SymbolLookup.libraryLookup(folder.resolve("librdmacm.so.1"), forever);
    SymbolLookup found = SymbolLookup.libraryLookup("libibverbs.so.1", forever);
    if (found.find(RESET).isEmpty()) {
      throw new AssertionError(
          "this JVM has loaded the real libibverbs before the stand-ins: run this test in another");
    }
    return new StandIns(found);
  }

  /**
   * Starts afresh: all pointers handed out before are void, all counts are 0.
   *
   * @param config items {@code key=value} parted by {@code ;}
   * @throws IllegalArgumentException for an item that the stand-ins do not know
   */
  public void reset(String config) {
    int result;
    try (Arena arena = Arena.ofConfined()) {
      result = (int) reset.invokeExact(arena.allocateFrom(config));
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
    if (result != 0) {
      throw new IllegalArgumentException(report().text());
    }
  }

  /** Returns what was called, made and left since the last reset. */
  public Report report() {
    try {
      MemorySegment text = (MemorySegment) report.invokeExact();
      return Report.parse(text.reinterpret(Long.MAX_VALUE).getString(0));
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }
}
