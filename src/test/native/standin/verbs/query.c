/* SPDX-License-Identifier: BSD-2-Clause */
/* What a device, a port and its tables look like. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <endian.h>
#include <errno.h>
#include <string.h>

#undef ibv_query_port

static bool good_port(unsigned port)
{
	return port >= 1 && port <= (unsigned)si.cfg.nports;
}

static bool good_ctx(struct si_ctx *ctx, const char *func)
{
	if (ctx && ctx->obj.alive && (ctx->obj.kind == SI_CMCTX || ctx->obj.kind == SI_CTX))
		return true;
	return si_object_check(ctx ? &ctx->obj : NULL, SI_CTX, func);
}

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_call c;

	if (si_begin(&c, "ibv_query_device", "%s", SI_NAME(ctx, context)))
		return si_end_value(&c, c.err);
	if (!good_ctx(ctx, "ibv_query_device"))
		return si_end_value(&c, si_null_argument());
	memset(attr, 0, sizeof *attr);
	strcpy(attr->fw_ver, "0.0.0");
	attr->node_guid = attr->sys_image_guid = htobe64(0x0200000000000100ull + (unsigned)ctx->index);
	attr->max_mr_size = UINT64_MAX;
	attr->page_size_cap = 0xfffff000;
	attr->vendor_id = 0xffffff;
	attr->max_qp = si.cfg.max_qp;
	attr->max_qp_wr = si.cfg.max_qp_wr;
	attr->device_cap_flags = IBV_DEVICE_BAD_PKEY_CNTR | IBV_DEVICE_AUTO_PATH_MIG;
	attr->max_sge = si.cfg.max_sge;
	attr->max_sge_rd = si.cfg.max_sge;
	attr->max_cq = si.cfg.max_cq;
	attr->max_cqe = si.cfg.max_cqe;
	attr->max_mr = si.cfg.max_mr;
	attr->max_pd = si.cfg.max_pd;
	attr->max_ah = si.cfg.max_ah;
	attr->max_mcast_grp = 8192;
	attr->max_mcast_qp_attach = si.cfg.members;
	attr->max_total_mcast_qp_attach = 458752;
	attr->max_pkeys = 64;
	attr->phys_port_cnt = (uint8_t)si.cfg.nports;
	return si_end_value(&c, 0);
}

/* `size` is what the caller's structure has room for: the exported symbol's is the older, shorter one. */
int si_query_port(struct ibv_context *context, uint8_t port, void *to, size_t size)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct ibv_port_attr attr = {0};
	struct si_call c;
	int mtu = 0;

	if (si_begin(&c, "ibv_query_port", "%s port=%u", SI_NAME(ctx, context), port))
		return si_end_value(&c, c.err);
	if (!good_ctx(ctx, "ibv_query_port"))
		return si_end_value(&c, si_null_argument());
	if (!good_port(port))
		return si_end_value(&c, EINVAL);
	while (128 << mtu < si.cfg.mtu[port - 1])
		mtu++;
	attr.state = si.cfg.down[port - 1] ? IBV_PORT_DOWN : IBV_PORT_ACTIVE;
	attr.max_mtu = IBV_MTU_4096;
	attr.active_mtu = (enum ibv_mtu)mtu;
	attr.gid_tbl_len = si.cfg.fabric == SI_IB ? 128 : 1024;
	attr.port_cap_flags = si.cfg.fabric == SI_IB ? 0x02514868 : 0x00010000;
	attr.max_msg_sz = 1u << 23;
	attr.pkey_tbl_len = si.cfg.fabric == SI_IB ? 128 : 1;
	attr.lid = si.cfg.fabric == SI_IB ? 0x10 + port : 0;
	attr.sm_lid = si.cfg.fabric == SI_IB ? 1 : 0;
	attr.max_vl_num = 1;
	attr.active_width = 1;
	attr.active_speed = 1;
	attr.phys_state = si.cfg.down[port - 1] ? 2 : 5;
	attr.link_layer = si.cfg.fabric == SI_IB ? IBV_LINK_LAYER_INFINIBAND : IBV_LINK_LAYER_ETHERNET;
	memcpy(to, &attr, size < sizeof attr ? size : sizeof attr);
	si_result(&c, "mtu=%d", si.cfg.mtu[port - 1]);
	return si_end_value(&c, 0);
}

/* The structure that the exported symbol fills ends before port_cap_flags2. */
int ibv_query_port(struct ibv_context *context, uint8_t port, struct _compat_ibv_port_attr *attr)
{
	return si_query_port(context, port, attr, offsetof(struct ibv_port_attr, port_cap_flags2));
}

/* True when the entry exists. Entry 0 is the link-local one (IB: the port's GUID). */
static bool gid_entry(int device, unsigned port, unsigned index, union ibv_gid *gid)
{
	memset(gid, 0, sizeof *gid);
	if (index == 0) {
		gid->raw[0] = 0xfe;
		gid->raw[1] = 0x80;
		gid->raw[8] = 0x02;
		gid->raw[14] = (uint8_t)(1 + device);
		gid->raw[15] = (uint8_t)port;
		return true;
	}
	for (int i = 0; i < si.cfg.naddrs && si.cfg.fabric == SI_ROCE; i++) {
		const struct si_addr *addr = &si.cfg.addrs[i];

		if (addr->device != device || addr->port != (int)port || addr->gid_index != (int)index)
			continue;
		if (addr->family == AF_INET) {
			gid->raw[10] = gid->raw[11] = 0xff;
			memcpy(gid->raw + 12, addr->raw, 4);
		} else {
			memcpy(gid->raw, addr->raw, 16);
		}
		return true;
	}
	return false;
}

