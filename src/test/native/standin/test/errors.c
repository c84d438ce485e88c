/* SPDX-License-Identifier: BSD-2-Clause */
/* Completions with errors, queue overruns, wrong keys. */
#include "check.h"

static void too_long(void)
{
	struct connection c;
	struct ibv_wc wc[8];

	CHECK(connect_to(&c, "peer=1:100", "239.1.1.1", 4, false));
	CHECK(!post_recv(&c, 0, 139) && !post_recv(&c, 1, 140) && !post_recv(&c, 2, 140));
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 3);
	CHECK(wc[0].status == IBV_WC_LOC_LEN_ERR && wc[1].status == IBV_WC_WR_FLUSH_ERR && wc[2].wr_id == 2);
	CHECK(c.id->qp->state == IBV_QPS_ERR);
	CHECK(!post_send(&c, 10, 0)); /* accepted, and flushed */
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 1 && wc[0].status == IBV_WC_WR_FLUSH_ERR);
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "", "239.1.1.1", 4, false));
	CHECK(!post_send(&c, 1025, 0)); /* the path's MTU is 1024 */
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 1 && wc[0].status == IBV_WC_LOC_LEN_ERR);
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "", "239.1.1.1", 4, false));
	CHECK(!post_send(&c, 9000, 0)); /* more than the region */
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 1 && wc[0].status == IBV_WC_LOC_PROT_ERR);
	disconnect(&c, "239.1.1.1");
}

static void on_request(void)
{
	struct connection c;
	struct ibv_wc wc[8];

	CHECK(connect_to(&c, "peer=4:64;wc=recv.2:LOC_PROT_ERR:0x55;wc=send.1:12:7:keep", "239.1.1.1", 8, false));
	for (int i = 0; i < 4; i++)
		CHECK(!post_recv(&c, i, 104));
	CHECK(!post_send(&c, 10, 0));
	CHECK(ibv_poll_cq(c.cq, 1, wc) == 1 && wc[0].status == IBV_WC_RETRY_EXC_ERR && wc[0].vendor_err == 7);
	CHECK(c.id->qp->state == IBV_QPS_RTS);
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 4);
	CHECK(wc[0].status == IBV_WC_SUCCESS && wc[1].status == IBV_WC_LOC_PROT_ERR && wc[1].vendor_err == 0x55);
	CHECK(wc[2].status == IBV_WC_WR_FLUSH_ERR && wc[3].status == IBV_WC_WR_FLUSH_ERR);
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "fail=ibv_poll_cq:2:EIO;fail=ibv_post_send:1:EINVAL;ret=ibv_post_recv:1:-5", "239.1.1.1",
			 8, false));
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 0 && ibv_poll_cq(c.cq, 8, wc) == -EIO && ibv_poll_cq(c.cq, 8, wc) == 0);
	CHECK(post_send(&c, 10, 0) == EINVAL && post_recv(&c, 0, 100) == -5);
	disconnect(&c, "239.1.1.1");
}

static void overrun(void)
{
	struct connection c;
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_UD};

	CHECK(connect_to(&c, "", "239.1.1.1", 2, false));
	rdma_destroy_qp(c.id);
	attr.send_cq = attr.recv_cq = c.cq; /* 4 completions */
	attr.cap.max_send_wr = 8;
	attr.cap.max_send_sge = 1;
	CHECK(!rdma_create_qp(c.id, c.pd, &attr));
	for (int i = 0; i < 4; i++)
		CHECK(!post_send(&c, 10, IBV_SEND_SIGNALED));
	CHECK_REPORTED("defects 0");
	CHECK(!post_send(&c, 10, IBV_SEND_SIGNALED));
	CHECK_REPORTED("defect cq0 overrun: it has room for 4 completions");
}

static void wrong_key(void)
{
	struct connection c;

	CHECK(connect_to(&c, "", "239.1.1.1", 4, false));
	CHECK(!post_recv(&c, 0, 140));
	c.qkey++;
	CHECK(!post_send(&c, 10, 0));
	CHECK_REPORTED("count datagrams.wrong_qkey 1");
	disconnect(&c, "239.1.1.1");
}

void test_errors(void)
{
	too_long();
	on_request();
	overrun();
	wrong_key();
}
