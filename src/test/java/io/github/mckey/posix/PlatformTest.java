package io.github.mckey.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other systems than 64-bit Linux are refused by one line, whatever the transport. */
class PlatformTest {
  @ParameterizedTest
  @CsvSource({"Windows 11, amd64, 64", "Mac OS X, aarch64, 64", "Linux, arm, 32"})
  void otherSystemsAreRefused(String system, String architecture, String bits) {
    assertThat(Platform.refusal(system, architecture, bits))
        .isEqualTo("64-bit Linux is needed, and this is " + system + " on " + architecture);
  }

  @ParameterizedTest
  @CsvSource({"riscv64, 64", "amd64, unknown"})
  void linuxIsAccepted(String architecture, String bits) {
    assertThat(Platform.refusal("Linux", architecture, bits)).isNull();
  }

  @Test
  void thisMachineIsAccepted() {
    assertThat(Platform.refusal()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"verbs", "udp"})
  void aRunElsewhereIsOneLine(String transport) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dos.name=Plan 9"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.github.mckey.Main"));
    command.addAll(List.of("--transport", transport, "-m", "239.1.1.1", "-b", "127.0.0.1"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isEqualTo(1);
    assertThat(output)
        .isEqualTo(
            "mckey: 64-bit Linux is needed, and this is Plan 9 on "
                + System.getProperty("os.arch")
                + "\n");
  }
}
