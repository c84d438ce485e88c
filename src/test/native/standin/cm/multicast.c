/* SPDX-License-Identifier: BSD-2-Clause */
/* Joining and leaving, as the program calls it. */
#include "cm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int join(struct si_id *id, const struct sockaddr *addr, unsigned flags, void *context)
{
	struct si_mc *mc;
	int err;

	if (id->device < 0 || (id->addr < 0 && !id->resolved))
		return EINVAL;
	mc = calloc(1, sizeof *mc);
	if (!mc)
		return ENOMEM;
	memcpy(&mc->addr, addr, cm_addrlen(addr));
	mc->context = context;
	mc->send_only = flags == RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER;
	mc->group = -1;
	err = cm_fabric_join(id, mc);
	if (err) {
		free(mc);
		return err;
	}
	mc->joined = true;
	mc->next = id->mcs;
	id->mcs = mc;
	si_event_queue(id, mc, mc->failed ? RDMA_CM_EVENT_MULTICAST_ERROR : RDMA_CM_EVENT_MULTICAST_JOIN, mc->failed);
	return 0;
}

static const char *flags_name(unsigned flags)
{
	return flags == RDMA_MC_JOIN_FLAG_FULLMEMBER	      ? "FULLMEMBER"
	       : flags == RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER ? "SENDONLY_FULLMEMBER"
							      : si_fmt("0x%x", flags);
}

int rdma_join_multicast_ex(struct rdma_cm_id *pub, struct rdma_cm_join_mc_attr_ex *attr, void *context)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;

	if (si_begin(&c, "rdma_join_multicast_ex", "%s %s flags=%s mask=0x%x", SI_NAME(id, pub),
		     si_sockaddr_text(attr->addr), flags_name(attr->join_flags), attr->comp_mask))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_join_multicast_ex"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	if (attr->comp_mask >= RDMA_CM_JOIN_MC_ATTR_RESERVED)
		return si_end_minus_one(&c, ENOTSUP);
	if (attr->comp_mask != (RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS) ||
	    attr->join_flags >= RDMA_MC_JOIN_FLAG_RESERVED || !cm_addrlen(attr->addr))
		return si_end_minus_one(&c, EINVAL);
	return si_end_minus_one(&c, join(id, attr->addr, attr->join_flags, context));
}

int rdma_join_multicast(struct rdma_cm_id *pub, struct sockaddr *addr, void *context)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;

	if (si_begin(&c, "rdma_join_multicast", "%s %s", SI_NAME(id, pub), si_sockaddr_text(addr)))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_join_multicast"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	if (!cm_addrlen(addr))
		return si_end_minus_one(&c, EINVAL);
	return si_end_minus_one(&c, join(id, addr, RDMA_MC_JOIN_FLAG_FULLMEMBER, context));
}

static bool acked(void *arg)
{
	struct si_mc *mc = arg;

	return mc->acked == mc->reported;
}

static bool owed_here(const struct si_mc *mc)
{
	unsigned self = si_thread();

	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->alive && o->kind == SI_EVENT && si_of(o, struct si_event, obj)->mc == mc &&
		    si_of(o, struct si_event, obj)->thread == self)
			return true;
	return false;
}

int rdma_leave_multicast(struct rdma_cm_id *pub, struct sockaddr *addr)
{
	struct si_id *id = si_id_of(pub);
	struct si_mc *mc;
	struct si_call c;

	if (si_begin(&c, "rdma_leave_multicast", "%s %s", SI_NAME(id, pub), si_sockaddr_text(addr)))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_leave_multicast"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	if (!cm_addrlen(addr))
		return si_end_minus_one(&c, EINVAL);
	for (mc = id->mcs; mc; mc = mc->next)
		if (mc->joined && !memcmp(&mc->addr, addr, cm_addrlen(addr)))
			break;
	if (!mc)
		return si_end_minus_one(&c, EADDRNOTAVAIL);
	mc->joined = false;
	if (id->pub.qp && si_qp_of(id->pub.qp)->obj.alive)
		si_qp_detach(si_qp_of(id->pub.qp), mc->group);
	si_event_forget(id, mc);
	/* The real call waits for acknowledgements: for ever, when this very thread owes them. */
	if (!acked(mc) && (owed_here(mc) || !si_wait_until(acked, mc, si.cfg.ack_wait_ms)))
		si_defect("rdma_leave_multicast: %s has %u unacknowledged events of the group", id->obj.name,
			  mc->reported - mc->acked);
	return si_end_minus_one(&c, 0);
}
