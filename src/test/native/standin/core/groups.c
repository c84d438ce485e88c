/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups and their members. With a directory the table is a file shared by the processes, locked with
 * flock(2), so that a process that dies leaves no lock behind; its members are swept by process id.
 */
#include "fabric.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_MEMBERS 8192

struct table {
	uint32_t ngroups, nmembers, assigned;
	struct {
		uint8_t mgid[16];
	} groups[SI_MAX_GROUPS];
	struct member {
		uint32_t pid, qpn, group;
	} members[MAX_MEMBERS];
};

static struct table *table;
static int file = -1;

void si_groups_open(void)
{
	char path[128];

	if (!si.cfg.dir[0]) {
		table = calloc(1, sizeof *table);
		return;
	}
	mkdir(si.cfg.dir, 0777);
	snprintf(path, sizeof path, "%s/groups", si.cfg.dir);
	file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (file < 0 || ftruncate(file, sizeof *table)) {
		fprintf(stderr, "mckey stand-in: %s: %s\n", path, strerror(errno));
		_exit(125);
	}
	table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (table == MAP_FAILED)
		_exit(125);
}

static void lock(void)
{
	if (file >= 0)
		while (flock(file, LOCK_EX) && errno == EINTR)
			;
}

static void unlock(void)
{
	if (file >= 0)
		flock(file, LOCK_UN);
}

static void remove_at(uint32_t index)
{
	/* The order of the others stays, for a deterministic delivery order. */
	memmove(&table->members[index], &table->members[index + 1],
		(--table->nmembers - index) * sizeof table->members[0]);
}

static void remove_process(uint32_t pid)
{
	for (uint32_t i = 0; i < table->nmembers;)
		if (table->members[i].pid == pid)
			remove_at(i);
		else
			i++;
}

static void sweep(void)
{
	for (uint32_t i = 0; i < table->nmembers; i++)
		if (kill(table->members[i].pid, 0) && errno == ESRCH) {
			remove_process(table->members[i].pid);
			i = -1;
		}
}

void si_groups_close(void)
{
	if (!table)
		return;
	if (file < 0) {
		free(table);
	} else {
		lock();
		remove_process(si.pid);
		unlock();
		munmap(table, sizeof *table);
		close(file);
		file = -1;
	}
	table = NULL;
}

const uint8_t *si_group_mgid(int group)
{
	return table->groups[group].mgid;
}

int si_group_find(const uint8_t *mgid)
{
	for (uint32_t i = 0; i < table->ngroups; i++)
		if (!memcmp(table->groups[i].mgid, mgid, 16))
			return (int)i;
	return -1;
}

int si_group_get(uint8_t *mgid, uint16_t *mlid)
{
	static const uint8_t zero[16];
	int group;

	lock();
	if (!memcmp(mgid, zero, 16)) {
		/* Signature 0xA01B: assigned by the subnet administrator; then its subnet prefix. */
		static const uint8_t prefix[8] = {0xff, 0x12, 0xa0, 0x1b, 0xfe, 0x80, 0, 0};

		memcpy(mgid, prefix, sizeof prefix);
		mgid[15] = (uint8_t)++table->assigned;
		mgid[14] = (uint8_t)(table->assigned >> 8);
	}
	group = si_group_find(mgid);
	if (group < 0 && table->ngroups < SI_MAX_GROUPS) {
		group = (int)table->ngroups++;
		memcpy(table->groups[group].mgid, mgid, 16);
	}
	unlock();
	*mlid = si.cfg.fabric == SI_IB ? (uint16_t)(si.cfg.mlid + group) : 0;
	return group;
}

int si_member_add(int group, uint32_t qpn)
{
	int count = 0, rc = ENOMEM;

	lock();
	sweep();
	for (uint32_t i = 0; i < table->nmembers; i++)
		count += table->members[i].group == (uint32_t)group;
	if (count < si.cfg.members && table->nmembers < MAX_MEMBERS) {
		table->members[table->nmembers++] = (struct member){si.pid, qpn, group};
		rc = 0;
	}
	unlock();
	return rc;
}

void si_member_remove(int group, uint32_t qpn)
{
	uint32_t pid = si.pid;

	lock();
	for (uint32_t i = 0; i < table->nmembers; i++) {
		const struct member *m = &table->members[i];

		if (m->pid == pid && m->qpn == qpn && m->group == (uint32_t)group) {
			remove_at(i);
			break;
		}
	}
	unlock();
}

int si_member_pids(int group, uint32_t *pids, int max)
{
	uint32_t self = si.pid;
	int count = 0;

	if (file < 0)
		return 0;
	lock();
	for (uint32_t i = 0; i < table->nmembers && count < max; i++) {
		const struct member *m = &table->members[i];
		int known = 0;

		if (m->pid == self || m->group != (uint32_t)group)
			continue;
		while (known < count && pids[known] != m->pid)
			known++;
		if (known == count)
			pids[count++] = m->pid;
	}
	unlock();
	return count;
}

int si_member_count(void)
{
	int count;

	lock();
	sweep();
	count = (int)table->nmembers;
	unlock();
	return count;
}
