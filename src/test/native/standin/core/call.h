/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every exported function is one call: begun (lock taken, counted, fault looked up), done (one line
 * logged, lock given up, errno set). The verbs have several error contracts; each has its own end.
 */
#ifndef STANDIN_CALL_H
#define STANDIN_CALL_H

#include "core.h"

struct si_call {
	int func;
	unsigned nth;
	int err;     /* fail with this errno on request */
	bool forced; /* return `ret` on request */
	long ret;
	int saved_errno;
	char args[480];
	char result[480];
};

/* True when the call has to fail on request: hand `c->err` to the matching end. */
bool si_begin(struct si_call *c, const char *func, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Adds to what is logged behind the arrow of a successful call. */
void si_result(struct si_call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* 0, or -1 with errno (rdma_*). */
int si_end_minus_one(struct si_call *c, int err);
/* The pointer, or null with errno (creators). */
void *si_end_pointer(struct si_call *c, struct si_object *object, void *pointer, int err);
/* 0 or the errno value itself (post, query, destroy). */
int si_end_value(struct si_call *c, int err);
/* Any number, logged as it is (poll). */
int si_end_number(struct si_call *c, int number);
/* Logs the line now, for a call that has further lines; to be ended with si_end_silent. */
void si_log_call_first(struct si_call *c, int number);
void si_log_call_value(struct si_call *c, int err);
/* Never fails. */
void si_end_void(struct si_call *c);
/* Poll finds nothing thousands of times: counted, not logged. */
int si_end_silent(struct si_call *c, int number);

#endif
