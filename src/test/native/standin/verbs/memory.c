/* SPDX-License-Identifier: BSD-2-Clause */
/* Protection domains, memory regions, address handles. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#undef ibv_reg_mr

static bool good_ctx(struct si_ctx *ctx, const char *func)
{
	if (ctx && ctx->obj.alive && (ctx->obj.kind == SI_CMCTX || ctx->obj.kind == SI_CTX))
		return true;
	return si_object_check(ctx ? &ctx->obj : NULL, SI_CTX, func);
}

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_pd *pd;
	struct si_call c;

	if (si_begin(&c, "ibv_alloc_pd", "%s", SI_NAME(ctx, context)))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!good_ctx(ctx, "ibv_alloc_pd"))
		return si_end_pointer(&c, NULL, NULL, si_null_argument());
	if (si.live[SI_PD] >= (unsigned)si.cfg.max_pd)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	pd = si_object_new(SI_PD, sizeof *pd);
	if (!pd)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	pd->pub.context = context;
	pd->pub.handle = pd->obj.ordinal;
	return si_end_pointer(&c, &pd->obj, &pd->pub, 0);
}

static struct si_object *child_of(const struct ibv_pd *pd)
{
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct ibv_pd *parent = NULL;

		if (!o->alive)
			continue;
		if (o->kind == SI_MR)
			parent = si_of(o, struct si_mr, obj)->pub.pd;
		else if (o->kind == SI_QP)
			parent = si_of(o, struct si_qp, obj)->pub.pd;
		else if (o->kind == SI_AH)
			parent = si_of(o, struct si_ah, obj)->pub.pd;
		if (parent == pd)
			return o;
	}
	return NULL;
}

int ibv_dealloc_pd(struct ibv_pd *pub)
{
	struct si_pd *pd = si_pd_of(pub);
	struct si_object *child;
	struct si_call c;

	if (si_begin(&c, "ibv_dealloc_pd", "%s", SI_NAME(pd, pub))) {
		if (pd)
			pd->obj.kept = true;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(pd ? &pd->obj : NULL, SI_PD, "ibv_dealloc_pd"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	child = child_of(pub);
	if (child) {
		if (child->kept)
			pd->obj.kept = true;
		else
			si_defect("ibv_dealloc_pd: %s with live %s", pd->obj.name, child->name);
		return si_end_value(&c, EBUSY);
	}
	si_object_die(&pd->obj);
	return si_end_value(&c, 0);
}

static const char *access_text(unsigned access)
{
	static const char *const names[] = {"LOCAL_WRITE", "REMOTE_WRITE", "REMOTE_READ", "REMOTE_ATOMIC", "MW_BIND",
					    "ZERO_BASED", "ON_DEMAND", "HUGETLB"};

	return si_flags_text(access, names, 8);
}

static struct ibv_mr *reg_mr(struct ibv_pd *pub, void *addr, size_t length, unsigned access)
{
	struct si_pd *pd = si_pd_of(pub);
	struct si_mr *mr;
	struct si_call c;

	if (si_begin(&c, "ibv_reg_mr", "%s length=%zu access=%s", SI_NAME(pd, pub), length, access_text(access)))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!si_object_check(pd ? &pd->obj : NULL, SI_PD, "ibv_reg_mr"))
		return si_end_pointer(&c, NULL, NULL, pub ? EINVAL : si_null_argument());
	if (si.live[SI_MR] >= (unsigned)si.cfg.max_mr)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	mr = si_object_new(SI_MR, sizeof *mr);
	if (!mr)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	mr->access = (int)access;
	mr->pub.context = pub->context;
	mr->pub.pd = pub;
	mr->pub.addr = addr;
	mr->pub.length = length;
	mr->pub.handle = mr->obj.ordinal;
	mr->pub.lkey = mr->pub.rkey = (mr->obj.ordinal + 1) << 8 | 0x5a;
	return si_end_pointer(&c, &mr->obj, &mr->pub, 0);
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	return reg_mr(pd, addr, length, (unsigned)access);
}

/* What the header's macro calls when the access flags are no constant: the same call to the log. */
struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova, unsigned access)
{
	if (iova != (uintptr_t)addr) {
		errno = EOPNOTSUPP;
		return NULL;
	}
	return reg_mr(pd, addr, length, access);
}

static bool queue_uses(const struct si_queue *queue, uint32_t lkey)
{
	for (unsigned i = 0; i < queue->count; i++) {
		const struct si_wr *wr = &queue->ring[(queue->head + i) % queue->size];

		for (int s = 0; s < wr->num_sge; s++)
			if (wr->sge[s].lkey == lkey)
				return true;
	}
	return false;
}

