/* SPDX-License-Identifier: BSD-2-Clause */
#include "check.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>

int checks;

void check_failed(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: not so: %s\n%s", file, line, what, mckey_standin_report());
	exit(1);
}

bool reported(const char *beginning)
{
	const char *line = mckey_standin_report();
	size_t length = strlen(beginning);

	while (line) {
		if (!strncmp(line, beginning, length))
			return true;
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	return false;
}

struct sockaddr *address(const char *text)
{
	static union {
		struct sockaddr any;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
	} addresses[4];
	static int turn;
	struct sockaddr *addr = &addresses[turn++ % 4].any;

	memset(addr, 0, sizeof addresses[0]);
	addr->sa_family = strchr(text, ':') ? AF_INET6 : AF_INET;
	inet_pton(addr->sa_family, text,
		  addr->sa_family == AF_INET ? (void *)&((struct sockaddr_in *)(void *)addr)->sin_addr
					     : (void *)&((struct sockaddr_in6 *)(void *)addr)->sin6_addr);
	return addr;
}

static bool take_event(struct connection *c, enum rdma_cm_event_type type, struct rdma_ud_param *param)
{
	struct rdma_cm_event *event;
	bool same;

	if (rdma_get_cm_event(c->channel, &event))
		return false;
	same = event->event == type && !event->status;
	if (param)
		*param = event->param.ud;
	return rdma_ack_cm_event(event) == 0 && same;
}

bool connect_to(struct connection *c, const char *config, const char *group, int depth, bool with_channel)
{
	struct rdma_cm_join_mc_attr_ex join = {
		.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS,
		.join_flags = RDMA_MC_JOIN_FLAG_FULLMEMBER,
	};
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_UD};
	struct rdma_ud_param param;

	if (mckey_standin_reset(config))
		return false;
	memset(c, 0, sizeof *c);
	c->channel = rdma_create_event_channel();
	if (!c->channel || rdma_create_id(c->channel, &c->id, c, RDMA_PS_UDP) ||
	    rdma_bind_addr(c->id, address("10.7.0.1")) ||
	    rdma_resolve_addr(c->id, NULL, address(group), 2000) ||
	    !take_event(c, RDMA_CM_EVENT_ADDR_RESOLVED, NULL))
		return false;
	c->pd = ibv_alloc_pd(c->id->verbs);
	c->cc = with_channel ? ibv_create_comp_channel(c->id->verbs) : NULL;
	c->cq = ibv_create_cq(c->id->verbs, depth * 2, NULL, c->cc, 0);
	if (!c->pd || !c->cq)
		return false;
	attr.send_cq = attr.recv_cq = c->cq;
	attr.cap.max_send_wr = attr.cap.max_recv_wr = (uint32_t)depth;
	attr.cap.max_send_sge = attr.cap.max_recv_sge = 1;
	if (rdma_create_qp(c->id, c->pd, &attr))
		return false;
	c->mr = ibv_reg_mr(c->pd, c->memory, sizeof c->memory, IBV_ACCESS_LOCAL_WRITE);
	join.addr = address(group);
	if (!c->mr || rdma_join_multicast_ex(c->id, &join, NULL) ||
	    !take_event(c, RDMA_CM_EVENT_MULTICAST_JOIN, &param))
		return false;
	c->qpn = param.qp_num;
	c->qkey = param.qkey;
	c->ah = ibv_create_ah(c->pd, &param.ah_attr);
	return c->ah != NULL;
}

void disconnect(struct connection *c, const char *group)
{
	CHECK(!rdma_leave_multicast(c->id, address(group)));
	CHECK(!ibv_destroy_ah(c->ah));
	rdma_destroy_qp(c->id);
	CHECK(!ibv_destroy_cq(c->cq));
	if (c->cc)
		CHECK(!ibv_destroy_comp_channel(c->cc));
	CHECK(!ibv_dereg_mr(c->mr));
	CHECK(!ibv_dealloc_pd(c->pd));
	CHECK(!rdma_destroy_id(c->id));
	rdma_destroy_event_channel(c->channel);
	CHECK(!reported("leak"));
	CHECK(!reported("unacked"));
	CHECK_REPORTED("defects 0");
}

int post_recv(struct connection *c, int slot, unsigned length)
{
	struct ibv_sge sge = {(uintptr_t)c->memory + (unsigned)slot * 256, length, c->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = (uint64_t)slot, .sg_list = &sge, .num_sge = 1}, *bad;

	return ibv_post_recv(c->id->qp, &wr, &bad);
}

int post_send(struct connection *c, unsigned length, unsigned flags)
{
	struct ibv_sge sge = {(uintptr_t)c->memory + 4096, length, c->mr->lkey};
	struct ibv_send_wr wr = {.wr_id = 1000, .sg_list = &sge, .num_sge = 1}, *bad;

	wr.opcode = IBV_WR_SEND_WITH_IMM;
	wr.send_flags = flags;
	wr.imm_data = htonl(c->id->qp->qp_num);
	wr.wr.ud.ah = c->ah;
	wr.wr.ud.remote_qpn = c->qpn;
	wr.wr.ud.remote_qkey = c->qkey;
	return ibv_post_send(c->id->qp, &wr, &bad);
}

int main(void)
{
	test_objects();
	test_queries();
	test_traffic();
	test_errors();
	test_waiting();
	test_events();
	mckey_standin_reset(NULL);
	printf("%d checks from within a process\n", checks);
	return 0;
}
