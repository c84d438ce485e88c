/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion channels and their events. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <errno.h>
#include <stdlib.h>

static void cleanup(struct si_object *object)
{
	struct si_comp_channel *cc = si_of(object, struct si_comp_channel, obj);

	while (cc->first) {
		struct si_cq_event *event = cc->first;

		cc->first = event->next;
		free(event);
	}
	si_gate_close(&cc->gate);
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_comp_channel *cc;
	struct si_call c;
	int err;

	if (si_begin(&c, "ibv_create_comp_channel", "%s", SI_NAME(ctx, context)))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!ctx)
		return si_end_pointer(&c, NULL, NULL, si_null_argument());
	cc = si_object_new(SI_COMP_CHANNEL, sizeof *cc);
	if (!cc)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	cc->last = &cc->first;
	cc->obj.cleanup = cleanup;
	cc->pub.context = context;
	err = si_gate_open(&cc->gate);
	cc->pub.fd = cc->gate.fd;
	if (err) {
		si_object_die(&cc->obj);
		return si_end_pointer(&c, NULL, NULL, err);
	}
	return si_end_pointer(&c, &cc->obj, &cc->pub, 0);
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *pub)
{
	struct si_comp_channel *cc = si_cc_of(pub);
	struct si_call c;

	if (si_begin(&c, "ibv_destroy_comp_channel", "%s", SI_NAME(cc, pub))) {
		if (cc)
			cc->obj.kept = true;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(cc ? &cc->obj : NULL, SI_COMP_CHANNEL, "ibv_destroy_comp_channel"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->alive && o->kind == SI_CQ && si_of(o, struct si_cq, obj)->pub.channel == pub) {
			if (o->kept)
				cc->obj.kept = true;
			else
				si_defect("ibv_destroy_comp_channel: %s with live %s", cc->obj.name, o->name);
			return si_end_value(&c, EBUSY);
		}
	si_object_die(&cc->obj);
	si_object_release(&cc->obj);
	return si_end_value(&c, 0);
}

int ibv_get_cq_event(struct ibv_comp_channel *pub, struct ibv_cq **cq, void **context)
{
	struct si_comp_channel *cc = si_cc_of(pub);
	struct si_cq_event *event;
	struct si_call c;
	int err;

	if (si_begin(&c, "ibv_get_cq_event", "%s", SI_NAME(cc, pub)))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(cc ? &cc->obj : NULL, SI_COMP_CHANNEL, "ibv_get_cq_event"))
		return si_end_minus_one(&c, pub ? EBADF : si_null_argument());
	while (!cc->first) {
		err = si_gate_wait(&cc->gate, &cc->obj);
		if (err || !cc->obj.alive)
			return si_end_minus_one(&c, err ? err : EBADF);
	}
	event = cc->first;
	cc->first = event->next;
	if (!cc->first) {
		cc->last = &cc->first;
		si_gate_set(&cc->gate, false);
	}
	*cq = &event->cq->pub;
	*context = event->cq->pub.cq_context;
	event->cq->unacked++;
	event->cq->event_thread = si_thread();
	si_result(&c, "%s", event->cq->obj.name);
	free(event);
	return si_end_minus_one(&c, 0);
}

void ibv_ack_cq_events(struct ibv_cq *pub, unsigned count)
{
	struct si_cq *cq = si_cq_of(pub);
	struct si_call c;

	si_begin(&c, "ibv_ack_cq_events", "%s n=%u", SI_NAME(cq, pub), count);
	if (si_object_check(cq ? &cq->obj : NULL, SI_CQ, "ibv_ack_cq_events")) {
		if (count > cq->unacked)
			si_defect("ibv_ack_cq_events: %u of %s acknowledged, %u taken", count, cq->obj.name,
				  cq->unacked);
		cq->unacked -= count < cq->unacked ? count : cq->unacked;
		pthread_cond_broadcast(&si_changed);
	} else if (!pub) {
		si_null_argument();
	}
	si_end_void(&c);
}
