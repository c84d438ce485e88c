/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mode=noop: as little as possible is done per request, without lock and log, so that a benchmark sees
 * the caller's own cost. Every signalled send and every posted receive completes at once.
 */
#include "../core/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t started; /* processor time of the process at its first post */

static uint64_t processor_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void begin(void)
{
	if (!started)
		started = processor_time();
}

/* The time so far; while si_lock is held. */
void si_noop_end(void)
{
	if (started)
		si.counters[SI_N_NOOP_CPU] = processor_time() - started;
}

int si_noop_cq(struct si_cq *cq)
{
	unsigned size = 1;

	while (size < (unsigned)cq->pub.cqe)
		size *= 2;
	cq->noop = malloc(size * sizeof *cq->noop);
	if (!cq->noop)
		return ENOMEM;
	/* Pages that appear only when they are used would be counted as the caller's cost. */
	memset(cq->noop, 1, size * sizeof *cq->noop);
	cq->noop_mask = size - 1;
	return 0;
}

static int put(struct si_cq *cq, uint64_t wr_id, uint32_t length, uint32_t qp_num, bool receive)
{
	struct si_noop_wr *to = &cq->noop[cq->noop_tail & cq->noop_mask];

	if (cq->noop_tail - cq->noop_head > cq->noop_mask)
		return ENOMEM;
	to->wr_id = wr_id;
	to->length = length;
	to->qp_num = qp_num;
	to->receive = receive;
	cq->noop_tail++;
	return 0;
}

int si_noop_send(struct ibv_qp *pub, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct si_qp *qp = si_qp_of(pub);
	struct si_cq *cq = si_cq_of(pub->send_cq);

	begin();
	for (; wr; wr = wr->next) {
		if (!(wr->send_flags & IBV_SEND_SIGNALED) && !qp->init.sq_sig_all)
			continue;
		if (put(cq, wr->wr_id, 0, pub->qp_num, false)) {
			*bad = wr;
			return ENOMEM;
		}
	}
	return 0;
}

int si_noop_recv(struct ibv_qp *pub, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	struct si_cq *cq = si_cq_of(pub->recv_cq);

	begin();
	for (; wr; wr = wr->next)
		if (put(cq, wr->wr_id, wr->sg_list->length, pub->qp_num, true)) {
			*bad = wr;
			return ENOMEM;
		}
	return 0;
}

int si_noop_poll(struct ibv_cq *pub, int max, struct ibv_wc *wc)
{
	struct si_cq *cq = si_cq_of(pub);
	int count = 0;

	while (count < max && cq->noop_head != cq->noop_tail) {
		const struct si_noop_wr *from = &cq->noop[cq->noop_head++ & cq->noop_mask];
		struct ibv_wc *to = &wc[count++];

		to->wr_id = from->wr_id;
		to->status = IBV_WC_SUCCESS;
		to->opcode = from->receive ? IBV_WC_RECV : IBV_WC_SEND;
		to->vendor_err = 0;
		to->byte_len = from->length;
		to->imm_data = 0;
		to->qp_num = from->qp_num;
		to->src_qp = 0;
		to->wc_flags = from->receive ? IBV_WC_GRH | IBV_WC_WITH_IMM : 0;
	}
	return count;
}

/* Whatever is there or comes counts as an event at once: the caller never has to wait. */
int si_noop_notify(struct ibv_cq *pub, int solicited_only)
{
	struct si_cq *cq = si_cq_of(pub);

	(void)solicited_only;
	if (cq->noop_head == cq->noop_tail)
		return 0;
	pthread_mutex_lock(&si_lock);
	si_cq_notify(cq);
	pthread_mutex_unlock(&si_lock);
	return 0;
}
