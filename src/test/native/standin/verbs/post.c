/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting of send and receive requests. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <endian.h>
#include <errno.h>
#include <string.h>

static struct si_wr *slot(struct si_queue *queue, uint64_t wr_id, const struct ibv_sge *sge, int num_sge)
{
	struct si_wr *wr = &queue->ring[(queue->head + queue->count++) % queue->size];

	queue->used++;
	wr->wr_id = wr_id;
	wr->num_sge = num_sge;
	memcpy(wr->sge, sge, (size_t)num_sge * sizeof *sge);
	return wr;
}

static bool full(const struct si_queue *queue)
{
	return queue->used >= queue->size || queue->count >= queue->size;
}

/* The errno value with which the next request of this side is to be refused, or 0. */
static int refusal(enum si_wc_side side)
{
	unsigned nth = ++si.posted[side];

	for (int i = 0; i < si.cfg.nrefusals; i++)
		if (si.cfg.refusals[i].side == side && si.cfg.refusals[i].nth == nth)
			return si.cfg.refusals[i].err;
	return 0;
}

static int put_send(struct si_qp *qp, const struct ibv_send_wr *wr)
{
	struct si_ah *ah = si_ah_of(wr->wr.ud.ah);
	struct si_wr *to;

	if (qp->pub.state < IBV_QPS_RTS || wr->num_sge < 0 || wr->num_sge > (int)qp->sq.max_sge)
		return EINVAL;
	if (wr->opcode != IBV_WR_SEND && wr->opcode != IBV_WR_SEND_WITH_IMM)
		return EINVAL;
	if (!si_object_check(ah ? &ah->obj : NULL, SI_AH, "ibv_post_send"))
		return ah ? EINVAL : si_null_argument();
	if (ah->pub.pd != qp->pub.pd) {
		si_defect("ibv_post_send: %s is of another PD than %s", ah->obj.name, qp->obj.name);
		return EINVAL;
	}
	if (wr->send_flags & IBV_SEND_INLINE) {
		uint64_t length = 0;

		for (int i = 0; i < wr->num_sge; i++)
			length += wr->sg_list[i].length;
		if (length > qp->init.cap.max_inline_data)
			return EINVAL;
	}
	if (full(&qp->sq))
		return ENOMEM;
	to = slot(&qp->sq, wr->wr_id, wr->sg_list, wr->num_sge);
	to->opcode = wr->opcode;
	to->flags = wr->send_flags | (qp->init.sq_sig_all ? IBV_SEND_SIGNALED : 0);
	to->imm = wr->imm_data;
	to->ah = ah;
	to->remote_qpn = wr->wr.ud.remote_qpn;
	to->remote_qkey = wr->wr.ud.remote_qkey;
	return 0;
}

static void log_send(const struct si_qp *qp, const struct ibv_send_wr *wr)
{
	static const char *const flags[] = {"FENCE", "SIGNALED", "SOLICITED", "INLINE", "IP_CSUM"};

	si_line("wr %s %s %s %s qpn=0x%x qkey=0x%x imm=%s flags=%s", qp->obj.name,
		wr->opcode == IBV_WR_SEND_WITH_IMM ? "send_imm" : "send", si_sge_text(wr->sg_list, wr->num_sge),
		SI_NAME(ah, wr->wr.ud.ah), wr->wr.ud.remote_qpn, wr->wr.ud.remote_qkey,
		wr->opcode == IBV_WR_SEND_WITH_IMM ? si_fmt("0x%x", be32toh(wr->imm_data)) : "-",
		si_flags_text(wr->send_flags, flags, 5));
}

int si_post_send(struct ibv_qp *pub, struct ibv_send_wr *first, struct ibv_send_wr **bad)
{
	struct si_qp *qp = si_qp_of(pub);
	struct ibv_send_wr *wr;
	struct si_call c;
	int count = 0, err = 0;

	for (wr = first; wr; wr = wr->next)
		count++;
	if (si_begin(&c, "ibv_post_send", "%s n=%d", SI_NAME(qp, pub), count)) {
		*bad = first;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(qp ? &qp->obj : NULL, SI_QP, "ibv_post_send"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	for (wr = first; wr && !err; wr = wr->next) {
		err = refusal(SI_WC_SEND);
		if (!err)
			err = put_send(qp, wr);
		if (err) {
			*bad = wr;
			break;
		}
	}
	si_log_call_value(&c, err);
	for (struct ibv_send_wr *done = first; done != wr && si.cfg.log; done = done->next)
		log_send(qp, done);
	if (pub->state != IBV_QPS_RTS)
		si_qp_to_error(qp);
	else if (!si.cfg.lazy)
		si_ud_execute(qp, ~0u);
	else if (si_cq_of(pub->send_cq)->armed)
		si_ud_pump(si_cq_of(pub->send_cq), true);
	return si_end_silent(&c, err);
}

static int put_recv(struct si_qp *qp, const struct ibv_recv_wr *wr)
{
	if (qp->pub.state == IBV_QPS_RESET || wr->num_sge < 0 || wr->num_sge > (int)qp->rq.max_sge)
		return EINVAL;
	if (full(&qp->rq))
		return ENOMEM;
	slot(&qp->rq, wr->wr_id, wr->sg_list, wr->num_sge);
	return 0;
}

int si_post_recv(struct ibv_qp *pub, struct ibv_recv_wr *first, struct ibv_recv_wr **bad)
{
	struct si_qp *qp = si_qp_of(pub);
	struct ibv_recv_wr *wr;
	struct si_call c;
	int count = 0, err = 0;

	for (wr = first; wr; wr = wr->next)
		count++;
	if (si_begin(&c, "ibv_post_recv", "%s n=%d", SI_NAME(qp, pub), count)) {
		*bad = first;
		return si_end_value(&c, c.err);
	}
	if (!si_object_check(qp ? &qp->obj : NULL, SI_QP, "ibv_post_recv"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	for (wr = first; wr && !err; wr = wr->next) {
		err = refusal(SI_WC_RECV);
		if (!err)
			err = put_recv(qp, wr);
		if (err) {
			*bad = wr;
			break;
		}
	}
	si_log_call_value(&c, err);
	for (struct ibv_recv_wr *done = first; done != wr && si.cfg.log; done = done->next)
		si_line("wr %s recv %s", qp->obj.name, si_sge_text(done->sg_list, done->num_sge));
	if (pub->state == IBV_QPS_ERR)
		si_qp_to_error(qp);
	else if (si_cq_of(pub->recv_cq)->armed)
		si_ud_pump(si_cq_of(pub->recv_cq), true);
	return si_end_silent(&c, err);
}
