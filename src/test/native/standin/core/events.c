/* SPDX-License-Identifier: BSD-2-Clause */
#include "events.h"

#include <stdlib.h>

static void put(void *arg)
{
	struct si_pending *pending = arg;
	struct si_channel *channel = pending->channel;

	if (!channel->obj.alive || !pending->id->obj.alive) {
		free(pending);
		return;
	}
	si_trace("queued %s for %s", si_cm_event_name(pending->type), pending->id->obj.name);
	pending->next = NULL;
	*channel->last = pending;
	channel->last = &pending->next;
	pending->id->reported++;
	if (pending->mc)
		pending->mc->reported++;
	si_gate_set(&channel->gate, true);
	pthread_cond_broadcast(&si_changed);
}

static bool picked(const struct si_pick *pick, int type, unsigned nth, unsigned nth_of_type)
{
	return pick->type < 0 ? pick->nth == nth : pick->type == type && pick->nth == nth_of_type;
}

void si_event_queue(struct si_id *id, struct si_mc *mc, int type, int status)
{
	struct si_pending *pending = calloc(1, sizeof *pending);
	unsigned nth = ++si.queued_events;
	unsigned nth_of_type = type >= 0 && type < 64 ? ++si.queued_by_type[type] : 0;
	int delay = 0;

	if (!pending)
		return;
	*pending = (struct si_pending){.channel = id->channel, .id = id, .mc = mc, .type = type, .status = status};
	for (int i = 0; i < si.cfg.nevents; i++) {
		const struct si_event_rule *rule = &si.cfg.events[i];

		if (!picked(&rule->pick, type, nth, nth_of_type))
			continue;
		if (rule->action == SI_EVENT_DROP) {
			si_trace("dropped %s for %s", si_cm_event_name(type), id->obj.name);
			free(pending);
			return;
		}
		if (rule->action == SI_EVENT_DELAY) {
			delay = rule->ms;
		} else {
			pending->type = rule->type;
			pending->status = rule->status;
		}
	}
	if (delay)
		si_timer_add(delay, put, pending, true);
	else
		put(pending);
}

struct si_id *si_id_find(unsigned ordinal)
{
	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->kind == SI_ID && o->ordinal == ordinal && o->alive)
			return si_of(o, struct si_id, obj);
	return NULL;
}

/* Events still queued for something that goes away are never reported, as in the kernel. */
void si_event_forget(struct si_id *id, struct si_mc *mc)
{
	struct si_channel *channel = id->channel;
	struct si_pending **where = &channel->first;

	while (*where) {
		struct si_pending *pending = *where;

		if (pending->id != id || (mc && pending->mc != mc)) {
			where = &pending->next;
			continue;
		}
		*where = pending->next;
		id->reported--;
		if (pending->mc)
			pending->mc->reported--;
		free(pending);
	}
	channel->last = where;
	si_gate_set(&channel->gate, channel->first != NULL);
}

/* Nothing queued on a channel, a thread waiting there, no event in another thread's hands. */
static bool settled(void *arg)
{
	unsigned self = *(unsigned *)arg;

	if (si.failed_waiter)
		return true;
	for (struct si_object *o = si.objects; o; o = o->next) {
		if (!o->alive)
			continue;
		if (o->kind == SI_CHANNEL) {
			struct si_channel *channel = si_of(o, struct si_channel, obj);

			if (channel->first || !channel->gate.waiters)
				return false;
		} else if (o->kind == SI_EVENT && !o->kept && si_of(o, struct si_event, obj)->thread != self) {
			return false;
		}
	}
	return true;
}

void si_settle(int ms)
{
	unsigned self = si_thread();

	if (!si_wait_until(settled, &self, ms))
		si_note("another thread did not take its events in time");
}
