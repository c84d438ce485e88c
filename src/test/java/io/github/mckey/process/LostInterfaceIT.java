package io.github.mckey.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.transport.udp.Namespaces;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interface goes away under a run over sockets, as an RDMA device may. */
@Timeout(300)
class LostInterfaceIT {
  @ParameterizedTest
  @ValueSource(strings = {"-b 10.7.0.1", "-b 10.7.0.1 -c 2", "-b 10.7.0.1 -s -o --settle 1000"})
  void endsTheRunAsALostDeviceDoes(String arguments) throws Exception {
    try (Namespaces hosts = new Namespaces("a", "b", "c")) {
      hosts.cable("a", "b");
      hosts.cable("a", "c");
      hosts.address("a", "b", "10.7.0.1/24");
      try (MckeyProcess mckey =
          MckeyProcess.start(
              List.of("ip", "netns", "exec", hosts.name("a")),
              Map.of(),
              "--transport udp -m 239.1.1.8 " + arguments)) {
        mckey.awaitStdout("joined dgid");
        // Another interface that goes is no matter.
        hosts.ip("a", "link del dev c");
        hosts.ip("a", "link del dev b");
        assertThat(mckey.exitStatus()).isEqualTo(255);
        assertThat(mckey.stdout()).endsWith("test complete\nreturn status -1\n");
        assertThat(mckey.stderr()).isEqualTo("mckey: the device was removed\n");
      }
    }
  }
}
