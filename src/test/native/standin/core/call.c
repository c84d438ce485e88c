/* SPDX-License-Identifier: BSD-2-Clause */
#include "call.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void sleep_ms(long ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	while (nanosleep(&t, &t) && errno == EINTR)
		;
}

static void apply_rules(struct si_call *c)
{
	for (int i = 0; i < si.cfg.nrules; i++) {
		const struct si_rule *rule = &si.cfg.rules[i];

		if (rule->func != c->func || c->nth < rule->first || c->nth > rule->last)
			continue;
		if (rule->kind == SI_DELAY) {
			pthread_mutex_unlock(&si_lock);
			sleep_ms(rule->value);
			pthread_mutex_lock(&si_lock);
		} else if (rule->kind == SI_FAIL) {
			c->err = (int)rule->value;
		} else {
			c->forced = true;
			c->ret = rule->value;
			c->err = rule->err ? rule->err : EIO;
		}
	}
}

bool si_begin(struct si_call *c, const char *func, const char *fmt, ...)
{
	va_list ap;

	c->saved_errno = errno;
	c->err = 0;
	c->forced = false;
	c->args[0] = c->result[0] = 0;
	pthread_mutex_lock(&si_lock);
	si_ready();
	c->func = si_func_find(func);
	c->nth = ++si.calls[c->func];
	if (si.cfg.log) {
		va_start(ap, fmt);
		vsnprintf(c->args, sizeof c->args, fmt, ap);
		va_end(ap);
	}
	if (si.cfg.nrules)
		apply_rules(c);
	return c->err || c->forced;
}

void si_result(struct si_call *c, const char *fmt, ...)
{
	va_list ap;

	if (!si.cfg.log)
		return;
	va_start(ap, fmt);
	vsnprintf(c->result, sizeof c->result, fmt, ap);
	va_end(ap);
}

static void log_call(const struct si_call *c, const char *outcome)
{
	unsigned thread;

	if (!si.cfg.log)
		return;
	thread = si_thread();
	si_line("%s%s %s%s%s -> %s%s%s", thread ? si_fmt("call.t%u", thread) : "call", "", si_func_name(c->func),
		c->args[0] ? " " : "", c->args, outcome, c->result[0] ? " " : "", c->result);
}

static void leave(struct si_call *c, int err)
{
	if (si.cfg.ninjects)
		si_inject_after(SI_AFTER_CALL, c->func, c->nth);
	pthread_mutex_unlock(&si_lock);
	errno = err ? err : c->saved_errno;
}

int si_end_minus_one(struct si_call *c, int err)
{
	if (c->forced) {
		log_call(c, si_fmt("%ld %s", c->ret, si_errno_name(c->err)));
		leave(c, c->ret ? c->err : 0);
		return (int)c->ret;
	}
	log_call(c, err ? si_fmt("-1 %s", si_errno_name(err)) : "0");
	leave(c, err);
	return err ? -1 : 0;
}

void *si_end_pointer(struct si_call *c, struct si_object *object, void *pointer, int err)
{
	if (c->forced) {
		err = c->err;
		pointer = NULL;
	}
	log_call(c, !pointer ? si_fmt("null %s", si_errno_name(err)) : object ? object->name : "ok");
	leave(c, pointer ? 0 : err);
	return pointer;
}

int si_end_value(struct si_call *c, int err)
{
	if (c->forced) {
		log_call(c, si_fmt("%ld", c->ret));
		leave(c, (int)c->ret);
		return (int)c->ret;
	}
	log_call(c, err ? si_errno_name(err) : "0");
	leave(c, err);
	return err;
}

int si_end_number(struct si_call *c, int number)
{
	if (c->forced)
		number = (int)c->ret;
	else if (c->err)
		number = -c->err;
	log_call(c, si_fmt("%d", number));
	leave(c, 0);
	return number;
}

void si_log_call_first(struct si_call *c, int number)
{
	log_call(c, si_fmt("%d", number));
}

void si_log_call_value(struct si_call *c, int err)
{
	log_call(c, err ? si_errno_name(err) : "0");
}

void si_end_void(struct si_call *c)
{
	log_call(c, "ok");
	leave(c, 0);
}

int si_end_silent(struct si_call *c, int number)
{
	leave(c, 0);
	return number;
}
