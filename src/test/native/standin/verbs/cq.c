/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues: creation, completions coming in, polling, arming. */
#include "../core/call.h"
#include "../core/fabric.h"
#include "../core/verbs.h"

#include <endian.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#define HANGING_POLLS 1000 /* with nothing happening in between: it never will */

static void cleanup(struct si_object *object)
{
	struct si_cq *cq = si_of(object, struct si_cq, obj);

	if (cq->noop)
		si_noop_end();
	free(cq->ring);
	free(cq->noop);
	cq->ring = NULL;
	cq->noop = NULL;
	pthread_mutex_destroy(&cq->pub.mutex);
	pthread_cond_destroy(&cq->pub.cond);
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *cq_context, struct ibv_comp_channel *channel,
			     int vector)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_comp_channel *cc = si_cc_of(channel);
	struct si_cq *cq;
	struct si_call c;

	if (si_begin(&c, "ibv_create_cq", "%s cqe=%d channel=%s vector=%d", SI_NAME(ctx, context), cqe,
		     SI_NAME(cc, channel), vector))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!ctx)
		return si_end_pointer(&c, NULL, NULL, si_null_argument());
	if (cc && !si_object_check(&cc->obj, SI_COMP_CHANNEL, "ibv_create_cq"))
		return si_end_pointer(&c, NULL, NULL, EINVAL);
	if (cqe < 1 || cqe > si.cfg.max_cqe || vector < 0 || vector >= context->num_comp_vectors)
		return si_end_pointer(&c, NULL, NULL, EINVAL);
	if (si.live[SI_CQ] >= (unsigned)si.cfg.max_cq)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	cq = si_object_new(SI_CQ, sizeof *cq);
	if (!cq)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	cq->obj.cleanup = cleanup;
	cq->pub.context = context;
	cq->pub.channel = channel;
	cq->pub.cq_context = cq_context;
	cq->pub.handle = cq->obj.ordinal;
	cq->pub.cqe = cqe;
	pthread_mutex_init(&cq->pub.mutex, NULL);
	pthread_cond_init(&cq->pub.cond, NULL);
	if (si.cfg.noop)
		si_noop_cq(cq);
	else
		cq->ring = calloc((size_t)cqe, sizeof *cq->ring);
	if (!cq->ring && !cq->noop) {
		si_object_die(&cq->obj);
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	}
	return si_end_pointer(&c, &cq->obj, &cq->pub, 0);
}

static bool acked(void *arg)
{
	struct si_cq *cq = arg;

	return !cq->unacked;
}

