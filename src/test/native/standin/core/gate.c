/* SPDX-License-Identifier: BSD-2-Clause */
#include "core.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

int si_gate_open(struct si_gate *gate)
{
	gate->raised = false;
	gate->waiters = 0;
	gate->fd = eventfd(0, EFD_CLOEXEC);
	return gate->fd < 0 ? errno : 0;
}

void si_gate_set(struct si_gate *gate, bool raised)
{
	uint64_t one = 1;

	if (raised == gate->raised || gate->fd < 0)
		return;
	gate->raised = raised;
	if (raised ? write(gate->fd, &one, sizeof one) < 0 : read(gate->fd, &one, sizeof one) < 0)
		si_defect("the program has read or closed a descriptor that is the library's");
}

int si_gate_wait(struct si_gate *gate, const struct si_object *owner)
{
	struct pollfd fds = {.fd = gate->fd, .events = POLLIN};
	unsigned generation = si.generation;
	int rc, err;

	if (fcntl(gate->fd, F_GETFL) & O_NONBLOCK)
		return EAGAIN;
	if (owner->kind == SI_CHANNEL)
		si_hang("rdma_get_cm_event");
	gate->waiters++;
	si.waiting++;
	pthread_cond_broadcast(&si_changed);
	pthread_mutex_unlock(&si_lock);
	rc = poll(&fds, 1, -1);
	err = rc < 0 ? errno : 0;
	pthread_mutex_lock(&si_lock);
	si.waiting--;
	if (si.generation != generation) {
		pthread_cond_broadcast(&si_changed);
		return EBADF;
	}
	if (!owner->alive && owner->kind == SI_CHANNEL) {
		/* The kernel's call keeps its own reference to the channel and never comes back. */
		while (si.generation == generation)
			pthread_cond_wait(&si_changed, &si_lock);
		return EBADF;
	}
	gate->waiters--;
	pthread_cond_broadcast(&si_changed);
	return err;
}

void si_gate_close(struct si_gate *gate)
{
	/* A descriptor somebody still waits on stays open until the process ends or the next reset. */
	if (gate->fd >= 0 && !gate->waiters) {
		close(gate->fd);
		gate->fd = -1;
	}
}

bool si_wait_until(bool (*done)(void *arg), void *arg, int ms)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += ms / 1000;
	end.tv_nsec += ms % 1000 * 1000000L;
	if (end.tv_nsec >= 1000000000) {
		end.tv_sec++;
		end.tv_nsec -= 1000000000;
	}
	while (!done(arg))
		if (pthread_cond_timedwait(&si_changed, &si_lock, &end))
			return done(arg);
	return true;
}
