/* SPDX-License-Identifier: BSD-2-Clause */
#include "standin.h"

#include "core.h"
#include "events.h"
#include "fabric.h"
#include "verbs.h"

#include <stdlib.h>
#include <string.h>

static const char *const counters[SI_COUNTERS] = {
	[SI_N_SENT] = "datagrams.sent",
	[SI_N_SENT_REMOTE] = "datagrams.sent_to_other_processes",
	[SI_N_ARRIVED] = "datagrams.arrived",
	[SI_N_DELIVERED] = "datagrams.delivered",
	[SI_N_NO_RECEIVE] = "datagrams.no_receive_posted",
	[SI_N_NO_MEMBER] = "datagrams.no_member",
	[SI_N_WRONG_QKEY] = "datagrams.wrong_qkey",
	[SI_N_DROPPED] = "datagrams.dropped_on_request",
	[SI_N_DUPLICATED] = "datagrams.duplicated_on_request",
	[SI_N_SWAPPED] = "datagrams.swapped_on_request",
	[SI_N_CORRUPTED] = "datagrams.corrupted_on_request",
	[SI_N_UNSENT] = "datagrams.discarded_with_qp",
	[SI_N_SEND_TIMEOUT] = "datagrams.other_process_too_slow",
	[SI_N_COMPLETIONS] = "completions",
	[SI_N_POLLED] = "completions.polled",
	[SI_N_EMPTY_POLLS] = "polls.empty",
	[SI_N_CQ_EVENTS] = "cq_events",
	[SI_N_CM_EVENTS] = "cm_events",
	[SI_N_NOOP_CPU] = "noop.cpu_ns",
};

static void report_counts(void)
{
	for (int i = 0; i < SI_COUNTERS; i++)
		if (si.counters[i])
			si_line("count %s %lu", counters[i], si.counters[i]);
	for (int i = 0; i < si_func_count(); i++)
		if (si.calls[i])
			si_line("calls %s %u", si_func_name(i), si.calls[i]);
	for (int i = 0; i < SI_KINDS; i++)
		if (si.ordinals[i])
			si_line("objects %s made %u most %u left %u", si_kind_name(i), si.ordinals[i], si.peak[i],
				si.live[i]);
}

static void report_left(void)
{
	for (struct si_object *o = si.objects; o; o = o->next) {
		if (!o->alive)
			continue;
		if (si_kind_is_leak(o->kind))
			si_line("%s %s", o->kept ? "kept" : "leak", o->name);
		else if (o->kind == SI_EVENT)
			si_line("%s %s", o->kept ? "kept" : "unacked", o->name);
		if (o->kind == SI_CQ && si_of(o, struct si_cq, obj)->unacked)
			si_line("unacked %s %u", o->name, si_of(o, struct si_cq, obj)->unacked);
	}
	for (int i = 0; i < si.cfg.ninjects; i++)
		if (!si.cfg.injects[i].done)
			si_line("pending inject %d", i + 1);
}

static void write_all(void)
{
	report_counts();
	report_left();
	si_line("defects %u", si.defects);
	si_line("end");
}

/* The totals are worked out anew each time and are no part of the running log. */
const char *mckey_standin_report(void)
{
	static char *last;
	size_t running;

	pthread_mutex_lock(&si_lock);
	si_ready();
	running = strlen(si_log_text());
	si_log_use_file(false);
	write_all();
	si_log_use_file(true);
	free(last);
	last = strdup(si_log_text());
	si_log_cut(running);
	pthread_mutex_unlock(&si_lock);
	return last;
}

__attribute__((destructor)) static void at_exit(void)
{
	pthread_mutex_lock(&si_lock);
	if (si.ready) {
		write_all();
		si_groups_close();
		si_wire_close();
	}
	pthread_mutex_unlock(&si_lock);
}
