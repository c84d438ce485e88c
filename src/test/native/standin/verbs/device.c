/* SPDX-License-Identifier: BSD-2-Clause */
/* The device list and opened devices. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <endian.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef ibv_query_port

static struct ibv_device *devices[16];
static struct si_ctx *cm_contexts[16];

struct si_devlist {
	struct si_object obj;
	struct ibv_device *list[17];
};

static struct ibv_device *device_get(int index)
{
	struct ibv_device *device = devices[index];

	if (device)
		return device;
	device = devices[index] = calloc(1, sizeof *device);
	if (!device)
		abort();
	device->node_type = IBV_NODE_CA;
	device->transport_type = IBV_TRANSPORT_IB;
	snprintf(device->name, sizeof device->name, "%s%d", si.cfg.device, index);
	snprintf(device->dev_name, sizeof device->dev_name, "uverbs%d", index);
	return device;
}

static int device_index(const struct ibv_device *device)
{
	for (int i = 0; i < 16; i++)
		if (devices[i] && devices[i] == device)
			return i;
	return -1;
}

static const char *device_name(const struct ibv_device *device)
{
	int index = device ? device_index(device) : -1;

	return index < 0 ? "-" : si_fmt("dev%d", index);
}

void si_devices_reset(void)
{
	for (int i = 0; i < 16; i++) {
		free(devices[i]);
		devices[i] = NULL;
		cm_contexts[i] = NULL;
	}
}

int si_null_argument(void)
{
	if (si.cfg.null_crashes)
		raise(SIGSEGV);
	return EINVAL;
}

static void ctx_cleanup(struct si_object *object)
{
	struct si_ctx *ctx = si_of(object, struct si_ctx, obj);

	while (ctx->first) {
		struct si_async *event = ctx->first;

		ctx->first = event->next;
		free(event);
	}
	if (ctx->async.fd >= 0)
		close(ctx->async.fd);
	ctx->async.fd = -1;
}

static int query_port_extended(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr, size_t size);

struct si_ctx *si_ctx_open(int index, enum si_kind kind)
{
	struct si_ctx *ctx = si_object_new(kind, sizeof *ctx);

	if (!ctx)
		return NULL;
	ctx->obj.cleanup = ctx_cleanup;
	ctx->last = &ctx->first;
	ctx->index = index;
	ctx->device = device_get(index);
	si_gate_open(&ctx->async);
	ctx->v.sz = sizeof ctx->v;
	ctx->v.query_port = query_port_extended;
	ctx->v.context.device = ctx->device;
	ctx->v.context.cmd_fd = -1;
	ctx->v.context.async_fd = ctx->async.fd;
	ctx->v.context.num_comp_vectors = 1;
	ctx->v.context.abi_compat = si.cfg.legacy_abi ? NULL : __VERBS_ABI_IS_EXTENDED;
	ctx->v.context.ops.poll_cq = si.cfg.noop ? si_noop_poll : si_poll_cq;
	ctx->v.context.ops.req_notify_cq = si.cfg.noop ? si_noop_notify : si_req_notify_cq;
	ctx->v.context.ops.post_send = si.cfg.noop ? si_noop_send : si_post_send;
	ctx->v.context.ops.post_recv = si.cfg.noop ? si_noop_recv : si_post_recv;
	return ctx;
}

struct ibv_context *si_cm_context(int index)
{
	if (!cm_contexts[index])
		cm_contexts[index] = si_ctx_open(index, SI_CMCTX);
	return cm_contexts[index] ? &cm_contexts[index]->v.context : NULL;
}

struct ibv_device **ibv_get_device_list(int *num)
{
	struct si_devlist *list;
	struct si_call c;

	if (si_begin(&c, "ibv_get_device_list", "%s", ""))
		return si_end_pointer(&c, NULL, NULL, c.err);
	list = si_object_new(SI_DEVLIST, sizeof *list);
	if (!list)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	for (int i = 0; i < si.cfg.devices; i++)
		list->list[i] = device_get(i);
	if (num)
		*num = si.cfg.devices;
	si_result(&c, "devices=%d", si.cfg.devices);
	return si_end_pointer(&c, &list->obj, list->list, 0);
}

void ibv_free_device_list(struct ibv_device **pub)
{
	struct si_devlist *list = pub ? si_of(pub, struct si_devlist, list) : NULL;
	struct si_call c;

	si_begin(&c, "ibv_free_device_list", "%s", si_object_name(list ? &list->obj : NULL));
	if (si_object_check(list ? &list->obj : NULL, SI_DEVLIST, "ibv_free_device_list"))
		si_object_die(&list->obj);
	si_end_void(&c);
}

const char *ibv_get_device_name(struct ibv_device *device)
{
	struct si_call c;

	if (si_begin(&c, "ibv_get_device_name", "%s", device_name(device)))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!device)
		si_null_argument();
	return si_end_pointer(&c, NULL, device ? device->name : NULL, EINVAL);
}

__be64 ibv_get_device_guid(struct ibv_device *device)
{
	struct si_call c;
	int index = device ? device_index(device) : -1;

	si_begin(&c, "ibv_get_device_guid", "%s", device_name(device));
	si_end_void(&c);
	return index < 0 ? 0 : htobe64(0x0200000000000100ull + (unsigned)index);
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct si_ctx *ctx;
	struct si_call c;
	int index = device ? device_index(device) : -1;

	if (si_begin(&c, "ibv_open_device", "%s", device_name(device)))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (index < 0) {
		si_defect("ibv_open_device: not a device");
		return si_end_pointer(&c, NULL, NULL, si_null_argument());
	}
	ctx = si_ctx_open(index, SI_CTX);
	if (!ctx)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	return si_end_pointer(&c, &ctx->obj, &ctx->v.context, 0);
}

/* Something that was made on this context and still lives. */
static const char *child_of(struct ibv_context *context, bool *kept)
{
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct ibv_context *parent = NULL;

		if (!o->alive)
			continue;
		if (o->kind == SI_PD)
			parent = si_of(o, struct si_pd, obj)->pub.context;
		else if (o->kind == SI_CQ)
			parent = si_of(o, struct si_cq, obj)->pub.context;
		else if (o->kind == SI_COMP_CHANNEL)
			parent = si_of(o, struct si_comp_channel, obj)->pub.context;
		if (parent == context) {
			*kept = o->kept;
			return o->name;
		}
	}
	return NULL;
}

int ibv_close_device(struct ibv_context *context)
{
	struct si_ctx *ctx = si_ctx_of(context);
	const char *child;
	struct si_call c;
	bool kept = false;

	if (si_begin(&c, "ibv_close_device", "%s", SI_NAME(ctx, context))) {
		if (ctx)
			ctx->obj.kept = true;
		return si_end_minus_one(&c, c.err);
	}
	if (!si_object_check(ctx ? &ctx->obj : NULL, SI_CTX, "ibv_close_device"))
		return si_end_minus_one(&c, si_null_argument());
	child = child_of(context, &kept);
	if (child && !kept)
		si_defect("ibv_close_device: %s with live %s", ctx->obj.name, child);
	si_object_die(&ctx->obj);
	si_object_release(&ctx->obj);
	return si_end_minus_one(&c, 0);
}

int si_query_port(struct ibv_context *context, uint8_t port, void *attr, size_t size);

static int query_port_extended(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr, size_t size)
{
	return si_query_port(context, port, attr, size);
}
