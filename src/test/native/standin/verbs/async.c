/* SPDX-License-Identifier: BSD-2-Clause */
/* Asynchronous events of a device. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <errno.h>
#include <stdlib.h>

void si_async_raise(int type)
{
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct si_ctx *ctx = o->kind == SI_CTX || o->kind == SI_CMCTX ? si_of(o, struct si_ctx, obj) : NULL;
		struct si_async *event;

		if (!ctx || !o->alive || !(event = calloc(1, sizeof *event)))
			continue;
		event->event.event_type = (enum ibv_event_type)type;
		event->event.element.port_num = 1;
		*ctx->last = event;
		ctx->last = &event->next;
		si_gate_set(&ctx->async, true);
	}
	pthread_cond_broadcast(&si_changed);
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *to)
{
	struct si_ctx *ctx = si_ctx_of(context);
	struct si_async *event;
	struct si_call c;
	int err;

	if (si_begin(&c, "ibv_get_async_event", "%s", SI_NAME(ctx, context)))
		return si_end_minus_one(&c, c.err);
	if (!ctx)
		return si_end_minus_one(&c, si_null_argument());
	while (!ctx->first) {
		err = si_gate_wait(&ctx->async, &ctx->obj);
		if (err)
			return si_end_minus_one(&c, err);
	}
	event = ctx->first;
	ctx->first = event->next;
	if (!ctx->first) {
		ctx->last = &ctx->first;
		si_gate_set(&ctx->async, false);
	}
	*to = event->event;
	free(event);
	si_result(&c, "type=%d", (int)to->event_type);
	return si_end_minus_one(&c, 0);
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	struct si_call c;

	si_begin(&c, "ibv_ack_async_event", "type=%d", event ? (int)event->event_type : -1);
	si_end_void(&c);
}
