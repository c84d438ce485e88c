/* SPDX-License-Identifier: BSD-2-Clause */
#include "standin.h"

#include "core.h"
#include "events.h"
#include "fabric.h"
#include "verbs.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct si_state si = {.objects_tail = &si.objects};
pthread_mutex_t si_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t si_changed = PTHREAD_COND_INITIALIZER;

unsigned si_thread(void)
{
	static __thread unsigned number, generation = ~0u;

	if (generation != si.generation) {
		generation = si.generation;
		number = si.threads++;
	}
	return number;
}

static void start(const char *text)
{
	si.ready = true;
	si.pid = (uint32_t)getpid();
	si_line("config %s", text ? text : "");
	si_groups_open();
	if (si.cfg.dir[0])
		si_wire_open();
	si_inject_start_timers();
}

void si_ready(void)
{
	const char *text = getenv("MCKEY_STANDIN"), *log = getenv("MCKEY_STANDIN_LOG");
	char why[200];

	if (si.ready)
		return;
	if (si_config_parse(&si.cfg, text, why, sizeof why)) {
		fprintf(stderr, "mckey stand-in: %s\n", why);
		_exit(125);
	}
	if (!text || !strstr(text, "null=")) /* a process of its own: what the real libraries do */
		si.cfg.null_crashes = true;
	si_log_open(si.cfg.logfile[0] ? si.cfg.logfile : log);
	start(text);
}

void si_hang(const char *func)
{
	if (!si.cfg.hang_status || si.cfg.dir[0] || si_timers_pending() || si_thread())
		return;
	si_line("hang %s", func);
	pthread_mutex_unlock(&si_lock);
	exit(si.cfg.hang_status); /* what is in stdio's buffers is seen, as it were on a terminal */
}

static bool nobody_waits(void *unused)
{
	(void)unused;
	return !si.waiting;
}

static void clear(void)
{
	si_helper_stop();
	si.generation++;
	for (struct si_object *o = si.objects; o; o = o->next) {
		if (o->kind == SI_CHANNEL)
			si_gate_set(&si_of(o, struct si_channel, obj)->gate, true);
		else if (o->kind == SI_COMP_CHANNEL)
			si_gate_set(&si_of(o, struct si_comp_channel, obj)->gate, true);
		else if (o->kind == SI_CTX || o->kind == SI_CMCTX)
			si_gate_set(&si_of(o, struct si_ctx, obj)->async, true);
	}
	pthread_cond_broadcast(&si_changed);
	si_wait_until(nobody_waits, NULL, 2000);
	si_wire_close();
	si_groups_close();
	si_devices_reset();
	si_object_free_all();
	si_log_clear();
}

int mckey_standin_reset(const char *config)
{
	char why[200];
	unsigned generation;
	int rc;

	pthread_mutex_lock(&si_lock);
	clear();
	generation = si.generation;
	memset(&si, 0, sizeof si);
	si.generation = generation;
	si.objects_tail = &si.objects;
	rc = si_config_parse(&si.cfg, config, why, sizeof why);
	if (rc)
		si_defect("%s", why);
	si_log_open(si.cfg.logfile);
	start(config);
	pthread_mutex_unlock(&si_lock);
	return rc;
}

void mckey_standin_settle(int ms)
{
	int failed;

	pthread_mutex_lock(&si_lock);
	if (si.ready)
		si_settle(ms);
	failed = si.failed_waiter;
	pthread_mutex_unlock(&si_lock);
	/* Stock's event thread says what failed and ends: the program must not be faster. */
	while (failed && ms-- > 0 && !tgkill(getpid(), failed, 0))
		usleep(1000);
}

int mckey_standin_members(void)
{
	int count;

	pthread_mutex_lock(&si_lock);
	si_ready();
	count = si_member_count();
	pthread_mutex_unlock(&si_lock);
	return count;
}
