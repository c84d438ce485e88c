/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices, ports, GIDs, both ways of the port query, the libraries' words. */
#include "check.h"

#include <stdlib.h>

static void ports(const char *config)
{
	struct ibv_port_attr attr;
	struct ibv_context *ctx;
	struct ibv_device **list;
	int num;

	CHECK(!mckey_standin_reset(config));
	list = ibv_get_device_list(&num);
	CHECK(list && num == 2 && list[1] && !list[2]);
	CHECK(!strcmp(ibv_get_device_name(list[1]), "standin1"));
	CHECK(ibv_get_device_guid(list[0]) != ibv_get_device_guid(list[1]));
	ctx = ibv_open_device(list[1]);
	CHECK(ctx);
	CHECK(!ibv_query_port(ctx, 1, &attr) && attr.active_mtu == IBV_MTU_1024);
	CHECK(!ibv_query_port(ctx, 2, &attr) && attr.active_mtu == IBV_MTU_4096);
	CHECK(attr.state == IBV_PORT_ACTIVE);
	CHECK(ibv_query_port(ctx, 3, &attr) == EINVAL);
	CHECK_REPORTED("call ibv_query_port ctx0 port=2 -> 0 mtu=4096");
	CHECK_REPORTED("leak ctx0");
	CHECK(!ibv_close_device(ctx));
	ibv_free_device_list(list);
	CHECK(!reported("leak"));
}

static void gids(void)
{
	struct ibv_gid_entry entries[8];
	struct ibv_device_attr attr;
	struct ibv_port_attr port;
	struct ibv_context **list;
	union ibv_gid gid;
	int num, count;

	CHECK(!mckey_standin_reset("gidtype=v1;ifindex=7;down=1"));
	list = rdma_get_devices(&num);
	CHECK(!ibv_query_gid_ex(list[0], 1, 1, &entries[0], 0));
	CHECK(entries[0].gid_type == IBV_GID_TYPE_ROCE_V1 && entries[0].ndev_ifindex == 7);
	CHECK(!ibv_query_port(list[0], 1, &port) && port.state == IBV_PORT_DOWN);
	CHECK(!mckey_standin_reset(""));
	list = rdma_get_devices(&num);
	CHECK(list && num == 1);
	CHECK(!ibv_query_device(list[0], &attr) && attr.max_cqe == 32767 && attr.phys_port_cnt == 1);
	count = (int)ibv_query_gid_table(list[0], entries, 8, 0);
	CHECK(count == 3);
	CHECK(entries[1].gid_type == IBV_GID_TYPE_ROCE_V2 && entries[1].gid.raw[12] == 10);
	CHECK(!ibv_query_gid(list[0], 1, 1, &gid) && !memcmp(&gid, &entries[1].gid, 16));
	CHECK(!ibv_query_gid_ex(list[0], 1, 2, &entries[0], 0) && entries[0].gid.raw[0] == 0xfd);
	CHECK(ibv_query_gid_ex(list[0], 1, 9, &entries[0], 0) == ENODATA);
	rdma_free_devices(list);
	CHECK(!reported("leak"));
	CHECK(!strcmp(ibv_wc_status_str(IBV_WC_WR_FLUSH_ERR), "Work Request Flushed Error"));
	CHECK(!strcmp(rdma_event_str(RDMA_CM_EVENT_ADDR_CHANGE), "RDMA_CM_EVENT_ADDR_CHANGE"));
	CHECK(!strcmp(rdma_event_str(99), "UNKNOWN EVENT"));
}

void test_queries(void)
{
	ports("devices=2;mtu=1024,4096");
	ports("devices=2;mtu=1024,4096;abi=legacy");
	gids();
}
