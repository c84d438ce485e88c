/* SPDX-License-Identifier: BSD-2-Clause */
/* Querying and changing a queue pair. */
#include "../core/call.h"
#include "../core/verbs.h"

#include <errno.h>
#include <string.h>

int ibv_query_qp(struct ibv_qp *pub, struct ibv_qp_attr *attr, int mask, struct ibv_qp_init_attr *init)
{
	struct si_qp *qp = si_qp_of(pub);
	struct si_call c;

	if (si_begin(&c, "ibv_query_qp", "%s mask=0x%x", SI_NAME(qp, pub), mask))
		return si_end_value(&c, c.err);
	if (!si_object_check(qp ? &qp->obj : NULL, SI_QP, "ibv_query_qp"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	memset(attr, 0, sizeof *attr);
	attr->qp_state = attr->cur_qp_state = pub->state;
	attr->qkey = qp->qkey;
	attr->port_num = (uint8_t)qp->port;
	attr->cap = qp->init.cap;
	attr->sq_draining = qp->sq.count > 0;
	*init = qp->init;
	si_result(&c, "state=%d", pub->state);
	return si_end_value(&c, 0);
}

int ibv_modify_qp(struct ibv_qp *pub, struct ibv_qp_attr *attr, int mask)
{
	struct si_qp *qp = si_qp_of(pub);
	struct si_call c;

	if (si_begin(&c, "ibv_modify_qp", "%s mask=0x%x state=%d", SI_NAME(qp, pub), mask,
		     mask & IBV_QP_STATE ? (int)attr->qp_state : -1))
		return si_end_value(&c, c.err);
	if (!si_object_check(qp ? &qp->obj : NULL, SI_QP, "ibv_modify_qp"))
		return si_end_value(&c, pub ? EINVAL : si_null_argument());
	if (mask & IBV_QP_QKEY)
		qp->qkey = attr->qkey;
	if (mask & IBV_QP_PORT)
		qp->port = attr->port_num;
	if (mask & IBV_QP_STATE) {
		pub->state = attr->qp_state;
		if (attr->qp_state == IBV_QPS_ERR)
			si_qp_to_error(qp);
		else if (attr->qp_state == IBV_QPS_RESET)
			qp->sq.count = qp->rq.count = qp->sq.used = qp->rq.used = qp->sq.unsignalled = 0;
	}
	return si_end_value(&c, 0);
}
