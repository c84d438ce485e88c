/* SPDX-License-Identifier: BSD-2-Clause */
/* Event channels and events. */
#include "cm.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void cleanup(struct si_object *object)
{
	struct si_channel *channel = si_of(object, struct si_channel, obj);

	while (channel->first) {
		struct si_pending *pending = channel->first;

		channel->first = pending->next;
		free(pending);
	}
	channel->last = &channel->first;
	si_gate_close(&channel->gate);
}

struct rdma_event_channel *rdma_create_event_channel(void)
{
	struct si_channel *channel;
	struct si_call c;
	int err;

	if (si_begin(&c, "rdma_create_event_channel", "%s", ""))
		return si_end_pointer(&c, NULL, NULL, c.err);
	if (!si.cfg.devices)
		return si_end_pointer(&c, NULL, NULL, ENODEV);
	channel = si_object_new(SI_CHANNEL, sizeof *channel);
	if (!channel)
		return si_end_pointer(&c, NULL, NULL, ENOMEM);
	channel->last = &channel->first;
	channel->obj.cleanup = cleanup;
	err = si_gate_open(&channel->gate);
	channel->pub.fd = channel->gate.fd;
	if (err) {
		si_object_die(&channel->obj);
		return si_end_pointer(&c, NULL, NULL, err);
	}
	return si_end_pointer(&c, &channel->obj, &channel->pub, 0);
}

void rdma_destroy_event_channel(struct rdma_event_channel *pub)
{
	struct si_channel *channel = si_channel_of(pub);
	struct si_call c;

	si_begin(&c, "rdma_destroy_event_channel", "%s", SI_NAME(channel, pub));
	if (!si_object_check(channel ? &channel->obj : NULL, SI_CHANNEL, "rdma_destroy_event_channel")) {
		if (!pub)
			si_null_argument();
		si_end_void(&c);
		return;
	}
	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->alive && !o->kept && o->kind == SI_ID && si_of(o, struct si_id, obj)->channel == channel)
			si_defect("rdma_destroy_event_channel: %s with live %s", channel->obj.name, o->name);
	si_object_die(&channel->obj);
	si_object_release(&channel->obj);
	si_end_void(&c);
}

/* What the library does with an event of this type before the program sees it. */
static void process(struct si_event *event)
{
	struct si_id *id = event->id;
	struct si_mc *mc = event->mc;
	int err = 0;

	if (event->pub.event == RDMA_CM_EVENT_ADDR_RESOLVED && !event->pub.status) {
		cm_set_verbs(id);
		return;
	}
	if (!mc)
		return;
	event->pub.param.ud = mc->param;
	event->pub.param.ud.private_data = mc->context;
	if (event->pub.event != RDMA_CM_EVENT_MULTICAST_JOIN || event->pub.status)
		return;
	/* The QP is attached to the group here, unless it only wants to send. */
	if (id->pub.qp && !mc->send_only && !si_qp_attached(si_qp_of(id->pub.qp), mc->group))
		err = si_qp_attach(si_qp_of(id->pub.qp), mc->group, mc->mgid);
	if (err) {
		event->pub.event = RDMA_CM_EVENT_MULTICAST_ERROR;
		event->pub.status = -1;
	}
}

static void describe(struct si_call *c, const struct si_event *event)
{
	const struct rdma_ud_param *ud = &event->pub.param.ud;

	if (event->pub.event == RDMA_CM_EVENT_MULTICAST_JOIN)
		si_result(c, "%s %s %s status=%d dgid=%s mlid=0x%x sl=%u qpn=0x%x qkey=0x%x", event->obj.name,
			  event->id->obj.name, si_cm_event_name(event->pub.event), event->pub.status,
			  si_gid_text(ud->ah_attr.grh.dgid.raw), ud->ah_attr.dlid, ud->ah_attr.sl, ud->qp_num,
			  ud->qkey);
	else
		si_result(c, "%s %s %s status=%d", event->obj.name, event->id->obj.name,
			  si_cm_event_name(event->pub.event), event->pub.status);
}

