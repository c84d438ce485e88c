/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptors that are readable when, and only when, something is there; waiting calls. */
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static bool readable(int fd, int ms)
{
	struct pollfd fds = {.fd = fd, .events = POLLIN};

	return poll(&fds, 1, ms) == 1;
}

static void nonblocking(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static void cm_channel(void)
{
	struct rdma_event_channel *channel;
	struct rdma_cm_event *event;
	struct rdma_cm_id *id;

	CHECK(!mckey_standin_reset("eintr=rdma_get_cm_event:2"));
	channel = rdma_create_event_channel();
	CHECK(!rdma_create_id(channel, &id, NULL, RDMA_PS_UDP));
	CHECK(!readable(channel->fd, 0));
	nonblocking(channel->fd);
	CHECK(rdma_get_cm_event(channel, &event) == -1 && errno == EAGAIN);
	CHECK(!rdma_resolve_addr(id, address("10.7.0.1"), address("239.1.1.1"), 2000));
	CHECK(readable(channel->fd, 0));
	CHECK(rdma_get_cm_event(channel, &event) == -1 && errno == EINTR);
	CHECK(readable(channel->fd, 0));
	CHECK(!rdma_get_cm_event(channel, &event));
	CHECK(!readable(channel->fd, 0));
	CHECK_REPORTED("unacked ev0");
	CHECK(!rdma_destroy_id(id));
	CHECK_REPORTED("defect rdma_destroy_id: id0 has 1 unacknowledged events");
	rdma_destroy_event_channel(channel);
}

static void comp_channel(void)
{
	struct connection c;
	struct ibv_cq *cq;
	struct ibv_wc wc[8];
	void *context;

	CHECK(connect_to(&c, "peer=3:64:1", "239.1.1.1", 4, true));
	nonblocking(c.cc->fd);
	CHECK(ibv_get_cq_event(c.cc, &cq, &context) == -1 && errno == EAGAIN);
	CHECK(!ibv_req_notify_cq(c.cq, 0));
	CHECK(!readable(c.cc->fd, 0));
	CHECK(!post_recv(&c, 0, 104)); /* the CQ is armed, so the built-in sender's message comes at once */
	CHECK(readable(c.cc->fd, 0));
	CHECK(!post_recv(&c, 1, 104));
	CHECK(!ibv_get_cq_event(c.cc, &cq, &context) && cq == c.cq);
	CHECK(!readable(c.cc->fd, 0));
	CHECK_REPORTED("unacked cq0 1");
	CHECK(!ibv_req_notify_cq(c.cq, 0)); /* the second */
	CHECK(readable(c.cc->fd, 0));
	CHECK(!ibv_get_cq_event(c.cc, &cq, &context));
	ibv_ack_cq_events(cq, 2);
	CHECK(ibv_poll_cq(c.cq, 8, wc) == 2);
	disconnect(&c, "239.1.1.1");
	CHECK(connect_to(&c, "", "239.1.1.1", 4, true));
	CHECK(!ibv_req_notify_cq(c.cq, 0));
	CHECK(!post_send(&c, 1, IBV_SEND_SIGNALED));
	CHECK(!ibv_get_cq_event(c.cc, &cq, &context));
	rdma_destroy_qp(c.id);
	CHECK(!ibv_destroy_cq(c.cq));
	CHECK_REPORTED("defect ibv_destroy_cq: cq0 has 1 unacknowledged events");
}

static void on_alarm(int sig)
{
	(void)sig;
}

/* A real signal ends a blocking call with EINTR. */
static void interrupted(void)
{
	struct sigaction action = {.sa_handler = on_alarm};
	struct rdma_event_channel *channel;
	struct rdma_cm_event *event;

	CHECK(!mckey_standin_reset(""));
	channel = rdma_create_event_channel();
	sigaction(SIGALRM, &action, NULL);
	alarm(1);
	CHECK(rdma_get_cm_event(channel, &event) == -1 && errno == EINTR);
	rdma_destroy_event_channel(channel);
}

static void async(void)
{
	struct ibv_async_event event;
	struct ibv_context **list;

	CHECK(!mckey_standin_reset("async=PORT_ERR:ibv_query_pkey.1"));
	list = rdma_get_devices(NULL);
	CHECK(!readable(list[0]->async_fd, 0));
	CHECK(!ibv_query_pkey(list[0], 1, 0, &(__be16){0}));
	CHECK(readable(list[0]->async_fd, 0));
	CHECK(!ibv_get_async_event(list[0], &event) && event.event_type == IBV_EVENT_PORT_ERR);
	ibv_ack_async_event(&event);
	CHECK(!readable(list[0]->async_fd, 0));
	rdma_free_devices(list);
}

void test_waiting(void)
{
	cm_channel();
	comp_channel();
	interrupted();
	async();
}
