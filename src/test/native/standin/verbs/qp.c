/* SPDX-License-Identifier: BSD-2-Clause */
/* UD queue pairs: life, attachment to groups, error state. */
#include "../core/fabric.h"
#include "../core/verbs.h"

#include <errno.h>
#include <stdlib.h>

static int queue_open(struct si_queue *queue, unsigned size, unsigned max_sge)
{
	queue->size = size;
	queue->max_sge = max_sge;
	if (si.cfg.noop || !size)
		return 0;
	queue->ring = calloc(size, sizeof *queue->ring);
	queue->sges = calloc((size_t)size * (max_sge ? max_sge : 1), sizeof *queue->sges);
	if (!queue->ring || !queue->sges)
		return ENOMEM;
	for (unsigned i = 0; i < size; i++)
		queue->ring[i].sge = queue->sges + (size_t)i * (max_sge ? max_sge : 1);
	return 0;
}

static void cleanup(struct si_object *object)
{
	struct si_qp *qp = si_of(object, struct si_qp, obj);

	free(qp->sq.ring);
	free(qp->sq.sges);
	free(qp->rq.ring);
	free(qp->rq.sges);
	qp->sq.ring = qp->rq.ring = NULL;
	qp->sq.sges = qp->rq.sges = NULL;
	qp->sq.count = qp->rq.count = 0;
	pthread_mutex_destroy(&qp->pub.mutex);
	pthread_cond_destroy(&qp->pub.cond);
}

static int check(const struct ibv_qp_init_attr *attr)
{
	const struct ibv_qp_cap *cap = &attr->cap;

	if (!attr->send_cq || !attr->recv_cq || attr->qp_type != IBV_QPT_UD)
		return EINVAL;
	if (!si_object_check(&si_cq_of(attr->send_cq)->obj, SI_CQ, "create_qp") ||
	    !si_object_check(&si_cq_of(attr->recv_cq)->obj, SI_CQ, "create_qp"))
		return EINVAL;
	if (cap->max_send_wr > (unsigned)si.cfg.max_qp_wr || cap->max_recv_wr > (unsigned)si.cfg.max_qp_wr ||
	    cap->max_send_sge > (unsigned)si.cfg.max_sge || cap->max_recv_sge > (unsigned)si.cfg.max_sge ||
	    cap->max_inline_data > (unsigned)si.cfg.max_inline)
		return EINVAL;
	return si.live[SI_QP] >= (unsigned)si.cfg.max_qp ? ENOMEM : 0;
}

struct si_qp *si_qp_new(struct si_pd *pd, struct ibv_qp_init_attr *attr, unsigned create_flags, int *err)
{
	struct si_qp *qp;

	*err = check(attr);
	/* soft-RoCE knows no creation flags at all */
	if (!*err && create_flags &&
	    (si.cfg.fabric == SI_ROCE || create_flags != IBV_QP_CREATE_BLOCK_SELF_MCAST_LB || !si.cfg.block_lb))
		*err = EOPNOTSUPP;
	if (*err)
		return NULL;
	qp = si_object_new(SI_QP, sizeof *qp);
	if (!qp) {
		*err = ENOMEM;
		return NULL;
	}
	qp->obj.cleanup = cleanup;
	pthread_mutex_init(&qp->pub.mutex, NULL);
	pthread_cond_init(&qp->pub.cond, NULL);
	*err = queue_open(&qp->sq, attr->cap.max_send_wr, attr->cap.max_send_sge);
	if (!*err)
		*err = queue_open(&qp->rq, attr->cap.max_recv_wr, attr->cap.max_recv_sge);
	if (*err) {
		si_object_die(&qp->obj);
		return NULL;
	}
	qp->init = *attr;
	qp->create_flags = create_flags;
	qp->addr = -1;
	qp->port = 1;
	qp->pub.context = pd->pub.context;
	qp->pub.qp_context = attr->qp_context;
	qp->pub.pd = &pd->pub;
	qp->pub.send_cq = attr->send_cq;
	qp->pub.recv_cq = attr->recv_cq;
	qp->pub.srq = attr->srq;
	qp->pub.handle = qp->obj.ordinal;
	qp->pub.qp_num = si.cfg.qpn + qp->obj.ordinal;
	qp->pub.state = IBV_QPS_RTS;
	qp->pub.qp_type = attr->qp_type;
	return qp;
}

int si_qp_destroy(struct si_qp *qp)
{
	si.counters[SI_N_UNSENT] += qp->sq.count;
	while (qp->ngroups)
		si_qp_detach(qp, qp->groups[0]);
	si_cq_purge(si_cq_of(qp->pub.send_cq), qp);
	si_cq_purge(si_cq_of(qp->pub.recv_cq), qp);
	si_object_die(&qp->obj);
	si_object_release(&qp->obj);
	return 0;
}

bool si_qp_attached(const struct si_qp *qp, int group)
{
	for (int i = 0; i < qp->ngroups; i++)
		if (qp->groups[i] == group)
			return true;
	return false;
}

static bool multicast(const uint8_t *mgid)
{
	static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

	if (mgid[0] == 0xff)
		return true;
	for (int i = 0; i < 12; i++)
		if (mgid[i] != mapped[i])
			return false;
	return (mgid[12] & 0xf0) == 0xe0;
}

int si_qp_attach(struct si_qp *qp, int group, const uint8_t *mgid)
{
	int err;

	if (!multicast(mgid) || qp->ngroups == 16)
		return EINVAL;
	err = si_member_add(group, qp->pub.qp_num);
	if (err)
		return err;
	qp->groups[qp->ngroups++] = group;
	si_trace("%s attached to %s", qp->obj.name, si_gid_text(mgid));
	if (si_cq_of(qp->pub.recv_cq)->armed)
		si_ud_pump(si_cq_of(qp->pub.recv_cq), true);
	return 0;
}

void si_qp_detach(struct si_qp *qp, int group)
{
	for (int i = 0; i < qp->ngroups; i++)
		if (qp->groups[i] == group) {
			qp->groups[i] = qp->groups[--qp->ngroups];
			si_member_remove(group, qp->pub.qp_num);
			return;
		}
}

void si_qp_complete(struct si_qp *qp, bool receive, const struct ibv_wc *wc, unsigned slots)
{
	struct si_completion completion = {.wc = *wc, .qp = qp, .receive = receive, .slots = slots};

	completion.wc.qp_num = qp->pub.qp_num;
	si_cq_add(si_cq_of(receive ? qp->pub.recv_cq : qp->pub.send_cq), &completion);
}

static void flush(struct si_qp *qp, struct si_queue *queue, bool receive)
{
	while (queue->count) {
		struct ibv_wc wc = {.status = IBV_WC_WR_FLUSH_ERR, .wr_id = queue->ring[queue->head].wr_id};

		wc.opcode = receive ? IBV_WC_RECV : IBV_WC_SEND;
		queue->head = (queue->head + 1) % queue->size;
		queue->count--;
		si_qp_complete(qp, receive, &wc, 1 + queue->unsignalled);
		queue->unsignalled = 0;
	}
}

void si_qp_to_error(struct si_qp *qp)
{
	qp->pub.state = IBV_QPS_ERR;
	flush(qp, &qp->sq, false);
	flush(qp, &qp->rq, true);
}
