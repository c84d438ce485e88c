/* SPDX-License-Identifier: BSD-2-Clause */
/* Unreliable datagrams: executing sends, receiving what arrives, the built-in sender. */
#include "../core/fabric.h"
#include "../core/verbs.h"

#include <arpa/inet.h>
#include <endian.h>
#include <string.h>

#define GRH 40
#define PEER_QPN 0x99

/* The completion fault for the nth executed request of this side, or null. */
static const struct si_wc_rule *wc_fault(enum si_wc_side side)
{
	unsigned nth = ++si.done_wcs[side], nth_any = ++si.done_wcs[SI_WC_ANY];

	for (int i = 0; i < si.cfg.nwcs; i++) {
		const struct si_wc_rule *rule = &si.cfg.wcs[i];

		if (rule->side == side ? rule->nth == nth : rule->side == SI_WC_ANY && rule->nth == nth_any)
			return rule;
	}
	return NULL;
}

/* The address that a datagram of this QP comes from, as a GID. */
static void source_gid(const struct si_qp *qp, uint8_t *gid)
{
	const struct si_addr *addr = qp->addr >= 0 ? &si.cfg.addrs[qp->addr] : NULL;

	memset(gid, 0, 16);
	if (si.cfg.fabric == SI_IB || !addr) {
		gid[0] = 0xfe;
		gid[1] = 0x80;
		gid[8] = 0x02;
		gid[14] = (uint8_t)(1 + qp->device);
		gid[15] = (uint8_t)qp->port;
	} else if (addr->family == AF_INET) {
		gid[10] = gid[11] = 0xff;
		memcpy(gid + 12, addr->raw, 4);
	} else {
		memcpy(gid, addr->raw, 16);
	}
}

static int gather(const struct si_qp *qp, const struct si_wr *wr, struct si_packet *packet)
{
	uint64_t length = 0;

	for (int i = 0; i < wr->num_sge; i++) {
		const struct ibv_sge *sge = &wr->sge[i];

		if (!(wr->flags & IBV_SEND_INLINE) && sge->length &&
		    !si_mr_find(sge->lkey, sge->addr, sge->length, qp->pub.pd))
			return IBV_WC_LOC_PROT_ERR;
		length += sge->length;
	}
	if (length > (uint64_t)si.cfg.mtu[qp->port - 1])
		return IBV_WC_LOC_LEN_ERR;
	packet->length = 0;
	for (int i = 0; i < wr->num_sge; i++) {
		memcpy(packet->payload + packet->length, (void *)(uintptr_t)wr->sge[i].addr, wr->sge[i].length);
		packet->length += wr->sge[i].length;
	}
	return IBV_WC_SUCCESS;
}

static bool local_member(int group)
{
	for (struct si_object *o = si.objects; o; o = o->next)
		if (o->kind == SI_QP && o->alive && si_qp_attached(si_of(o, struct si_qp, obj), group))
			return true;
	return false;
}

static void transmit(struct si_qp *qp, const struct si_wr *wr, struct si_packet *packet)
{
	int group = si_group_find(wr->ah->attr.grh.dgid.raw);

	memcpy(packet->mgid, wr->ah->attr.grh.dgid.raw, 16);
	source_gid(qp, packet->sgid);
	packet->src_qpn = qp->pub.qp_num;
	packet->dest_qpn = wr->remote_qpn;
	packet->qkey = wr->remote_qkey & 0x80000000u ? qp->qkey : wr->remote_qkey;
	packet->has_imm = wr->opcode == IBV_WR_SEND_WITH_IMM;
	packet->imm = wr->imm;
	packet->solicited = (wr->flags & IBV_SEND_SOLICITED) != 0;
	packet->no_self = (qp->create_flags & IBV_QP_CREATE_BLOCK_SELF_MCAST_LB) != 0;
	packet->sl = wr->ah->attr.sl;
	packet->slid = si.cfg.fabric == SI_IB ? 0x10 + qp->port : 0;
	packet->pid = si.pid;
	si.counters[SI_N_SENT]++;
	if (group < 0) {
		si.counters[SI_N_NO_MEMBER]++;
		return;
	}
	if (local_member(group))
		si_wire_arrive(packet);
	if (si.cfg.dir[0])
		si_wire_send(packet, group);
}

