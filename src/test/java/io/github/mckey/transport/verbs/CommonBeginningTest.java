package io.github.mckey.transport.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.mckey.bindings.rdma.ibv_qp_init_attr;
import io.github.mckey.bindings.rdma.ibv_qp_init_attr_ex;
import io.github.mckey.bindings.rdma.ibv_recv_wr;
import io.github.mckey.bindings.rdma.ibv_send_wr;
import io.github.mckey.standin.StandIns;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Structures that the code treats as beginning alike do so. */
class CommonBeginningTest {
  @BeforeAll
  static void load() {
    StandIns.load(); // some structures load the libraries
  }

  @Test
  void bothWorkRequestsBeginAlike() {
    assertThat(ibv_send_wr.wr_id$offset()).isEqualTo(ibv_recv_wr.wr_id$offset());
    assertThat(ibv_send_wr.next$offset()).isEqualTo(ibv_recv_wr.next$offset());
    assertThat(ibv_send_wr.sg_list$offset()).isEqualTo(ibv_recv_wr.sg_list$offset());
    assertThat(ibv_send_wr.num_sge$offset()).isEqualTo(ibv_recv_wr.num_sge$offset());
  }

  @Test
  void bothQpAttributesBeginAlike() {
    assertThat(ibv_qp_init_attr_ex.qp_context$offset())
        .isEqualTo(ibv_qp_init_attr.qp_context$offset());
    assertThat(ibv_qp_init_attr_ex.send_cq$offset()).isEqualTo(ibv_qp_init_attr.send_cq$offset());
    assertThat(ibv_qp_init_attr_ex.recv_cq$offset()).isEqualTo(ibv_qp_init_attr.recv_cq$offset());
    assertThat(ibv_qp_init_attr_ex.srq$offset()).isEqualTo(ibv_qp_init_attr.srq$offset());
    assertThat(ibv_qp_init_attr_ex.cap$offset()).isEqualTo(ibv_qp_init_attr.cap$offset());
    assertThat(ibv_qp_init_attr_ex.qp_type$offset()).isEqualTo(ibv_qp_init_attr.qp_type$offset());
    assertThat(ibv_qp_init_attr_ex.sq_sig_all$offset())
        .isEqualTo(ibv_qp_init_attr.sq_sig_all$offset());
  }
}
