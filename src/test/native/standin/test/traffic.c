/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams: loopback, the built-in sender, GRH, the send queue's rule, lazy sending, no-op mode. */
#include "check.h"

#include <arpa/inet.h>
#include <unistd.h>

static void loopback(void)
{
	struct connection c;
	struct ibv_wc wc[4];
	static const unsigned char head[4] = {0x45, 0, 0, 20 + 8 + 12 + 8 + 4 + 8 + 4};

	CHECK(connect_to(&c, "", "239.1.1.1", 4, false));
	CHECK(!post_recv(&c, 0, 140));
	memcpy(c.memory + 4096, "message", 8);
	CHECK(!post_send(&c, 7, IBV_SEND_SIGNALED));
	CHECK(ibv_poll_cq(c.cq, 4, wc) == 2);
	CHECK(wc[0].opcode == IBV_WC_RECV && wc[0].status == IBV_WC_SUCCESS && wc[0].byte_len == 47);
	CHECK(wc[0].wc_flags == (IBV_WC_GRH | IBV_WC_WITH_IMM) && wc[0].imm_data == htonl(0x11));
	CHECK(wc[0].src_qp == 0x11 && wc[0].qp_num == 0x11 && wc[0].wr_id == 0);
	CHECK(wc[1].opcode == IBV_WC_SEND && wc[1].wr_id == 1000);
	CHECK(!memcmp(c.memory + 40, "message", 7));
	CHECK(!memcmp(c.memory + 20, head, 4));
	CHECK(!memcmp(c.memory + 32, "\x0a\x07\x00\x01\xef\x01\x01\x01", 8));
	CHECK(!post_send(&c, 7, 0)); /* nothing posted to receive it */
	CHECK(ibv_poll_cq(c.cq, 4, wc) == 0);
	CHECK_REPORTED("count datagrams.no_receive_posted 1");
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "fabric=ib;sl=3", "239.1.1.1", 4, false));
	CHECK_REPORTED("call rdma_get_cm_event ch0 -> 0 ev1 id0 MULTICAST_JOIN status=0 "
		       "dgid=ff12:4001:ffff::f01:101 mlid=0xc000 sl=3 qpn=0xffffff qkey=0x1234567");
	CHECK(!post_recv(&c, 0, 140) && !post_send(&c, 7, 0));
	CHECK(ibv_poll_cq(c.cq, 4, wc) == 1 && wc[0].sl == 3);
	CHECK(c.memory[0] == 0x60 && !memcmp(c.memory + 24, "\xff\x12\x40\x01\xff\xff", 6));
	disconnect(&c, "239.1.1.1");
}

static void peer(void)
{
	struct connection c;
	struct ibv_wc wc[8];

	CHECK(connect_to(&c, "peer=10:64:2", "239.1.1.1", 4, true));
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(!post_recv(&c, i, 104));
	CHECK(post_recv(&c, 0, 104) == ENOMEM); /* queue full */
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 2);   /* a burst */
	CHECK(c.memory[256 + 40] == 1 && c.memory[256 + 41] == 2);
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 2);
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 0);
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "peer=5:64:8;drop=2;dup=3;swap=4;corrupt=1", "239.1.1.1", 8, false));
	for (int i = 0; i < 8; i++)
		CHECK(!post_recv(&c, i, 104));
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 5); /* 0 bad, 2, 2, 4, 3 */
	CHECK(c.memory[40 + 63] == (63 ^ 0x40) && c.memory[256 + 40] == 2 && c.memory[512 + 40] == 2);
	CHECK(c.memory[768 + 40] == 4 && c.memory[1024 + 40] == 3);
	disconnect(&c, "239.1.1.1");
}

static void send_queue(void)
{
	struct connection c;
	struct ibv_wc wc[8];

	CHECK(connect_to(&c, "", "239.1.1.1", 3, false));
	for (int i = 0; i < 3; i++)
		CHECK(!post_send(&c, 10, 0));
	CHECK(post_send(&c, 10, 0) == ENOMEM); /* unsignalled requests are never freed on their own */
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "", "239.1.1.1", 3, false));
	CHECK(!post_send(&c, 10, 0) && !post_send(&c, 10, 0) && !post_send(&c, 10, IBV_SEND_SIGNALED));
	CHECK(post_send(&c, 10, 0) == ENOMEM);
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 1);
	CHECK(!post_send(&c, 10, 0) && !post_send(&c, 10, 0) && !post_send(&c, 10, 0));
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "strictsq=off", "239.1.1.1", 3, false));
	for (int i = 0; i < 30; i++)
		CHECK(!post_send(&c, 10, 0));
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "lazy=on", "239.1.1.1", 8, false));
	for (int i = 0; i < 7; i++)
		CHECK(!post_send(&c, 10, i == 4 ? IBV_SEND_SIGNALED : 0));
	CHECK(!reported("count datagrams.sent"));
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 0);
	CHECK_REPORTED("count datagrams.sent 4");
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 1);
	CHECK(!post_send(&c, 10, 0));
	disconnect(&c, "239.1.1.1");
	CHECK_REPORTED("count datagrams.sent 7");
	CHECK_REPORTED("count datagrams.discarded_with_qp 1");
}

static void no_op(void)
{
	struct connection c;
	struct ibv_wc wc[8];
	struct ibv_cq *cq;
	void *context;

	CHECK(connect_to(&c, "mode=noop", "239.1.1.1", 8, true));
	for (int round = 0; round < 100; round++) {
		for (int i = 0; i < 8; i++)
			CHECK(!post_recv(&c, i, 140));
		CHECK(!post_send(&c, 100, IBV_SEND_SIGNALED) && !post_send(&c, 100, 0));
		CHECK(!ibv_req_notify_cq(c.cq, 0));
		CHECK(!ibv_get_cq_event(c.cc, &cq, &context) && cq == c.cq);
		ibv_ack_cq_events(cq, 1);
		CHECK(ibv_poll_cq(c.cq, 8, wc) == 8 && wc[3].wr_id == 3 && wc[3].byte_len == 140);
		CHECK(ibv_poll_cq(c.cq, 8, wc) == 1 && wc[0].opcode == IBV_WC_SEND);
	}
	CHECK(!reported("call "));
	disconnect(&c, "239.1.1.1");
}

void test_traffic(void)
{
	loopback();
	peer();
	send_queue();
	no_op();
}
