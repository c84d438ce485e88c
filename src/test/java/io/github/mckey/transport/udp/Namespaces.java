package io.github.mckey.transport.udp;

import io.github.mckey.posix.MissingLibraryException;
import io.github.mckey.posix.NativeCalls;
import io.github.mckey.posix.NativeFunction;
import io.github.mckey.posix.NativeLibrary;
import io.github.mckey.posix.ResultKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Network namespaces of a test's own, removed afterwards. The calling thread can enter one: sockets
 * that it opens then belong there, and stay there when it goes on (setns(2)).
 */
public final class Namespaces implements AutoCloseable {
  private static final int CLONE_NEWNET = 0x40000000;

  private final String prefix = "mckey" + ProcessHandle.current().pid() + "-";
  private final List<String> made = new ArrayList<>();
  private final NativeCalls calls = new NativeCalls();

  interface Body {
    void run() throws Exception;
  }

  public Namespaces(String... names) throws Exception {
    Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "network namespaces need root");
    Assumptions.assumeTrue(
        run("/bin/sh", "-c", "command -v ip >/dev/null") == 0, "needs ip(8), package iproute2");
    try {
      for (String name : names) {
        Assumptions.assumeTrue(
            run("ip", "netns", "add", prefix + name) == 0, "cannot make network namespaces");
        made.add(name);
        ip(name, "link set dev lo up");
      }
    } catch (Throwable thrown) {
      close();
      throw thrown;
    }
  }

  /** Returns the full name. */
  public String name(String namespace) {
    return prefix + namespace;
  }

  /** Runs ip(8) in a namespace. */
  public void ip(String namespace, String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip", "-n", name(namespace)));
    command.addAll(List.of(arguments.split(" ")));
    if (run(command.toArray(new String[0])) != 0) {
      throw new AssertionError(command);
    }
  }

  /** Connects two namespaces: the device of each is called as the other. */
  public void cable(String one, String other) throws IOException, InterruptedException {
    ip(one, "link add name " + other + " type veth peer name " + one + " netns " + name(other));
    ip(one, "link set dev " + other + " up");
    ip(other, "link set dev " + one + " up");
  }

  /** Gives a device an address, IPv6 at once without detecting duplicates. */
  public void address(String namespace, String device, String address) throws Exception {
    String flag = address.contains(":") ? " nodad" : "";
    ip(namespace, "addr add " + address + " dev " + device + flag);
  }

  /** Runs something with the calling thread in a namespace. */
  void in(String namespace, Body body) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      int before = open(arena, "/proc/thread-self/ns/net");
      int there = open(arena, "/run/netns/" + name(namespace));
      enter(there);
      try {
        body.run();
      } finally {
        enter(before);
        calls.callInt(function("close", 1), there);
        calls.callInt(function("close", 1), before);
      }
    }
  }

  private int open(Arena arena, String path) {
    int descriptor = calls.callInt(function("open", 2), arena.allocateFrom(path).address(), 0);
    if (descriptor < 0) {
      throw new AssertionError("open " + path + ": errno " + calls.errno());
    }
    return descriptor;
  }

  private void enter(int descriptor) {
    if (calls.callInt(function("setns", 2), descriptor, CLONE_NEWNET) != 0) {
      throw new AssertionError("setns: errno " + calls.errno());
    }
  }

  private static NativeFunction function(String name, int arguments) {
    try {
      return NativeLibrary.libc().function(name, ResultKind.INT, arguments);
    } catch (MissingLibraryException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns what a command in a namespace prints. */
  public String output(String namespace, String... command)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name(namespace)));
    all.addAll(List.of(command));
    Path file = Files.createTempFile("mckey", ".out");
    try {
      Process process =
          new ProcessBuilder(all)
              .redirectOutput(file.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (process.waitFor() != 0) {
        throw new AssertionError(all);
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } finally {
      Files.delete(file);
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Override
  public void close() throws IOException {
    try {
      for (String name : made) {
        run("ip", "netns", "del", name(name));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while deleting namespaces");
    }
    made.clear();
  }
}
