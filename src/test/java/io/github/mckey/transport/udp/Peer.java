package io.github.mckey.transport.udp;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The peer in Python, run as a process of its own. */
final class Peer implements AutoCloseable {
  private static final Path SCRIPT = Path.of("src/test/python/roce_peer.py");

  private final Process process;
  private final BufferedReader output;

  private Peer(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = process.inputReader(StandardCharsets.US_ASCII);
  }

  /** Starts the peer; the test is skipped where there is no Python. */
  static Peer start(String... arguments) throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/python3")), "needs /usr/bin/python3");
    List<String> command = new ArrayList<>(List.of("/usr/bin/python3", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    return new Peer(command);
  }

  /** Starts the peer in a namespace. */
  static Peer startIn(Namespaces namespaces, String namespace, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "ip",
                "netns",
                "exec",
                namespaces.name(namespace),
                "/usr/bin/python3",
                SCRIPT.toString()));
    command.addAll(List.of(arguments));
    return new Peer(command);
  }

  /** Waits until a receiver has joined. */
  void awaitReady() throws IOException {
    String line = output.readLine();
    if (!"ready".equals(line)) {
      throw new AssertionError("peer said " + line);
    }
  }

  /** Returns the rest of the output, when the peer has ended. */
  List<String> lines() throws IOException, InterruptedException {
    List<String> lines = output.lines().toList();
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError("peer ended with " + status);
    }
    return lines;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
