/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of librdmacm.so.1 share. */
#ifndef STANDIN_CM_H
#define STANDIN_CM_H

#include "../core/call.h"
#include "../core/events.h"
#include "../core/fabric.h"
#include "../core/verbs.h"

#include <rdma/rdma_cma.h>

static inline struct si_id *si_id_of(struct rdma_cm_id *p)
{
	return p ? si_of(p, struct si_id, pub) : NULL;
}
static inline struct si_channel *si_channel_of(struct rdma_event_channel *p)
{
	return p ? si_of(p, struct si_channel, pub) : NULL;
}
static inline struct si_event *si_event_of(struct rdma_cm_event *p)
{
	return p ? si_of(p, struct si_event, pub) : NULL;
}

/* Length of the address by its family; 0 for a family that the library does not know. */
size_t cm_addrlen(const struct sockaddr *addr);
bool cm_zero_addr(const struct sockaddr *addr);
/* Gives the id the device of the configured address. */
void cm_take_device(struct si_id *id, int addr);
void cm_set_verbs(struct si_id *id);
/* What the fabric makes of a join: 0 or errno, with the event queued. */
int cm_fabric_join(struct si_id *id, struct si_mc *mc);

#endif