int ibv_dereg_mr(struct ibv_mr *pub)
{
	struct si_mr *mr = si_mr_of(pub);
	struct si_call c;

	if (si_begin(&c, "ibv_dereg_mr", "%s", SI_NAME(mr, pub))) {
		if (mr)
			mr->obj.kept = true;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(mr ? &mr->obj : NULL, SI_MR, "ibv_dereg_mr"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct si_qp *qp = o->kind == SI_QP ? si_of(o, struct si_qp, obj) : NULL;

		if (qp && o->alive && !o->kept &&
		    (queue_uses(&qp->sq, pub->lkey) || queue_uses(&qp->rq, pub->lkey)))
			si_defect("ibv_dereg_mr: %s is still used by requests of %s", mr->obj.name, o->name);
	}
	si_object_die(&mr->obj);
	return si_end_value(&c, 0);
}

struct si_mr *si_mr_find(uint32_t lkey, uint64_t addr, uint64_t length, const struct ibv_pd *pd)
{
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct si_mr *mr = o->kind == SI_MR && o->alive ? si_of(o, struct si_mr, obj) : NULL;
		uint64_t start = mr ? (uintptr_t)mr->pub.addr : 0;

		if (mr && mr->pub.lkey == lkey && (!pd || mr->pub.pd == pd) && addr >= start &&
		    length <= mr->pub.length && addr - start <= mr->pub.length - length)
			return mr;
	}
	return NULL;
}

/* mr0+40/100: offset in the region and length; ? where no region covers it. */
const char *si_sge_text(const struct ibv_sge *sge, int count)
{
	char text[160];
	size_t used = 0;

	text[0] = 0;
	for (int i = 0; i < count && used < 100; i++) {
		struct si_mr *mr = si_mr_find(sge[i].lkey, sge[i].addr, sge[i].length, NULL);

		if (mr)
			used += snprintf(text + used, sizeof text - used, "%s%s+%llu/%u", i ? "," : "", mr->obj.name,
					 (unsigned long long)(sge[i].addr - (uintptr_t)mr->pub.addr), sge[i].length);
		else
			used += snprintf(text + used, sizeof text - used, "%s?/%u", i ? "," : "", sge[i].length);
	}
	return si_fmt("%s", text);
}

struct ibv_ah *ibv_create_ah(struct ibv_pd *pub, struct ibv_ah_attr *attr)
{
	struct si_pd *pd = si_pd_of(pub);
	struct si_ah *ah;
	struct si_call c;

	if (si_begin(&c, "ibv_create_ah",
		     "%s dgid=%s dlid=0x%x sl=%u global=%u port=%u sgid_index=%u hop=%u tclass=%u flow=%u rate=%u "
		     "src_path_bits=%u",
		     SI_NAME(pd, pub), attr ? si_gid_text(attr->grh.dgid.raw) : "-", attr ? attr->dlid : 0,
		     attr ? attr->sl : 0, attr ? attr->is_global : 0, attr ? attr->port_num : 0,
		     attr ? attr->grh.sgid_index : 0, attr ? attr->grh.hop_limit : 0,
		     attr ? attr->grh.traffic_class : 0, attr ? attr->grh.flow_label : 0,
		     attr ? attr->static_rate : 0, attr ? attr->src_path_bits : 0))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!si_object_check(pd ? &pd->obj : NULL, SI_PD, "ibv_create_ah") || !attr)
		return si_end_pointer(&c, NULL, NULL, pub ? EINVAL : si_null_argument());
	if (attr->port_num < 1 || attr->port_num > si.cfg.nports)
		return si_end_pointer(&c, NULL, NULL, EINVAL);
	if (si.live[SI_AH] >= (unsigned)si.cfg.max_ah)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	ah = si_object_new(SI_AH, sizeof *ah);
	if (!ah)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	ah->attr = *attr;
	ah->pub.context = pub->context;
	ah->pub.pd = pub;
	ah->pub.handle = ah->obj.ordinal;
	return si_end_pointer(&c, &ah->obj, &ah->pub, 0);
}

int ibv_destroy_ah(struct ibv_ah *pub)
{
	struct si_ah *ah = si_ah_of(pub);
	struct si_call c;

	if (si_begin(&c, "ibv_destroy_ah", "%s", SI_NAME(ah, pub))) {
		if (ah)
			ah->obj.kept = true;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(ah ? &ah->obj : NULL, SI_AH, "ibv_destroy_ah"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	si_object_die(&ah->obj);
	return si_end_value(&c, 0);
}