static void execute_one(struct si_qp *qp)
{
	struct si_queue *sq = &qp->sq;
	struct si_wr *wr = &sq->ring[sq->head];
	const struct si_wc_rule *fault = wc_fault(SI_WC_SEND);
	struct ibv_wc wc = {.wr_id = wr->wr_id, .opcode = IBV_WC_SEND};
	struct si_packet packet;
	bool signaled = wr->flags & IBV_SEND_SIGNALED;

	wc.status = gather(qp, wr, &packet);
	if (fault) {
		wc.status = fault->status;
		wc.vendor_err = fault->vendor_err;
	}
	if (wc.status == IBV_WC_SUCCESS)
		transmit(qp, wr, &packet);
	if (!qp->obj.alive || !sq->count)
		return; /* destroyed by another thread while the lock was given up */
	sq->head = (sq->head + 1) % sq->size;
	sq->count--;
	if (wc.status != IBV_WC_SUCCESS || signaled) {
		unsigned slots = 1 + sq->unsignalled;

		sq->unsignalled = 0;
		si_qp_complete(qp, false, &wc, slots);
	} else if (si.cfg.strict_sq) {
		sq->unsignalled++;
	} else {
		sq->used--;
	}
	if (wc.status != IBV_WC_SUCCESS && !(fault && fault->keep))
		si_qp_to_error(qp);
}

void si_ud_execute(struct si_qp *qp, unsigned most)
{
	while (most-- && qp->obj.alive && qp->sq.count && qp->pub.state == IBV_QPS_RTS)
		execute_one(qp);
}

/* The 40 bytes in front of every received datagram. RoCE over IPv4: an IPv4 header in the last 20. */
static void global_route_header(const struct si_packet *packet, uint8_t *grh)
{
	static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
	unsigned below = 12 + 8 + (packet->has_imm ? 4 : 0) + (packet->length + 3) / 4 * 4 + 4;

	memset(grh, 0, GRH);
	if (si.cfg.fabric == SI_ROCE && !memcmp(packet->sgid, mapped, 12)) {
		uint8_t *ip = grh + 20;
		unsigned total = 20 + 8 + below, sum = 0;

		ip[0] = 0x45;
		ip[2] = (uint8_t)(total >> 8);
		ip[3] = (uint8_t)total;
		ip[6] = 0x40; /* do not fragment */
		ip[8] = 64;
		ip[9] = 17;
		memcpy(ip + 12, packet->sgid + 12, 4);
		memcpy(ip + 16, packet->mgid + 12, 4);
		for (int i = 0; i < 20; i += 2)
			sum += (unsigned)ip[i] << 8 | ip[i + 1];
		sum = (sum & 0xffff) + (sum >> 16);
		sum = ~((sum & 0xffff) + (sum >> 16));
		ip[10] = (uint8_t)(sum >> 8);
		ip[11] = (uint8_t)sum;
		return;
	}
	grh[0] = 0x60;
	grh[4] = (uint8_t)(below >> 8);
	grh[5] = (uint8_t)below;
	grh[6] = 0x1b;
	grh[7] = 0xff;
	memcpy(grh + 8, packet->sgid, 16);
	memcpy(grh + 24, packet->mgid, 16);
}

static int scatter(const struct si_qp *qp, const struct si_wr *wr, const struct si_packet *packet)
{
	uint8_t bytes[GRH + SI_MAX_PAYLOAD];
	uint32_t length = GRH + packet->length, done = 0;

	global_route_header(packet, bytes);
	memcpy(bytes + GRH, packet->payload, packet->length);
	for (int i = 0; i < wr->num_sge && done < length; i++) {
		const struct ibv_sge *sge = &wr->sge[i];
		uint32_t part = sge->length < length - done ? sge->length : length - done;
		const struct si_mr *mr = si_mr_find(sge->lkey, sge->addr, sge->length, qp->pub.pd);

		if (part && (!mr || !(mr->access & IBV_ACCESS_LOCAL_WRITE)))
			return IBV_WC_LOC_PROT_ERR;
		memcpy((void *)(uintptr_t)sge->addr, bytes + done, part);
		done += part;
	}
	return done < length ? IBV_WC_LOC_LEN_ERR : IBV_WC_SUCCESS;
}

