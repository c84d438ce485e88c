/* SPDX-License-Identifier: BSD-2-Clause */
/* An id's queue pair. */
#include "cm.h"

#include <errno.h>

static int create(struct si_id *id, struct ibv_pd *pd_pub, struct ibv_qp_init_attr *attr, unsigned flags,
		  struct si_call *c)
{
	struct si_pd *pd = si_pd_of(pd_pub);
	struct si_qp *qp;
	int err;

	if (id->pub.qp || !pd)
		return EINVAL;
	if (!si_object_check(&pd->obj, SI_PD, "rdma_create_qp"))
		return EINVAL;
	if (!id->pub.verbs || id->pub.verbs != pd_pub->context || id->pub.qp_type != attr->qp_type)
		return EINVAL;
	qp = si_qp_new(pd, attr, flags, &err);
	if (!qp)
		return err;
	qp->addr = id->addr;
	qp->device = id->device;
	qp->port = id->port;
	qp->qkey = id->qkey;
	id->pub.qp = &qp->pub;
	id->pub.pd = pd_pub;
	si_result(c, "%s", qp->obj.name);
	return 0;
}

#define CAPS "send_wr=%u recv_wr=%u send_sge=%u recv_sge=%u inline=%u type=%d sig_all=%d send_cq=%s recv_cq=%s"
#define CAP_VALUES(a)                                                                                                  \
	(a)->cap.max_send_wr, (a)->cap.max_recv_wr, (a)->cap.max_send_sge, (a)->cap.max_recv_sge,                      \
		(a)->cap.max_inline_data, (int)(a)->qp_type, (a)->sq_sig_all, SI_NAME(cq, (a)->send_cq),               \
		SI_NAME(cq, (a)->recv_cq)

int rdma_create_qp(struct rdma_cm_id *pub, struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;

	if (si_begin(&c, "rdma_create_qp", "%s %s " CAPS, SI_NAME(id, pub), SI_NAME(pd, pd), CAP_VALUES(attr)))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_create_qp"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	return si_end_minus_one(&c, create(id, pd, attr, 0, &c));
}

int rdma_create_qp_ex(struct rdma_cm_id *pub, struct ibv_qp_init_attr_ex *attr)
{
	struct si_id *id = si_id_of(pub);
	bool has_pd = attr->comp_mask & IBV_QP_INIT_ATTR_PD, has_flags = attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS;
	struct ibv_pd *pd = has_pd ? attr->pd : NULL;
	unsigned flags = has_flags ? attr->create_flags : 0;
	struct ibv_qp_init_attr plain = {
		.qp_context = attr->qp_context, .send_cq = attr->send_cq, .recv_cq = attr->recv_cq, .srq = attr->srq,
		.cap = attr->cap, .qp_type = attr->qp_type, .sq_sig_all = attr->sq_sig_all,
	};
	struct si_call c;

	if (si_begin(&c, "rdma_create_qp_ex", "%s %s " CAPS " mask=0x%x flags=0x%x", SI_NAME(id, pub), SI_NAME(pd, pd),
		     CAP_VALUES(attr), attr->comp_mask, flags))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_create_qp_ex"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	return si_end_minus_one(&c, create(id, pd, &plain, flags, &c));
}

void rdma_destroy_qp(struct rdma_cm_id *pub)
{
	struct si_id *id = si_id_of(pub);
	struct si_qp *qp;
	struct si_call c;
	bool refused = si_begin(&c, "rdma_destroy_qp", "%s %s", SI_NAME(id, pub), pub ? SI_NAME(qp, pub->qp) : "-");

	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_destroy_qp")) {
		if (!pub)
			si_null_argument();
		si_end_void(&c);
		return;
	}
	qp = si_qp_of(pub->qp);
	if (refused && qp)
		qp->obj.kept = true;
	else if (si_object_check(qp ? &qp->obj : NULL, SI_QP, "rdma_destroy_qp"))
		si_qp_destroy(qp);
	pub->qp = NULL;
	si_end_void(&c);
}
