/* SPDX-License-Identifier: BSD-2-Clause */
/* CM ids, channels and their event queue. The queue is here because faults can put events into it. */
#ifndef STANDIN_EVENTS_H
#define STANDIN_EVENTS_H

#include "core.h"

#include <rdma/rdma_cma.h>

struct si_channel {
	struct si_object obj;
	struct rdma_event_channel pub;
	struct si_gate gate;
	struct si_pending *first, **last;
};

/* One join of one id. */
struct si_mc {
	struct si_mc *next;
	struct sockaddr_storage addr;
	void *context;
	bool send_only;
	bool joined; /* not left yet */
	int failed;  /* status of the error event that the join ends in, or 0 */
	int group;
	uint8_t mgid[16];
	uint16_t mlid;
	struct rdma_ud_param param;
	unsigned reported, acked;
};

struct si_id {
	struct si_object obj;
	struct rdma_cm_id pub;
	struct si_channel *channel;
	bool bound_any, resolved;
	int addr; /* index of the bound address, or -1 */
	int device, port;
	uint32_t qkey;
	struct si_mc *mcs;
	unsigned reported, acked;
};

/* An event on its way to the program. */
struct si_pending {
	struct si_pending *next;
	struct si_channel *channel;
	struct si_id *id;
	struct si_mc *mc;
	int type, status;
};

/* An event in the program's hands. */
struct si_event {
	struct si_object obj;
	struct rdma_cm_event pub;
	struct si_id *id;
	struct si_mc *mc;
	unsigned thread;
};

void si_event_queue(struct si_id *id, struct si_mc *mc, int type, int status);
struct si_id *si_id_find(unsigned ordinal);
void si_event_forget(struct si_id *id, struct si_mc *mc);
/* Waits until other threads have taken in all queued events and acknowledged them. */
void si_settle(int ms);

#endif