int ibv_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_call c;

	if (si_begin(&c, "ibv_query_gid", "%s port=%u index=%d", SI_NAME(ctx, context), port, index))
		return si_end_minus_one(&c, c.err);
	if (!good_ctx(ctx, "ibv_query_gid"))
		return si_end_minus_one(&c, si_null_argument());
	if (!good_port(port) || index < 0 || index >= 1024)
		return si_end_minus_one(&c, EINVAL);
	gid_entry(ctx->index, port, (unsigned)index, gid); /* an empty entry reads as zero */
	si_result(&c, "%s", si_gid_text(gid->raw));
	return si_end_minus_one(&c, 0);
}

static void fill_entry(struct ibv_gid_entry *entry, int device, unsigned port, unsigned index)
{
	gid_entry(device, port, index, &entry->gid);
	entry->gid_index = index;
	entry->port_num = port;
	entry->gid_type = si.cfg.fabric == SI_IB ? IBV_GID_TYPE_IB
			  : si.cfg.roce_v1	 ? IBV_GID_TYPE_ROCE_V1
						 : IBV_GID_TYPE_ROCE_V2;
	entry->ndev_ifindex = si.cfg.fabric == SI_IB ? 0 : (uint32_t)si.cfg.ifindex;
}

int _ibv_query_gid_ex(struct ibv_context *context, uint32_t port, uint32_t index, struct ibv_gid_entry *entry,
		      uint32_t flags, size_t size)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct ibv_gid_entry found;
	struct si_call c;

	if (si_begin(&c, "ibv_query_gid_ex", "%s port=%u index=%u flags=%u", SI_NAME(ctx, context), port, index, flags))
		return si_end_value(&c, c.err);
	if (!good_ctx(ctx, "ibv_query_gid_ex"))
		return si_end_value(&c, si_null_argument());
	if (!good_port(port) || flags)
		return si_end_value(&c, EINVAL);
	if (!gid_entry(ctx->index, port, index, &found.gid))
		return si_end_value(&c, ENODATA);
	fill_entry(&found, ctx->index, port, index);
	memcpy(entry, &found, size < sizeof found ? size : sizeof found);
	si_result(&c, "%s", si_gid_text(found.gid.raw));
	return si_end_value(&c, 0);
}

ssize_t _ibv_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries, size_t max, uint32_t flags,
			     size_t size)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_call c;
	size_t count = 0;

	if (si_begin(&c, "ibv_query_gid_table", "%s max=%zu flags=%u", SI_NAME(ctx, context), max, flags))
		return si_end_number(&c, -1);
	if (!good_ctx(ctx, "ibv_query_gid_table"))
		return si_end_number(&c, -si_null_argument());
	if (size != sizeof *entries || flags)
		return si_end_number(&c, -EINVAL);
	for (unsigned port = 1; port <= (unsigned)si.cfg.nports; port++)
		for (unsigned index = 0; index <= SI_MAX_ADDRS && count < max; index++) {
			union ibv_gid gid;

			if (gid_entry(ctx->index, port, index, &gid))
				fill_entry(&entries[count++], ctx->index, port, index);
		}
	return si_end_number(&c, (int)count);
}

enum { GID_TYPE_SYSFS_IB_ROCE_V1, GID_TYPE_SYSFS_ROCE_V2 };

int ibv_query_gid_type(struct ibv_context *context, uint8_t port, unsigned index, int *type)
{
	struct si_ctx *ctx = si_ctx_of(context);
	union ibv_gid gid;
	struct si_call c;

	if (si_begin(&c, "ibv_query_gid_type", "%s port=%u index=%u", SI_NAME(ctx, context), port, index))
		return si_end_minus_one(&c, c.err);
	if (!good_ctx(ctx, "ibv_query_gid_type"))
		return si_end_minus_one(&c, si_null_argument());
	if (!good_port(port) || !gid_entry(ctx->index, port, index, &gid))
		return si_end_minus_one(&c, EINVAL);
	*type = si.cfg.fabric == SI_IB || si.cfg.roce_v1 ? GID_TYPE_SYSFS_IB_ROCE_V1 : GID_TYPE_SYSFS_ROCE_V2;
	return si_end_minus_one(&c, 0);
}

int ibv_query_pkey(struct ibv_context *context, uint8_t port, int index, __be16 *pkey)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_call c;

	if (si_begin(&c, "ibv_query_pkey", "%s port=%u index=%d", SI_NAME(ctx, context), port, index))
		return si_end_minus_one(&c, c.err);
	if (!good_ctx(ctx, "ibv_query_pkey"))
		return si_end_minus_one(&c, si_null_argument());
	if (!good_port(port) || index < 0)
		return si_end_minus_one(&c, EINVAL);
	*pkey = index ? 0 : htobe16(0xffff);
	return si_end_minus_one(&c, 0);
}
