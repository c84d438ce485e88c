/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Preloaded into both programs where the lab measures them: says on stderr when what happened, as the clock and the
 * process's own processor time in nanoseconds.
 *   stamp begin CLOCK CPU    the line that opens the transfer has been written
 *   stamp first CLOCK CPU    a poll found the first completion
 *   stamp end CLOCK CPU      the line that closes the transfer is about to be written
 *   stamp out CLOCK CPU      of stock, before it leaves the group: all sends have left the device
 * The CPU time is that of all threads, in the program and in the kernel. Ours writes its lines with write(2), stock with
 * puts(3). Stock destroys its queue pair with sends queued; its leave is held until they are out (the send PSN of rxe
 * starts at 0 and counts packets, and stock's queue is as deep as its message count). Its pause after the join is cut
 * to a tenth of a second, as --settle does for ours.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct stamp {
	long long clock, cpu;
};

static struct stamp begun, first, ended;
static unsigned int messages;
static int sending;
static int (*poll_unwatched)(struct ibv_cq *, int, struct ibv_wc *);

__attribute__((constructor)) static void flush_every_line(void)
{
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

static long long nanos(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static struct stamp now(void)
{
	return (struct stamp){ nanos(CLOCK_MONOTONIC), nanos(CLOCK_PROCESS_CPUTIME_ID) };
}

static void tell(const char *what, struct stamp when)
{
	dprintf(2, "stamp %s %lld %lld\n", what, when.clock, when.cpu);
}

static int starts(const char *line, size_t length, const char *text)
{
	return length >= strlen(text) && !memcmp(line, text, strlen(text));
}

static void before(const char *line, size_t length)
{
	if (starts(line, length, "data transfers complete"))
		ended = now();
}

static void after(const char *line, size_t length)
{
	if (starts(line, length, "initiating data transfers") || starts(line, length, "receiving data transfers")) {
		begun = now();
		sending = *line == 'i';
	} else if (starts(line, length, "data transfers complete")) {
		tell("begin", begun);
		tell("first", first);
		tell("end", ended);
	}
}

ssize_t write(int fd, const void *bytes, size_t count)
{
	ssize_t written;

	if (fd == 1)
		before(bytes, count);
	written = syscall(SYS_write, fd, bytes, count);
	if (fd == 1)
		after(bytes, count);
	return written;
}

int puts(const char *line)
{
	int (*original)(const char *) = dlsym(RTLD_NEXT, "puts");
	int result;

	before(line, strlen(line));
	result = original(line);
	after(line, strlen(line));
	return result;
}

static int poll_watched(struct ibv_cq *cq, int most, struct ibv_wc *found)
{
	int got = poll_unwatched(cq, most, found);

	if (got > 0 && !first.clock) {
		first = now();
		cq->context->ops.poll_cq = poll_unwatched;
	}
	return got;
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct ibv_context *(*original)(struct ibv_device *) = dlsym(RTLD_NEXT, "ibv_open_device");
	struct ibv_context *context = original(device);

	if (context && context->ops.poll_cq != poll_watched) {
		poll_unwatched = context->ops.poll_cq;
		context->ops.poll_cq = poll_watched;
	}
	return context;
}

unsigned int sleep(unsigned int seconds)
{
	struct timespec pause = { 0, 100 * 1000 * 1000 };

	(void)seconds;
	nanosleep(&pause, NULL);
	return 0;
}

int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	int (*original)(struct rdma_cm_id *, struct ibv_pd *, struct ibv_qp_init_attr *) =
		dlsym(RTLD_NEXT, "rdma_create_qp");

	messages = attr->cap.max_send_wr;
	return original(id, pd, attr);
}

static int sends_left(struct rdma_cm_id *id)
{
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr made;

	if (!id->qp || ibv_query_qp(id->qp, &attr, IBV_QP_SQ_PSN, &made))
		return 0;
	return attr.sq_psn < messages;
}

int rdma_leave_multicast(struct rdma_cm_id *id, struct sockaddr *group)
{
	int (*original)(struct rdma_cm_id *, struct sockaddr *) = dlsym(RTLD_NEXT, "rdma_leave_multicast");
	struct timespec pause = { 0, 1000 * 1000 };
	int tries = 0;

	while (sending && sends_left(id) && tries++ < 60000)
		nanosleep(&pause, NULL);
	if (sending)
		tell("out", now());
	return original(id, group);
}
