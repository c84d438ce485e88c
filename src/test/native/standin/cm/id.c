/* SPDX-License-Identifier: BSD-2-Clause */
/* CM ids. */
#include "cm.h"

#include <errno.h>
#include <stdlib.h>

#define RDMA_UDP_QKEY 0x01234567
#define IPOIB_QKEY 0x0b1b /* what a subnet manager gives the IPoIB broadcast group */

static void cleanup(struct si_object *object)
{
	struct si_id *id = si_of(object, struct si_id, obj);

	while (id->mcs) {
		struct si_mc *mc = id->mcs;

		id->mcs = mc->next;
		free(mc);
	}
}

int rdma_create_id(struct rdma_event_channel *channel_pub, struct rdma_cm_id **to, void *context,
		   enum rdma_port_space ps)
{
	struct si_channel *channel = si_channel_of(channel_pub);
	bool datagrams = ps == RDMA_PS_UDP || ps == RDMA_PS_IPOIB;
	struct si_id *id;
	struct si_call c;

	if (si_begin(&c, "rdma_create_id", "%s ps=0x%x", SI_NAME(channel, channel_pub), ps))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(channel ? &channel->obj : NULL, SI_CHANNEL, "rdma_create_id"))
		return si_end_minus_one(&c, channel_pub ? EBADF : si_null_argument());
	if (!datagrams && ps != RDMA_PS_TCP && ps != RDMA_PS_IB)
		return si_end_minus_one(&c, EINVAL);
	id = si_object_new(SI_ID, sizeof *id);
	if (!id)
		return si_end_minus_one(&c, ENOMEM);
	id->obj.cleanup = cleanup;
	id->channel = channel;
	id->addr = -1;
	id->qkey = ps == RDMA_PS_IPOIB ? IPOIB_QKEY : RDMA_UDP_QKEY;
	id->pub.channel = channel_pub;
	id->pub.context = context;
	id->pub.ps = ps;
	id->pub.qp_type = datagrams ? IBV_QPT_UD : IBV_QPT_RC;
	*to = &id->pub;
	si_result(&c, "%s", id->obj.name);
	return si_end_minus_one(&c, 0);
}

static bool acked(void *arg)
{
	struct si_id *id = arg;

	return id->acked == id->reported;
}

static bool owed_here(const struct si_id *id)
{
	unsigned self = si_thread();

	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->alive && o->kind == SI_EVENT && si_of(o, struct si_event, obj)->id == id &&
		    si_of(o, struct si_event, obj)->thread == self)
			return true;
	return false;
}

int rdma_destroy_id(struct rdma_cm_id *pub)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;

	if (si_begin(&c, "rdma_destroy_id", "%s", SI_NAME(id, pub))) {
		if (id)
			id->obj.kept = true;
		return si_end_minus_one(&c, c.err);
	}
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_destroy_id"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	si_event_forget(id, NULL);
	/* The real call waits for acknowledgements: for ever, when this very thread owes them. */
	if (!acked(id) && (owed_here(id) || !si_wait_until(acked, id, si.cfg.ack_wait_ms)))
		si_defect("rdma_destroy_id: %s has %u unacknowledged events", id->obj.name, id->reported - id->acked);
	if (id->pub.qp && si_qp_of(id->pub.qp)->obj.alive)
		si_defect("rdma_destroy_id: %s with live %s", id->obj.name, si_qp_of(id->pub.qp)->obj.name);
	for (struct si_mc *mc = id->mcs; mc; mc = mc->next)
		if (mc->joined)
			si_note("rdma_destroy_id: %s had not left %s", id->obj.name,
				si_sockaddr_text((struct sockaddr *)&mc->addr));
	si_object_die(&id->obj);
	return si_end_minus_one(&c, 0);
}

int rdma_set_option(struct rdma_cm_id *pub, int level, int name, void *value, size_t length)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;

	if (si_begin(&c, "rdma_set_option", "%s level=%d name=%d length=%zu value=%s", SI_NAME(id, pub), level, name, length,
		     value && length == 1 ? si_fmt("0x%x", *(unsigned char *)value) : "?"))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_set_option"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	if (level != RDMA_OPTION_ID || !value)
		return si_end_minus_one(&c, ENOSYS);
	switch (name) {
	case RDMA_OPTION_ID_TOS:
	case RDMA_OPTION_ID_ACK_TIMEOUT:
		return si_end_minus_one(&c, length == 1 ? 0 : EINVAL);
	case RDMA_OPTION_ID_REUSEADDR:
	case RDMA_OPTION_ID_AFONLY:
		return si_end_minus_one(&c, length == sizeof(int) ? 0 : EINVAL);
	default:
		return si_end_minus_one(&c, ENOSYS);
	}
}
