/* SPDX-License-Identifier: BSD-2-Clause */
/* CM events: replaced, dropped, late, put in; null verbs; addresses of both fabrics. */
#include "check.h"

#include <infiniband/ib.h>
#include <poll.h>

static struct rdma_event_channel *channel;
static struct rdma_cm_id *id;

static void start(const char *config, int port_space)
{
	CHECK(!mckey_standin_reset(config));
	channel = rdma_create_event_channel();
	CHECK(!rdma_create_id(channel, &id, NULL, (enum rdma_port_space)port_space));
}

static int bind_resolve(const char *src, const char *dst)
{
	if (src && rdma_bind_addr(id, address(src)))
		return errno;
	return rdma_resolve_addr(id, NULL, address(dst), 2000) ? errno : 0;
}

/* Takes one event, which has to be this one. */
static void expect(int type, int status)
{
	struct rdma_cm_event *event;

	CHECK(!rdma_get_cm_event(channel, &event));
	CHECK((int)event->event == type && event->status == status && event->id == id);
	CHECK(!rdma_ack_cm_event(event));
}

static bool waiting(int ms)
{
	struct pollfd fds = {.fd = channel->fd, .events = POLLIN};

	return poll(&fds, 1, ms) == 1;
}

static void faults(void)
{
	start("event=1:ADDR_ERROR:-110", RDMA_PS_UDP);
	CHECK(!bind_resolve("10.7.0.1", "239.1.1.1"));
	expect(RDMA_CM_EVENT_ADDR_ERROR, -110);
	start("event=ADDR_RESOLVED.1:77:5", RDMA_PS_UDP);
	CHECK(!bind_resolve("10.7.0.1", "239.1.1.1"));
	expect(77, 5);
	start("eventdrop=1", RDMA_PS_UDP);
	CHECK(!bind_resolve("10.7.0.1", "239.1.1.1") && !waiting(0));
	start("eventdelay=1:50", RDMA_PS_UDP);
	CHECK(!bind_resolve("10.7.0.1", "239.1.1.1") && waiting(5000));
	expect(RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	start("inject=DEVICE_REMOVAL:0:rdma_resolve_addr.1;inject=ADDR_CHANGE:0:event.2;inject=7:-3:ms.20",
	      RDMA_PS_UDP);
	CHECK(!bind_resolve("10.7.0.1", "239.1.1.1"));
	expect(RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	expect(RDMA_CM_EVENT_DEVICE_REMOVAL, 0);
	expect(RDMA_CM_EVENT_ADDR_CHANGE, 0);
	expect(RDMA_CM_EVENT_UNREACHABLE, -3);
	start("nullverbs=0", RDMA_PS_UDP);
	CHECK(!bind_resolve("10.7.0.1", "239.1.1.1") && !id->verbs);
	expect(RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	CHECK(!id->verbs);
}

static void ways(void)
{
	start("", RDMA_PS_UDP);
	CHECK(bind_resolve(NULL, "239.1.1.1") == ENETUNREACH);
	CHECK(bind_resolve("10.7.0.9", "239.1.1.1") == EADDRNOTAVAIL);
	CHECK(bind_resolve("10.8.0.1", "239.1.1.1") == ENODEV);
	CHECK(bind_resolve("10.7.0.1", "10.9.0.1") == ENETUNREACH);
	CHECK(bind_resolve("10.7.0.1", "239.1.1.1") == EINVAL); /* bound already */
	start("", RDMA_PS_UDP);
	CHECK(!bind_resolve(NULL, "10.8.0.7"));
	expect(RDMA_CM_EVENT_ADDR_ERROR, -ENODEV);
	start("route=10.7.0.1", RDMA_PS_UDP);
	CHECK(!bind_resolve(NULL, "239.1.1.1"));
	expect(RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	CHECK(id->verbs && id->port_num == 1);
	start("", RDMA_PS_IPOIB);
	CHECK(bind_resolve("10.7.0.1", "239.1.1.1") == EINVAL);
	start("fabric=ib;mtu=2048,4096;rdma=10.7.0.1/24,10.9.0.1/24@2", RDMA_PS_IPOIB);
	CHECK(!bind_resolve("10.9.0.1", "239.1.1.1"));
	expect(RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	CHECK(id->port_num == 2);
}

/* Joins and gives what the event says about the group. */
static struct rdma_ud_param join(struct sockaddr *addr)
{
	struct rdma_ud_param param;
	struct rdma_cm_event *event;

	CHECK(!rdma_join_multicast(id, addr, NULL));
	CHECK(!rdma_get_cm_event(channel, &event));
	CHECK(event->event == RDMA_CM_EVENT_MULTICAST_JOIN);
	param = event->param.ud;
	CHECK(!rdma_ack_cm_event(event));
	return param;
}

static void groups(void)
{
	struct sockaddr_ib ib = {.sib_family = AF_IB};
	struct rdma_cm_join_mc_attr_ex attr = {.comp_mask = 3, .join_flags = RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER};
	struct rdma_ud_param first, second;

	start("fabric=ib;mlid=0xc010", RDMA_PS_IPOIB);
	CHECK(!rdma_bind_addr(id, address("10.7.0.1")));
	first = join(address("239.129.1.1"));
	CHECK(!memcmp(&first.ah_attr.grh.dgid, "\xff\x12\x40\x1b\xff\xff\0\0\0\0\0\0\x0f\x81\x01\x01", 16));
	CHECK(first.qkey == 0x0b1b && first.ah_attr.dlid == 0xc010);
	first = join(address("ff0e::1234"));
	CHECK(!memcmp(&first.ah_attr.grh.dgid, "\xff\x12\x60\x1b\xff\xff\0\0\0\0\0\0\0\0\x12\x34", 16));
	first = join(address("0.0.0.0")); /* assigned by the subnet administrator */
	CHECK(!memcmp(&first.ah_attr.grh.dgid, "\xff\x12\xa0\x1b", 4) && first.ah_attr.dlid == 0xc012);
	memcpy(&ib.sib_addr, &first.ah_attr.grh.dgid, 16);
	second = join((struct sockaddr *)&ib);
	CHECK(!memcmp(&first.ah_attr, &second.ah_attr, sizeof first.ah_attr));
	start("fabric=ib;sendonly=EOPNOTSUPP", RDMA_PS_UDP);
	CHECK(!rdma_bind_addr(id, address("10.7.0.1")));
	attr.addr = address("239.1.1.1");
	CHECK(rdma_join_multicast_ex(id, &attr, NULL) == -1 && errno == EOPNOTSUPP);
	start("fabric=ib;sendonly=event:-22", RDMA_PS_UDP);
	CHECK(!rdma_bind_addr(id, address("10.7.0.1")));
	CHECK(!rdma_join_multicast_ex(id, &attr, NULL));
	expect(RDMA_CM_EVENT_MULTICAST_ERROR, -22);
	CHECK(!rdma_leave_multicast(id, attr.addr));
	start("", RDMA_PS_UDP);
	CHECK(!rdma_bind_addr(id, address("fd00::1")));
	attr.addr = address("ff0e::1");
	CHECK(rdma_join_multicast_ex(id, &attr, NULL) == -1 && errno == 524);
}

void test_events(void)
{
	faults();
	ways();
	groups();
}