int ibv_destroy_cq(struct ibv_cq *pub)
{
	struct si_cq *cq = si_cq_of(pub);
	struct si_comp_channel *cc;
	struct si_call c;

	if (si_begin(&c, "ibv_destroy_cq", "%s", SI_NAME(cq, pub))) {
		if (cq)
			cq->obj.kept = true;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(cq ? &cq->obj : NULL, SI_CQ, "ibv_destroy_cq"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct si_qp *qp = o->kind == SI_QP && o->alive ? si_of(o, struct si_qp, obj) : NULL;

		if (!qp || (qp->pub.send_cq != pub && qp->pub.recv_cq != pub))
			continue;
		if (o->kept)
			cq->obj.kept = true;
		else
			si_defect("ibv_destroy_cq: %s with live %s", cq->obj.name, o->name);
		return si_end_value(&c, EBUSY);
	}
	/* The real call waits for acknowledgements: for ever, when this very thread owes them. */
	if (cq->unacked && (cq->event_thread == si_thread() || !si_wait_until(acked, cq, si.cfg.ack_wait_ms)))
		si_defect("ibv_destroy_cq: %s has %u unacknowledged events", cq->obj.name, cq->unacked);
	cc = si_cc_of(pub->channel);
	if (cc && cc->obj.alive) {
		struct si_cq_event **where = &cc->first;

		while (*where)
			if ((*where)->cq == cq) {
				struct si_cq_event *event = *where;

				*where = event->next;
				free(event);
			} else {
				where = &(*where)->next;
			}
		cc->last = where;
		si_gate_set(&cc->gate, cc->first != NULL);
	}
	cq->unacked = 0;
	si_object_die(&cq->obj);
	si_object_release(&cq->obj);
	return si_end_value(&c, 0);
}

void si_cq_notify(struct si_cq *cq)
{
	struct si_comp_channel *cc = si_cc_of(cq->pub.channel);
	struct si_cq_event *event;

	cq->armed = false;
	if (!cc || !cc->obj.alive || !(event = calloc(1, sizeof *event)))
		return;
	event->cq = cq;
	*cc->last = event;
	cc->last = &event->next;
	si.counters[SI_N_CQ_EVENTS]++;
	si_gate_set(&cc->gate, true);
	pthread_cond_broadcast(&si_changed);
}

void si_cq_add(struct si_cq *cq, const struct si_completion *completion)
{
	si.counters[SI_N_COMPLETIONS]++;
	if (cq->count == (unsigned)cq->pub.cqe) {
		si_defect("%s overrun: it has room for %d completions", cq->obj.name, cq->pub.cqe);
		return;
	}
	cq->ring[(cq->head + cq->count++) % (unsigned)cq->pub.cqe] = *completion;
	if (cq->armed && (!cq->solicited_only || completion->wc.status != IBV_WC_SUCCESS))
		si_cq_notify(cq);
}

/* The completions of a destroyed QP go with it. */
void si_cq_purge(struct si_cq *cq, const struct si_qp *qp)
{
	unsigned kept = 0, cqe = (unsigned)cq->pub.cqe;

	if (!cq->ring)
		return;
	for (unsigned i = 0; i < cq->count; i++) {
		struct si_completion *completion = &cq->ring[(cq->head + i) % cqe];

		if (completion->qp != qp)
			cq->ring[(cq->head + kept++) % cqe] = *completion;
	}
	cq->count = kept;
}

static void log_wc(const struct si_completion *completion)
{
	const struct ibv_wc *wc = &completion->wc;

	if (!si.cfg.log)
		return;
	if (wc->status != IBV_WC_SUCCESS)
		si_line("wc %s %s %s vendor=0x%x", completion->qp->obj.name, completion->receive ? "recv" : "send",
			si_wc_status_name(wc->status), wc->vendor_err);
	else if (completion->receive)
		si_line("wc %s recv SUCCESS len=%u imm=%s src_qp=0x%x grh=%d", completion->qp->obj.name, wc->byte_len,
			wc->wc_flags & IBV_WC_WITH_IMM ? si_fmt("0x%x", be32toh(wc->imm_data)) : "-", wc->src_qp,
			!!(wc->wc_flags & IBV_WC_GRH));
	else
		si_line("wc %s send SUCCESS", completion->qp->obj.name);
}

static void take(struct si_cq *cq, struct ibv_wc *wc)
{
	struct si_completion *completion = &cq->ring[cq->head];
	struct si_queue *queue = completion->receive ? &completion->qp->rq : &completion->qp->sq;

	*wc = completion->wc;
	queue->used -= completion->slots < queue->used ? completion->slots : queue->used;
	log_wc(completion);
	cq->head = (cq->head + 1) % (unsigned)cq->pub.cqe;
	cq->count--;
	si.counters[SI_N_POLLED]++;
}

int si_poll_cq(struct ibv_cq *pub, int max, struct ibv_wc *wc)
{
	struct si_cq *cq = si_cq_of(pub);
	struct si_call c;
	int count;

	if (si_begin(&c, "ibv_poll_cq", "%s max=%d", SI_NAME(cq, pub), max))
		return si_end_number(&c, 0);
	if (!si_object_check(cq ? &cq->obj : NULL, SI_CQ, "ibv_poll_cq"))
		return si_end_number(&c, -(pub ? EINVAL : si_null_argument()));
	if (!cq->count)
		si_ud_pump(cq, false);
	count = max < (int)cq->count ? max : (int)cq->count;
	if (!count) {
		si.counters[SI_N_EMPTY_POLLS]++;
		if (++si.idle_polls == HANGING_POLLS)
			si_hang("ibv_poll_cq");
		si_end_silent(&c, 0);
		if (max > 0)
			sched_yield();
		return 0;
	}
	si.idle_polls = 0;
	si_log_call_first(&c, count);
	for (int i = 0; i < count; i++) {
		take(cq, &wc[i]);
		if (si.cfg.ninjects)
			si_inject_after(SI_AFTER_WC, 0, ++si.handed_wcs);
	}
	return si_end_silent(&c, count);
}

int si_req_notify_cq(struct ibv_cq *pub, int solicited_only)
{
	struct si_cq *cq = si_cq_of(pub);
	struct si_call c;

	if (si_begin(&c, "ibv_req_notify_cq", "%s solicited=%d", SI_NAME(cq, pub), solicited_only))
		return si_end_value(&c, c.err);
	if (!si_object_check(cq ? &cq->obj : NULL, SI_CQ, "ibv_req_notify_cq"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	if (!cq->pub.channel)
		si_defect("ibv_req_notify_cq: %s has no completion channel", cq->obj.name);
	cq->armed = true;
	cq->solicited_only = solicited_only != 0;
	si_ud_pump(cq, true);
	return si_end_value(&c, 0);
}
