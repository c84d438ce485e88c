package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import io.github.mckey.standin.ProcessRun;
import io.github.mckey.standin.StandInBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stock mckey and ours on one fabric: every message of the one reaches the other. */
class ExchangeTest {
  private static final String OURS = "0x100";
  private static final String STOCK = "0x200";

  private final ProcessRun stock =
      ProcessRun.stock(StandInBuild.folder().resolveSibling("differential"));

  @TempDir private Path fabric;

  @ParameterizedTest
  @CsvSource({
    "roce, 1, 1, 1",
    "roce, 10, 100, 1",
    "roce, 1000, 1024, 1",
    "roce, 20, 23, 3",
    "ib, 1, 4, 2",
    "ib, 300, 5, 2"
  })
  void stockToOurs(String kind, int messages, int size, int connections) throws IOException {
    List<String> options = options(messages, size, connections);
    OurMckey.Running receiver = OurMckey.start(config(kind, OURS), options);
    waitFor(receiver::stdout);
    Outcome sent = stock.run(config(kind, STOCK), Differential.DEADLINE, sender(messages, size));
    Outcome received = receiver.await(Differential.DEADLINE);
    assertThat(sent.status()).isZero();
    assertReceived(received, messages * connections, size, STOCK);
    assertThat(received.report().complaints()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "roce, 1, 1, 1",
    "roce, 10, 100, 1",
    "roce, 1000, 1024, 1",
    "roce, 20, 23, 3",
    "ib, 1, 4, 2",
    "ib, 300, 5, 2"
  })
  void oursToStock(String kind, int messages, int size, int connections) throws IOException {
    ProcessRun.Running receiver =
        stock.start(config(kind, STOCK), options(messages, size, connections));
    waitFor(receiver::stdout);
    Outcome sent = OurMckey.run(config(kind, OURS), Differential.DEADLINE, sender(messages, size));
    Outcome received = receiver.await(Differential.DEADLINE);
    assertThat(sent.status()).isZero();
    assertThat(sent.report().complaints()).isEmpty();
    assertReceived(received, messages * connections, size, OURS);
  }

  private static void assertReceived(Outcome received, int messages, int size, String from) {
    assertThat(received.status()).isZero();
    List<String> completions = new ArrayList<>(received.report().log());
    completions.removeIf(line -> !line.startsWith("wc "));
    assertThat(completions)
        .hasSize(messages)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains(" recv SUCCESS len=" + (size + 40))
                    .contains(" imm=" + from + " src_qp=" + from));
  }

  private String config(String kind, String firstQp) throws IOException {
    return "fabric=" + kind + ";dir=" + fabric.toRealPath() + ";qpn=" + firstQp;
  }

  private static List<String> sender(int messages, int size) {
    List<String> options = options(messages, size, 1);
    options.add("-s");
    return options;
  }

  private static List<String> options(int messages, int size, int connections) {
    return new ArrayList<>(
        List.of("-m239.1.1.1", "-b10.7.0.1", "-C" + messages, "-S" + size, "-c" + connections));
  }

  /** A receiver that says so has joined, and has its receives posted. */
  private static void waitFor(Supplier<String> stdout) {
    Patience.until(() -> stdout.get().contains("receiving data transfers\n"));
  }
}
