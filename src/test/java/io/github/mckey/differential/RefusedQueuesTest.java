package io.github.mckey.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.standin.Outcome;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices that refuse queues which their limits allow (D9). */
class RefusedQueuesTest {
  @ParameterizedTest
  @CsvSource({
    "rdma_create_qp:1:EINVAL, 5000, 0",
    "rdma_create_qp:1:ENOMEM, 5000, 0",
    "ibv_create_cq:1:EINVAL, 5000, 0",
    "ibv_create_cq:1:ENOMEM, 5000, 0",
    "rdma_create_qp:1:EPERM, 5000, 255",
    "rdma_create_qp:1-2:EINVAL, 5000, 255",
    "rdma_create_qp:1:EINVAL, 4096, 255",
    "ibv_create_cq:1:ENOMEM, 100, 255",
  })
  void areAskedForSmallerOnesOnce(String fault, int count, int status) {
    List<String> sender =
        List.of("-m", "239.1.1.1", "-b", "10.7.0.1", "-s", "-C", Integer.toString(count));
    Outcome ours = OurMckey.run("fail=" + fault, Differential.DEADLINE, sender);
    assertThat(ours.status()).isEqualTo(status);
    assertThat(ours.report().complaints()).isEmpty();
    if (status == 0) {
      assertThat(ours.report().text()).contains("cqe=10000", "cqe=8192", "send_wr=4096");
    }
  }
}
