package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders that a rate or a time bounds, which stock mckey knows nothing of. */
class BoundedSenderTest {
  private static final List<String> SENDER = List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-s");

  /** When time ends the sending, the device has yet to say that it took the last messages. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rate 20 --duration 1",
        "--rate 3000 --duration 1 -c 3",
        "--duration 1",
        "-C 5 --rate 100",
        "-C 100 --rate 1000 --duration 60",
      })
  void endsWhenTheDeviceHasTakenEverything(String bounds) {
    List<String> arguments = new ArrayList<>(SENDER);
    arguments.addAll(List.of(bounds.split(" ")));
    Outcome ours = OurMckey.run("log=off", Differential.DEADLINE, arguments);
    assertThat(ours.hung()).isFalse();
    assertThat(ours.status()).isZero();
    assertThat(ours.stdout())
        .endsWith(
            "initiating data transfers\ndata transfers complete\ntest complete\n"
                + "return status 0\n");
    assertThat(ours.report().complaints()).isEmpty();
  }
}
