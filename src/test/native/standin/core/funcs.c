/* SPDX-License-Identifier: BSD-2-Clause */
#include "core.h"

#include <string.h>

/* Every call that is logged and can be made to fail. A name that is not here is a configuration error. */
static const char *const names[] = {
	"rdma_create_event_channel", "rdma_destroy_event_channel", "rdma_create_id", "rdma_destroy_id",
	"rdma_bind_addr", "rdma_resolve_addr", "rdma_create_qp", "rdma_create_qp_ex", "rdma_destroy_qp",
	"rdma_join_multicast", "rdma_join_multicast_ex", "rdma_leave_multicast", "rdma_get_cm_event",
	"rdma_ack_cm_event", "rdma_set_option", "rdma_get_devices", "rdma_free_devices",
	"ibv_get_device_list", "ibv_free_device_list", "ibv_get_device_name", "ibv_get_device_guid",
	"ibv_open_device", "ibv_close_device", "ibv_query_device", "ibv_query_port", "ibv_query_gid",
	"ibv_query_gid_ex", "ibv_query_gid_table", "ibv_query_gid_type", "ibv_query_pkey", "ibv_alloc_pd",
	"ibv_dealloc_pd", "ibv_reg_mr", "ibv_dereg_mr", "ibv_create_cq", "ibv_destroy_cq",
	"ibv_create_comp_channel", "ibv_destroy_comp_channel", "ibv_get_cq_event", "ibv_ack_cq_events",
	"ibv_create_ah", "ibv_destroy_ah", "ibv_query_qp", "ibv_modify_qp", "ibv_get_async_event",
	"ibv_ack_async_event", "ibv_poll_cq", "ibv_post_send", "ibv_post_recv", "ibv_req_notify_cq",
};

int si_func_count(void)
{
	return sizeof names / sizeof names[0];
}

const char *si_func_name(int func)
{
	return names[func];
}

int si_func_find(const char *name)
{
	/* The linker usually makes one of equal constants, so that comparing pointers is enough. */
	for (int i = 0; i < si_func_count(); i++)
		if (names[i] == name)
			return i;
	for (int i = 0; i < si_func_count(); i++)
		if (!strcmp(names[i], name))
			return i;
	return -1;
}
