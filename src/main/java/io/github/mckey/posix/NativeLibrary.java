package io.github.mckey.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;

/** A shared library that stays loaded until the process ends. */
public final class NativeLibrary {
  private final String name;
  private final SymbolLookup symbols;

  private NativeLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /**
   * Loads a library by its soname (dlopen(3)), so that {@code LD_LIBRARY_PATH} counts.
   *
   * @throws MissingLibraryException where it cannot be loaded
   */
  public static NativeLibrary open(String soname) throws MissingLibraryException {
    try {
      return new NativeLibrary(soname, SymbolLookup.libraryLookup(soname, Arena.global()));
    } catch (IllegalArgumentException _) {
      throw new MissingLibraryException("cannot load " + soname);
    }
  }

  /** Returns the C library, which every JVM has loaded. */
  public static NativeLibrary libc() {
    return new NativeLibrary("libc", Linker.nativeLinker().defaultLookup());
  }

  /**
   * Looks a function up (dlsym(3)).
   *
   * @param function its C name
   * @param result what it gives back
   * @param arguments how many arguments it takes, 0…6
   * @throws MissingLibraryException where this version of the library lacks it
   */
  public NativeFunction function(String function, ResultKind result, int arguments)
      throws MissingLibraryException {
    Optional<MemorySegment> address = symbols.find(function);
    if (address.isEmpty()) {
      throw new MissingLibraryException(name + " has no " + function + ", it is too old");
    }
    return new NativeFunction(function, result, arguments, address.get());
  }
}
