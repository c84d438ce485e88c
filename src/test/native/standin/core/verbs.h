/* SPDX-License-Identifier: BSD-2-Clause */
/* The verbs objects behind the public structures. */
#ifndef STANDIN_VERBS_H
#define STANDIN_VERBS_H

#include "core.h"

#include <infiniband/verbs.h>

struct si_ctx {
	struct si_object obj;
	struct verbs_context v; /* ends with the public structure */
	struct ibv_device *device;
	int index;
	struct si_gate async;
	struct si_async *first, **last;
};

struct si_async {
	struct si_async *next;
	struct ibv_async_event event;
};

struct si_pd {
	struct si_object obj;
	struct ibv_pd pub;
};

struct si_mr {
	struct si_object obj;
	struct ibv_mr pub;
	int access;
};

struct si_comp_channel {
	struct si_object obj;
	struct ibv_comp_channel pub;
	struct si_gate gate;
	struct si_cq_event *first, **last;
};

struct si_cq_event {
	struct si_cq_event *next;
	struct si_cq *cq;
};

struct si_completion {
	struct ibv_wc wc;
	struct si_qp *qp;
	bool receive;
	unsigned slots; /* send queue slots that polling it frees */
};

struct si_cq {
	struct si_object obj;
	struct ibv_cq pub;
	struct si_completion *ring;
	unsigned head, count;
	bool armed, solicited_only;
	unsigned unacked;
	unsigned event_thread;
	/* mode=noop */
	struct si_noop_wr *noop;
	unsigned noop_head, noop_tail, noop_mask;
};

struct si_noop_wr {
	uint64_t wr_id;
	uint32_t length, qp_num;
	bool receive;
};

#define SI_MAX_SGE 32

struct si_wr {
	uint64_t wr_id;
	int num_sge;
	struct ibv_sge *sge; /* the QP's own room, max_sge of them each */
	/* sends only */
	int opcode;
	unsigned flags;
	uint32_t imm;
	struct si_ah *ah;
	uint32_t remote_qpn, remote_qkey;
};

struct si_queue {
	struct si_wr *ring;
	struct ibv_sge *sges;
	unsigned size, max_sge;
	unsigned head, count; /* requests waiting for execution */
	unsigned used;        /* slots taken, executed but not yet freed ones included */
	unsigned unsignalled; /* executed since the last completion */
};

struct si_qp {
	struct si_object obj;
	struct ibv_qp pub;
	struct ibv_qp_init_attr init;
	unsigned create_flags;
	uint32_t qkey;
	int device, port;
	int addr; /* index of the source address, or -1 */
	struct si_queue sq, rq;
	int groups[16]; /* attached groups */
	int ngroups;
};

struct si_ah {
	struct si_object obj;
	struct ibv_ah pub;
	struct ibv_ah_attr attr;
};

static inline struct si_ctx *si_ctx_of(struct ibv_context *p)
{
	return p ? si_of(p, struct si_ctx, v.context) : NULL;
}
static inline struct si_pd *si_pd_of(struct ibv_pd *p)
{
	return p ? si_of(p, struct si_pd, pub) : NULL;
}
static inline struct si_mr *si_mr_of(struct ibv_mr *p)
{
	return p ? si_of(p, struct si_mr, pub) : NULL;
}
static inline struct si_comp_channel *si_cc_of(struct ibv_comp_channel *p)
{
	return p ? si_of(p, struct si_comp_channel, pub) : NULL;
}
static inline struct si_cq *si_cq_of(struct ibv_cq *p)
{
	return p ? si_of(p, struct si_cq, pub) : NULL;
}
static inline struct si_qp *si_qp_of(struct ibv_qp *p)
{
	return p ? si_of(p, struct si_qp, pub) : NULL;
}
static inline struct si_ah *si_ah_of(struct ibv_ah *p)
{
	return p ? si_of(p, struct si_ah, pub) : NULL;
}

/* The object's name for the log, by public pointer. */
#define SI_NAME(kind, ptr) ((ptr) ? si_object_name(&si_##kind##_of(ptr)->obj) : "-")

/* device.c: the context that librdmacm keeps of a device. */
struct ibv_context *si_cm_context(int device);
struct si_ctx *si_ctx_open(int device, enum si_kind kind);
void si_devices_reset(void);
void si_ctx_set_ops(struct si_ctx *ctx);
/* A null object handed to a call that would dereference it: a defect, and a crash when so configured. */
int si_null_argument(void);

/* async.c */
void si_async_raise(int type);

/* qp.c: for librdmacm. Returns null with *err set. */
struct si_qp *si_qp_new(struct si_pd *pd, struct ibv_qp_init_attr *attr, unsigned create_flags, int *err);
int si_qp_destroy(struct si_qp *qp);
bool si_qp_attached(const struct si_qp *qp, int group);
int si_qp_attach(struct si_qp *qp, int group, const uint8_t *mgid);
void si_qp_detach(struct si_qp *qp, int group);
void si_qp_to_error(struct si_qp *qp);
void si_qp_complete(struct si_qp *qp, bool receive, const struct ibv_wc *wc, unsigned slots);

/* cq.c */
void si_cq_add(struct si_cq *cq, const struct si_completion *completion);
/* Puts an event into the CQ's channel and disarms it. */
void si_cq_notify(struct si_cq *cq);
void si_cq_purge(struct si_cq *cq, const struct si_qp *qp);

/* ud.c: datagrams. */
struct si_packet;
/*
 * Lets happen what may happen now for a CQ: datagrams of other processes, queued sends, the built-in sender.
 * `until_completion`: the CQ has been armed, so at least one completion must come of it, if any can.
 */
void si_ud_pump(struct si_cq *cq, bool until_completion);
void si_ud_execute(struct si_qp *qp, unsigned most);
void si_ud_deliver(const struct si_packet *packet);

/* memory.c: the region that covers a piece of memory, or null. */
struct si_mr *si_mr_find(uint32_t lkey, uint64_t addr, uint64_t length, const struct ibv_pd *pd);
const char *si_sge_text(const struct ibv_sge *sge, int count);

/* noop.c */
int si_noop_cq(struct si_cq *cq);
void si_noop_end(void);
int si_noop_poll(struct ibv_cq *cq, int max, struct ibv_wc *wc);
int si_noop_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int si_noop_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int si_noop_notify(struct ibv_cq *cq, int solicited_only);

/* post.c, poll.c */
int si_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int si_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int si_poll_cq(struct ibv_cq *cq, int max, struct ibv_wc *wc);
int si_req_notify_cq(struct ibv_cq *cq, int solicited_only);

#endif
