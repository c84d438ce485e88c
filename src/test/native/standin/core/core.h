/* SPDX-License-Identifier: BSD-2-Clause */
/* The one place where state lives, and the few functions that both libraries build on. */
#ifndef STANDIN_CORE_H
#define STANDIN_CORE_H

#include "config.h"
#include "object.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/socket.h>

struct ibv_context;
union ibv_gid;

#define SI_MAX_FUNCS 128
#define SI_MAX_GROUPS 512

/* Counters of what happened to datagrams and completions; report.c names them. */
enum si_counter {
	SI_N_SENT,
	SI_N_SENT_REMOTE,
	SI_N_ARRIVED,
	SI_N_DELIVERED,
	SI_N_NO_RECEIVE,
	SI_N_NO_MEMBER,
	SI_N_WRONG_QKEY,
	SI_N_DROPPED,
	SI_N_DUPLICATED,
	SI_N_SWAPPED,
	SI_N_CORRUPTED,
	SI_N_UNSENT,
	SI_N_SEND_TIMEOUT,
	SI_N_COMPLETIONS,
	SI_N_POLLED,
	SI_N_EMPTY_POLLS,
	SI_N_CQ_EVENTS,
	SI_N_CM_EVENTS,
	SI_N_NOOP_CPU,
	SI_COUNTERS
};

struct si_state {
	struct si_config cfg;
	bool ready;
	uint32_t pid;
	unsigned generation; /* counts resets */
	struct si_object *objects, **objects_tail;
	unsigned ordinals[SI_KINDS];
	unsigned live[SI_KINDS];
	unsigned peak[SI_KINDS];
	unsigned calls[SI_MAX_FUNCS];
	unsigned long counters[SI_COUNTERS];
	unsigned handed_wcs, handed_events, queued_events, queued_by_type[64];
	unsigned done_wcs[3];
	unsigned posted[3]; /* requests that the program posted, by side */
	unsigned arrived;
	unsigned idle_polls; /* empty ones in a row */
	unsigned peer_sent[SI_MAX_GROUPS];
	unsigned defects;
	unsigned threads;
	int waiting; /* threads inside a blocking call */
	int failed_waiter; /* thread id of an event thread whose wait failed on request, or 0 */
};

extern struct si_state si;
extern pthread_mutex_t si_lock;
extern pthread_cond_t si_changed;

/* Reads MCKEY_STANDIN at the first use. Called with the lock held. */
void si_ready(void);
uint64_t si_now_ms(void);
/* 0 for the first thread that calls after a reset, 1 for the next, and so on. */
unsigned si_thread(void);

/* log.c: lines of the report. Called with the lock held. */
void si_log_open(const char *path);
void si_log_clear(void);
/* Shortens the text in memory to its first `length` bytes. */
void si_log_cut(unsigned long length);
void si_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void si_defect(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void si_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void si_trace(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *si_log_text(void);
void si_log_use_file(bool on);

/* text.c: canonical text; the returned buffers are the calling thread's, eight in turn. */
const char *si_fmt(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *si_errno_name(int err);
const char *si_sockaddr_text(const struct sockaddr *addr);
const char *si_gid_text(const uint8_t *raw);
const char *si_flags_text(unsigned flags, const char *const *names, int count);
const char *si_wc_status_name(int status);
const char *si_cm_event_name(int type);
int si_cm_event_number(const char *name);
int si_wc_status_number(const char *name);
int si_async_number(const char *name);

/* funcs.c: the names of all calls. */
int si_func_find(const char *name);
const char *si_func_name(int func);
int si_func_count(void);

/* gate.c: a descriptor that is readable exactly while something is there. */
struct si_gate {
	int fd;
	bool raised;
	int waiters;
};
int si_gate_open(struct si_gate *gate);
void si_gate_set(struct si_gate *gate, bool raised);
/*
 * Waits, with the lock given up, until the gate may be open. Returns 0, or EAGAIN, EINTR, or EBADF after
 * a reset. `owner` destroyed meanwhile: the thread stays here for ever, as in the kernel's call.
 */
int si_gate_wait(struct si_gate *gate, const struct si_object *owner);
void si_gate_close(struct si_gate *gate);
/* Waits until `done(arg)` or the time is over; the lock is given up meanwhile. Returns done(arg). */
bool si_wait_until(bool (*done)(void *arg), void *arg, int ms);

/* timers.c: the helper thread. */
typedef void (*si_timer_fn)(void *arg);
/* `own`: the argument is freed when a reset comes before the time. */
void si_timer_add(int ms, si_timer_fn fn, void *arg, bool own);
void si_helper_watch(int fd, si_timer_fn ready);
void si_helper_stop(void);
bool si_timers_pending(void);

/* core.c: the first thread waits in `func`. Ends the process when nothing can come and so configured. */
void si_hang(const char *func);

/* inject.c: events on request. Called with the lock held. */
void si_inject_after(enum si_when when, int func, unsigned nth);
void si_inject_start_timers(void);

#endif
