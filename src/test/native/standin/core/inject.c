/* SPDX-License-Identifier: BSD-2-Clause */
#include "events.h"
#include "verbs.h"

static bool someone_waits(void)
{
	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->kind == SI_CHANNEL && o->alive && si_of(o, struct si_channel, obj)->gate.waiters)
			return true;
	return false;
}

static void run(struct si_inject *inject)
{
	struct si_id *id;

	inject->done = true;
	if (inject->async) {
		si_async_raise(inject->type);
		return;
	}
	id = si_id_find(inject->id);
	if (!id) {
		si_note("nothing to inject %s into", si_cm_event_name(inject->type));
		return;
	}
	si_event_queue(id,
		       inject->type == RDMA_CM_EVENT_MULTICAST_ERROR || inject->type == RDMA_CM_EVENT_MULTICAST_JOIN
			       ? id->mcs
			       : NULL,
		       inject->type, inject->status);
}

void si_inject_after(enum si_when when, int func, unsigned nth)
{
	bool waits = false, any = false;

	for (int i = 0; i < si.cfg.ninjects; i++) {
		struct si_inject *inject = &si.cfg.injects[i];

		if (inject->done || inject->when != when || inject->nth != nth ||
		    (when == SI_AFTER_CALL && inject->func != func))
			continue;
		if (!any)
			waits = someone_waits();
		any = true;
		run(inject);
	}
	/* A program with an event thread sees the event before the call returns: the order is always the same. */
	if (any && waits)
		si_settle(si.cfg.ack_wait_ms);
}

static void run_timed(void *arg)
{
	run(arg);
}

void si_inject_start_timers(void)
{
	for (int i = 0; i < si.cfg.ninjects; i++)
		if (si.cfg.injects[i].when == SI_AFTER_MS)
			si_timer_add(si.cfg.injects[i].nth, run_timed, &si.cfg.injects[i], false);
}