static void receive(struct si_qp *qp, const struct si_packet *packet)
{
	struct si_queue *rq = &qp->rq;
	const struct si_wc_rule *fault;
	struct ibv_wc wc = {.opcode = IBV_WC_RECV};
	struct si_wr *wr;

	if (packet->qkey != qp->qkey) {
		si.counters[SI_N_WRONG_QKEY]++;
		return;
	}
	if (qp->pub.state != IBV_QPS_RTR && qp->pub.state != IBV_QPS_RTS)
		return;
	if (!rq->count) {
		si.counters[SI_N_NO_RECEIVE]++;
		return;
	}
	wr = &rq->ring[rq->head];
	rq->head = (rq->head + 1) % rq->size;
	rq->count--;
	fault = wc_fault(SI_WC_RECV);
	wc.wr_id = wr->wr_id;
	wc.status = fault ? (enum ibv_wc_status)fault->status : (enum ibv_wc_status)scatter(qp, wr, packet);
	wc.vendor_err = fault ? fault->vendor_err : 0;
	wc.byte_len = GRH + packet->length;
	wc.wc_flags = IBV_WC_GRH | (packet->has_imm ? IBV_WC_WITH_IMM : 0);
	wc.imm_data = packet->imm;
	wc.src_qp = packet->src_qpn;
	wc.sl = packet->sl;
	wc.slid = packet->slid;
	si.counters[SI_N_DELIVERED]++;
	si_qp_complete(qp, true, &wc, 1);
	if (wc.status != IBV_WC_SUCCESS && !(fault && fault->keep))
		si_qp_to_error(qp);
}

void si_ud_deliver(const struct si_packet *packet)
{
	int group = si_group_find(packet->mgid);

	for (struct si_object *o = si.objects; o && group >= 0; o = o->next) {
		struct si_qp *qp = o->kind == SI_QP && o->alive ? si_of(o, struct si_qp, obj) : NULL;
		bool own = qp && packet->pid == si.pid && packet->src_qpn == qp->pub.qp_num;

		if (qp && si_qp_attached(qp, group) && !(own && packet->no_self))
			receive(qp, packet);
	}
}

/* Whether every healthy member of the group in this process has a receive posted. */
static bool all_can_receive(int group)
{
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct si_qp *qp = o->kind == SI_QP && o->alive ? si_of(o, struct si_qp, obj) : NULL;

		if (qp && qp->pub.state == IBV_QPS_RTS && si_qp_attached(qp, group) && !qp->rq.count)
			return false;
	}
	return true;
}

/* The built-in sender: `peer_count` messages to each group, never more than can be received. */
static void peer_send(int group, const uint8_t *mgid, uint32_t qkey)
{
	struct si_packet packet = {.src_qpn = PEER_QPN, .dest_qpn = 0xffffff, .qkey = qkey, .has_imm = 1};

	memcpy(packet.mgid, mgid, 16);
	if (si.cfg.fabric == SI_IB) {
		packet.sgid[0] = 0xfe;
		packet.sgid[1] = 0x80;
		packet.slid = 0x99;
	} else {
		packet.sgid[10] = packet.sgid[11] = 0xff;
		packet.sgid[12] = 10;
		packet.sgid[13] = 7;
	}
	packet.sgid[15] = 2;
	packet.imm = htobe32(PEER_QPN);
	packet.length = si.cfg.peer_size;
	packet.pid = 0;
	for (unsigned i = 0; i < packet.length; i++)
		packet.payload[i] = (uint8_t)(si.peer_sent[group] + i);
	si.peer_sent[group]++;
	si_wire_arrive(&packet);
}

static void pump_peer(struct si_qp *qp)
{
	for (int i = 0; i < qp->ngroups; i++) {
		int group = qp->groups[i];

		for (unsigned n = 0; n < si.cfg.peer_burst; n++) {
			if (si.peer_sent[group] >= si.cfg.peer_count || !all_can_receive(group))
				break;
			peer_send(group, si_group_mgid(group), qp->qkey);
		}
		if (si.peer_sent[group] == si.cfg.peer_count)
			si_wire_flush();
	}
}

void si_ud_pump(struct si_cq *cq, bool until_completion)
{
	unsigned before = cq->count, steps = 0;

	if (si.cfg.dir[0])
		si_wire_drain(NULL);
	if (!si.cfg.lazy && !si.cfg.peer_count)
		return;
	for (struct si_object *o = si.objects; o; o = o->next) {
		struct si_qp *qp = o->kind == SI_QP && o->alive ? si_of(o, struct si_qp, obj) : NULL;

		if (!qp)
			continue;
		while (qp->pub.send_cq == &cq->pub && qp->sq.count && qp->pub.state == IBV_QPS_RTS &&
		       (until_completion ? cq->count == before : steps++ < 4))
			si_ud_execute(qp, 1);
		if (qp->pub.recv_cq == &cq->pub && qp->ngroups && si.cfg.peer_count)
			pump_peer(qp);
	}
}
