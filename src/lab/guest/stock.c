/* Preloaded into stock mckey where the lab has to see its lines as they come, or sends over the wire.
 * LAB_HOLD_LEAVE=1 holds a leave back until the queue pair's sends have left: stock posts unsignalled requests and
 * destroys the queue pair right afterwards, so a slow device would drop what is still queued. The send PSN of rxe
 * starts at 0 and counts the packets that went out; stock asks for a send queue as deep as its message count (what a
 * query of the queue pair tells is that number rounded up).
 * A stock receiver polls without a pause; under emulation that would take the processor from the program that it waits
 * for, so an empty poll sleeps a little. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned int messages;
static int (*poll_at_once)(struct ibv_cq *, int, struct ibv_wc *);

__attribute__((constructor)) static void flush_every_line(void)
{
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

static int poll_gently(struct ibv_cq *cq, int most, struct ibv_wc *found)
{
	struct timespec pause = { 0, 2 * 1000 * 1000 };
	int got = poll_at_once(cq, most, found);

	if (!got)
		nanosleep(&pause, NULL);
	return got;
}

int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	int (*create)(struct rdma_cm_id *, struct ibv_pd *, struct ibv_qp_init_attr *) = dlsym(RTLD_NEXT, "rdma_create_qp");

	messages = attr->cap.max_send_wr;
	if (id->verbs->ops.poll_cq != poll_gently) {
		poll_at_once = id->verbs->ops.poll_cq;
		id->verbs->ops.poll_cq = poll_gently;
	}
	return create(id, pd, attr);
}

static int sends_left(struct rdma_cm_id *id)
{
	struct ibv_qp_attr now;
	struct ibv_qp_init_attr made;

	if (!id->qp || ibv_query_qp(id->qp, &now, IBV_QP_SQ_PSN, &made))
		return 0;
	return now.sq_psn < messages;
}

int rdma_leave_multicast(struct rdma_cm_id *id, struct sockaddr *addr)
{
	int (*leave)(struct rdma_cm_id *, struct sockaddr *) = dlsym(RTLD_NEXT, "rdma_leave_multicast");
	struct timespec pause = { 0, 50 * 1000 * 1000 };
	int tries = 0;

	while (getenv("LAB_HOLD_LEAVE") && sends_left(id))
		if (tries++ == 1200) {
			fprintf(stderr, "lab: sends still queued after a minute\n");
			break;
		} else
			nanosleep(&pause, NULL);
	return leave(id, addr);
}
