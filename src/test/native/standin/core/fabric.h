/* SPDX-License-Identifier: BSD-2-Clause */
/* What is outside the process: groups and their members, and the wire between processes. */
#ifndef STANDIN_FABRIC_H
#define STANDIN_FABRIC_H

#include "core.h"

#define SI_MAX_PAYLOAD 4096

struct si_packet {
	uint8_t mgid[16], sgid[16];
	uint32_t src_qpn, dest_qpn, qkey, imm, length;
	uint32_t pid;
	uint16_t slid;
	uint8_t has_imm, sl, solicited, no_self;
	uint8_t payload[SI_MAX_PAYLOAD];
};

#define SI_PACKET_HEAD offsetof(struct si_packet, payload)

/* groups.c: kept in a file of the configured directory, otherwise in memory. */
void si_groups_open(void);
void si_groups_close(void);
/* Finds or makes the group; -1 when the table is full. An all-zero MGID gets a new SA-assigned group. */
int si_group_get(uint8_t *mgid, uint16_t *mlid);
const uint8_t *si_group_mgid(int group);
int si_group_find(const uint8_t *mgid);
/* 0 or ENOMEM when the group has all the members that it can have. */
int si_member_add(int group, uint32_t qpn);
void si_member_remove(int group, uint32_t qpn);
/* Process ids of other processes with members in the group; returns how many. */
int si_member_pids(int group, uint32_t *pids, int max);
int si_member_count(void);

/* wire.c */
void si_wire_open(void);
void si_wire_close(void);
/* To the other processes; gives the lock up while a queue is full. */
void si_wire_send(const struct si_packet *packet, int group);
/* Takes in what other processes have sent. */
void si_wire_drain(void *unused);
/* A datagram has arrived, from whatever side: the configured faults, then delivery. */
void si_wire_arrive(const struct si_packet *packet);
void si_wire_flush(void);

#endif
