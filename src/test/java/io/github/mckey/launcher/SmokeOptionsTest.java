package io.github.mckey.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.launcher.Sandbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the smoke test makes of options and devices: with a mckey that only writes down its own. */
class SmokeOptionsTest {
  private static final String MCKEY =
      """
      #!/bin/sh
      case $1 in
        -V) exit ;;
        -s) side=sender starting='starting client' ;;
        *) side=receiver starting='starting server' ;;
      esac
      echo "$*" >"${0%/*}/$side"
      echo "mckey: $starting"
      echo 'mckey: joined dgid: x'
      while [ $side = receiver ] && [ ! -e "${0%/*}/sender" ]; do sleep 0.05; done
      """;

  /** Each interface of the tests has the address 192.0.2.N, with the N that ends its name. */
  private static final String IP =
      """
      #!/bin/sh
      while [ "$1" != dev ]; do shift; done
      echo "1: $2    inet 192.0.2.${2##*[a-z]}/24 scope global $2"
      """;

  /** Shows the folders sys and dev as the machine's RDMA devices, in a mount namespace. */
  private static final String WITH_DEVICES =
      """
      touch dev/null && mount --bind /dev/null dev/null && mount --rbind dev /dev &&
        mount -t tmpfs none /sys/class && mkdir /sys/class/infiniband &&
        mount --bind sys /sys/class/infiniband || exit 77
      exec "$@"
      """;

  @TempDir private Path folder;

  @BeforeEach
  void putPrograms() throws IOException {
    Path program = folder.resolve("bin/mckey-smoke");
    Sandbox.script(program, Files.readString(Path.of("bin/mckey-smoke")));
    Sandbox.script(folder.resolve("bin/mckey"), MCKEY);
    Sandbox.script(folder.resolve("tools/ip"), IP);
  }

  private Outcome smoke(List<String> around, String... options) throws Exception {
    List<String> command = new ArrayList<>(around);
    command.add(folder.resolve("bin/mckey-smoke").toString());
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PATH", folder.resolve("tools") + ":/usr/sbin:/usr/bin:/sbin:/bin");
    return Sandbox.run(builder);
  }

  private void passes(List<String> around, String transport, String... options) throws Exception {
    Outcome outcome = smoke(around, options);
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.stdout())
        .endsWith("smoke: passed: every message arrived, over " + transport + "\n");
  }

  private String given(String side) throws IOException {
    return Files.readString(folder.resolve("bin").resolve(side)).strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rate=5", "--rate 5", "--r=5", "--ra 5"})
  void theRateIsTheSendersHoweverItIsWritten(String rate) throws Exception {
    List<String> options =
        new ArrayList<>(List.of("-b", "127.0.0.1", "--transport=udp", "-m", "g"));
    options.addAll(List.of(rate.split(" ")));
    passes(List.of(), "udp", options.toArray(String[]::new));
    assertThat(given("receiver")).isEqualTo("-b 127.0.0.1 --transport=udp -m g");
    assertThat(given("sender")).isEqualTo("-s --rate=5 -b 127.0.0.1 --transport=udp -m g");
  }

  @ParameterizedTest
  @CsvSource({
    "--a=1, leave --allow-loss away",
    "--j=file, leave the file of --json away",
    "--c, leave --check away",
    "--rate, --rate takes a number",
    "--rate=, --rate takes a number",
  })
  void refusesOptionsHoweverTheyAreCut(String option, String why) throws Exception {
    Outcome outcome = smoke(List.of(), "-C", "5", option);
    assertThat(outcome.stdout()).isEmpty();
    assertThat(outcome.stderr()).startsWith("smoke: FAILED: " + why);
    assertThat(outcome.status()).isEqualTo(1);
  }

  /** Sockets use no device, so whoever names one is not tested over them. */
  @ParameterizedTest
  @ValueSource(strings = {"--device=rxe0", "--de=rxe0"})
  void aNamedDeviceIsTestedOrNothing(String device) throws Exception {
    passes(List.of(), "verbs", "-m", "g", device);
    assertThat(given("receiver")).isEqualTo("-m g " + device);
  }

  private void port(String device, int number, String state, String layer) throws IOException {
    Path port = folder.resolve("sys/" + device + "/ports/" + number);
    Sandbox.write(port.resolve("state"), state + "\n");
    Sandbox.write(port.resolve("link_layer"), layer + "\n");
  }

  private void netdev(String device, String name, int port) throws IOException {
    Path file = folder.resolve("sys/" + device + "/device/net/" + name + "/dev_port");
    Sandbox.write(file, port + "\n");
  }

  private List<String> withDevices() throws Exception {
    for (String node : List.of("rdma_cm", "uverbs0")) {
      Sandbox.write(folder.resolve("dev/infiniband/" + node), "");
    }
    List<String> around = List.of("unshare", "-m", "sh", "-c", WITH_DEVICES, "sh");
    List<String> trial = new ArrayList<>(around);
    trial.addAll(List.of("ls", "/sys/class/infiniband"));
    Outcome outcome = Sandbox.run(new ProcessBuilder(trial).directory(folder.toFile()));
    Assumptions.assumeTrue(outcome.status() == 0, "no mount namespaces: " + outcome.stderr());
    return around;
  }

  /** Beside a device in hardware lie interfaces that do not lead to it. */
  @Test
  void onRoceTheGidTableNamesTheInterface() throws Exception {
    port("mlx5_0", 1, "4: ACTIVE", "Ethernet");
    netdev("mlx5_0", "beside7", 0);
    netdev("mlx5_0", "eth8", 0);
    Path names = folder.resolve("sys/mlx5_0/ports/1/gid_attrs/ndevs");
    Sandbox.write(names.resolve("0"), "eth8\n");
    Sandbox.write(names.resolve("1"), "eth8\n");
    passes(withDevices(), "verbs", "-m", "g");
    assertThat(given("receiver")).isEqualTo("-b 192.0.2.8 -m g");
  }

  @Test
  void onInfiniBandThePortsNumberChoosesTheInterface() throws Exception {
    port("mlx4_0", 1, "1: DOWN", "InfiniBand");
    port("mlx4_0", 2, "4: ACTIVE", "InfiniBand");
    netdev("mlx4_0", "ib1", 0);
    netdev("mlx4_0", "ib2", 1);
    passes(withDevices(), "verbs", "-m", "g");
    assertThat(given("receiver")).isEqualTo("-b 192.0.2.2 -m g");
  }

  @Test
  void anActivePortWithoutInterfaceLeavesSockets() throws Exception {
    port("mlx5_0", 1, "4: ACTIVE", "Ethernet");
    netdev("mlx5_0", "beside7", 0);
    passes(withDevices(), "udp", "-m", "g");
    assertThat(given("receiver")).isEqualTo("-b 127.0.0.1 --transport udp -m g");
  }
}
