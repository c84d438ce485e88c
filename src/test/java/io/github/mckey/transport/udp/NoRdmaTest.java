package io.github.mckey.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over UDP nothing of RDMA is even looked for: its bindings would load the libraries. */
@Timeout(120)
class NoRdmaTest {
  @Test
  void rdmaBindingsAndVerbsTransportStayUnloaded(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("classes.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.mckey.Main",
                "--transport",
                "udp",
                "-m",
                "239.1.3.2",
                "-b",
                "127.0.0.1",
                "-C",
                "0")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();

    String loaded = Files.readString(log);
    assertThat(loaded).contains("io.github.mckey.bindings.libc.", "io.github.mckey.transport.udp.");
    assertThat(loaded)
        .doesNotContain("io.github.mckey.bindings.rdma.", "io.github.mckey.transport.verbs.");
  }
}