int rdma_get_cm_event(struct rdma_event_channel *pub, struct rdma_cm_event **to)
{
	struct si_channel *channel = si_channel_of(pub);
	struct si_pending *pending;
	struct si_event *event;
	struct si_call c;
	int err;

	if (si_begin(&c, "rdma_get_cm_event", "%s", SI_NAME(channel, pub))) {
		si.failed_waiter = si_thread() ? gettid() : 0;
		pthread_cond_broadcast(&si_changed);
		return si_end_minus_one(&c, c.err);
	}
	if (!si_object_check(channel ? &channel->obj : NULL, SI_CHANNEL, "rdma_get_cm_event"))
		return si_end_minus_one(&c, pub ? EBADF : si_null_argument());
	while (!channel->first) {
		err = si_gate_wait(&channel->gate, &channel->obj);
		if (err)
			return si_end_minus_one(&c, err);
	}
	pending = channel->first;
	event = si_object_new(SI_EVENT, sizeof *event);
	if (!event)
		return si_end_minus_one(&c, ENOMEM);
	channel->first = pending->next;
	if (!channel->first) {
		channel->last = &channel->first;
		si_gate_set(&channel->gate, false);
	}
	event->id = pending->id;
	event->mc = pending->mc;
	event->thread = si_thread();
	event->pub.id = &pending->id->pub;
	event->pub.event = (enum rdma_cm_event_type)pending->type;
	event->pub.status = pending->status;
	free(pending);
	process(event);
	describe(&c, event);
	*to = &event->pub;
	si.counters[SI_N_CM_EVENTS]++;
	if (si.cfg.ninjects)
		si_inject_after(SI_AFTER_EVENT, 0, ++si.handed_events);
	return si_end_minus_one(&c, 0);
}

int rdma_ack_cm_event(struct rdma_cm_event *pub)
{
	struct si_event *event = si_event_of(pub);
	struct si_call c;
	bool refused = si_begin(&c, "rdma_ack_cm_event", "%s", SI_NAME(event, pub));

	if (!pub)
		return si_end_minus_one(&c, EINVAL);
	if (!si_object_check(&event->obj, SI_EVENT, "rdma_ack_cm_event"))
		return si_end_minus_one(&c, EINVAL);
	if (!event->obj.kept) {
		event->id->acked++;
		if (event->mc)
			event->mc->acked++;
	}
	if (refused) { /* the program has done its part: nothing waits for this event any more */
		event->obj.kept = true;
		return si_end_minus_one(&c, c.err);
	}
	si_object_die(&event->obj);
	pthread_cond_broadcast(&si_changed);
	return si_end_minus_one(&c, 0);
}

const char *rdma_event_str(enum rdma_cm_event_type type)
{
	switch (type) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		return "RDMA_CM_EVENT_ADDR_RESOLVED";
	case RDMA_CM_EVENT_ADDR_ERROR:
		return "RDMA_CM_EVENT_ADDR_ERROR";
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		return "RDMA_CM_EVENT_ROUTE_RESOLVED";
	case RDMA_CM_EVENT_ROUTE_ERROR:
		return "RDMA_CM_EVENT_ROUTE_ERROR";
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		return "RDMA_CM_EVENT_CONNECT_REQUEST";
	case RDMA_CM_EVENT_CONNECT_RESPONSE:
		return "RDMA_CM_EVENT_CONNECT_RESPONSE";
	case RDMA_CM_EVENT_CONNECT_ERROR:
		return "RDMA_CM_EVENT_CONNECT_ERROR";
	case RDMA_CM_EVENT_UNREACHABLE:
		return "RDMA_CM_EVENT_UNREACHABLE";
	case RDMA_CM_EVENT_REJECTED:
		return "RDMA_CM_EVENT_REJECTED";
	case RDMA_CM_EVENT_ESTABLISHED:
		return "RDMA_CM_EVENT_ESTABLISHED";
	case RDMA_CM_EVENT_DISCONNECTED:
		return "RDMA_CM_EVENT_DISCONNECTED";
	case RDMA_CM_EVENT_DEVICE_REMOVAL:
		return "RDMA_CM_EVENT_DEVICE_REMOVAL";
	case RDMA_CM_EVENT_MULTICAST_JOIN:
		return "RDMA_CM_EVENT_MULTICAST_JOIN";
	case RDMA_CM_EVENT_MULTICAST_ERROR:
		return "RDMA_CM_EVENT_MULTICAST_ERROR";
	case RDMA_CM_EVENT_ADDR_CHANGE:
		return "RDMA_CM_EVENT_ADDR_CHANGE";
	case RDMA_CM_EVENT_TIMEWAIT_EXIT:
		return "RDMA_CM_EVENT_TIMEWAIT_EXIT";
	default:
		return "UNKNOWN EVENT";
	}
}
