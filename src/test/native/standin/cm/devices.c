/* SPDX-License-Identifier: BSD-2-Clause */
/* The library's list of devices, and what stock mckey links to but never calls. */
#include "cm.h"

#include <errno.h>
#include <poll.h>

struct context_list {
	struct si_object obj;
	struct ibv_context *list[17];
};

struct ibv_context **rdma_get_devices(int *num)
{
	struct context_list *list;
	struct si_call c;

	if (si_begin(&c, "rdma_get_devices", "%s", ""))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!si.cfg.devices) {
		if (num)
			*num = 0;
		return si_end_pointer(&c, NULL, NULL, ENODEV);
	}
	list = si_object_new(SI_DEVLIST, sizeof *list);
	if (!list)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	for (int i = 0; i < si.cfg.devices; i++)
		list->list[i] = si_cm_context(i);
	if (num)
		*num = si.cfg.devices;
	si_result(&c, "devices=%d", si.cfg.devices);
	return si_end_pointer(&c, &list->obj, list->list, 0);
}

void rdma_free_devices(struct ibv_context **pub)
{
	struct context_list *list = pub ? si_of(pub, struct context_list, list) : NULL;
	struct si_call c;

	si_begin(&c, "rdma_free_devices", "%s", si_object_name(list ? &list->obj : NULL));
	if (si_object_check(list ? &list->obj : NULL, SI_DEVLIST, "rdma_free_devices"))
		si_object_die(&list->obj);
	si_end_void(&c);
}

int rdma_getaddrinfo(const char *node, const char *service, const struct rdma_addrinfo *hints,
		     struct rdma_addrinfo **res)
{
	(void)node;
	(void)service;
	(void)hints;
	(void)res;
	errno = ENOSYS;
	return -1;
}

void rdma_freeaddrinfo(struct rdma_addrinfo *res)
{
	(void)res;
}

int rpoll(struct pollfd *fds, nfds_t count, int timeout)
{
	(void)fds;
	(void)count;
	(void)timeout;
	errno = ENOSYS;
	return -1;
}
