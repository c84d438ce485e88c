/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The helper thread: started only when a configuration has a directory (datagrams of other processes)
 * or something that happens after a time. Everything it does, it does with the lock held.
 */
#include "core.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct timer {
	struct timer *next;
	uint64_t due;
	si_timer_fn fn;
	void *arg;
	bool own;
};

static struct timer *timers; /* ordered by time */
static int wake_fd = -1, watched_fd = -1;
static si_timer_fn watched_fn;
static bool running, stopping;
static pthread_t thread;

uint64_t si_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int fire_due(void)
{
	uint64_t now = si_now_ms();

	while (timers && timers->due <= now) {
		struct timer *timer = timers;

		timers = timer->next;
		timer->fn(timer->arg);
		free(timer);
	}
	return timers ? (int)(timers->due - now) : -1;
}

static void *helper(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&si_lock);
	while (!stopping) {
		int timeout = fire_due();
		struct pollfd fds[2] = {{.fd = wake_fd, .events = POLLIN}, {.fd = watched_fd, .events = POLLIN}};
		uint64_t count;

		pthread_mutex_unlock(&si_lock);
		poll(fds, 2, timeout);
		if ((fds[0].revents & POLLIN) && read(wake_fd, &count, sizeof count) < 0)
			break;
		pthread_mutex_lock(&si_lock);
		if (!stopping && watched_fn && (fds[1].revents & POLLIN))
			watched_fn(NULL);
	}
	pthread_mutex_unlock(&si_lock);
	return NULL;
}

static void start(void)
{
	uint64_t one = 1;
	sigset_t all, old;

	if (running) {
		if (write(wake_fd, &one, sizeof one) < 0)
			si_note("helper thread cannot be woken");
		return;
	}
	wake_fd = eventfd(0, EFD_CLOEXEC);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old); /* signals are the program's, not this thread's */
	running = wake_fd >= 0 && !pthread_create(&thread, NULL, helper, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!running)
		si_note("helper thread cannot be started");
}

void si_timer_add(int ms, si_timer_fn fn, void *arg, bool own)
{
	struct timer *timer = malloc(sizeof *timer), **where = &timers;

	if (!timer)
		return;
	timer->due = si_now_ms() + ms;
	timer->fn = fn;
	timer->arg = arg;
	timer->own = own;
	while (*where && (*where)->due <= timer->due)
		where = &(*where)->next;
	timer->next = *where;
	*where = timer;
	start();
}

bool si_timers_pending(void)
{
	return timers != NULL;
}

void si_helper_watch(int fd, si_timer_fn ready)
{
	watched_fd = fd;
	watched_fn = ready;
	start();
}

/* Called with the lock held, which is given up while the thread ends. */
void si_helper_stop(void)
{
	uint64_t one = 1;

	if (running) {
		stopping = true;
		if (write(wake_fd, &one, sizeof one) < 0)
			abort();
		pthread_mutex_unlock(&si_lock);
		pthread_join(thread, NULL);
		pthread_mutex_lock(&si_lock);
		stopping = running = false;
		close(wake_fd);
		wake_fd = -1;
	}
	watched_fd = -1;
	watched_fn = NULL;
	while (timers) {
		struct timer *timer = timers;

		timers = timer->next;
		if (timer->own)
			free(timer->arg);
		free(timer);
	}
}
