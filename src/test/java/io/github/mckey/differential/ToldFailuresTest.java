package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What ours says of failures that stock does not have, or not so (D17). */
class ToldFailuresTest {
  private static final List<String> SENDER = List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-s");

  @Test
  void whatFailsInCleaningUpAfterAFailureIsTold() {
    Outcome ours = run("fail=rdma_set_option:1:ENOSYS;fail=rdma_destroy_id:1:EIO", "--tos", "8");
    assertThat(ours.status()).isEqualTo(1);
    assertThat(ours.stdout()).isEmpty();
    assertThat(ours.stderr())
        .isEqualTo(
            "mckey: unable to set the type of service (--tos): Function not implemented\n"
                + "mckey: failure destroying: Input/output error\n");
  }

  private static Outcome run(String config, String... more) {
    List<String> arguments = new ArrayList<>(SENDER);
    arguments.addAll(List.of(more));
    return OurMckey.run(config, Differential.DEADLINE, arguments);
  }
}
