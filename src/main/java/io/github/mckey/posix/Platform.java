package io.github.mckey.posix;

import org.jspecify.annotations.Nullable;

/** What the bindings are made for: elsewhere not even the structures are laid out so. */
public final class Platform {
  private Platform() {}

  /** Returns one line that says why mckey cannot run on this machine, or null where it can. */
  public static @Nullable String refusal() {
    return refusal(property("os.name"), property("os.arch"), property("sun.arch.data.model"));
  }

  static @Nullable String refusal(String system, String architecture, String bits) {
    return system.equals("Linux") && !bits.equals("32")
        ? null
        : "64-bit Linux is needed, and this is " + system + " on " + architecture;
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }
}
