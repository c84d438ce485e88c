/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams between processes: one unix datagram socket a process, named by its id. */
#include "fabric.h"
#include "verbs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int in_fd = -1, out_fd = -1;
static struct sockaddr_un own;
static struct si_packet *held; /* waits for the next one, to change places with it */

static void name_of(uint32_t pid, struct sockaddr_un *name)
{
	memset(name, 0, sizeof *name);
	name->sun_family = AF_UNIX;
	snprintf(name->sun_path, sizeof name->sun_path, "%s/p%u", si.cfg.dir, pid);
}

void si_wire_open(void)
{
	struct timeval limit = {.tv_sec = 5};
	int size = 4 << 20;

	in_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	out_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	name_of(si.pid, &own);
	unlink(own.sun_path);
	if (in_fd < 0 || out_fd < 0 || bind(in_fd, (struct sockaddr *)&own, sizeof own)) {
		fprintf(stderr, "mckey stand-in: %s: %s\n", own.sun_path, strerror(errno));
		_exit(125);
	}
	setsockopt(out_fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
	setsockopt(out_fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	si_helper_watch(in_fd, si_wire_drain);
}

void si_wire_close(void)
{
	if (in_fd >= 0) {
		close(in_fd);
		close(out_fd);
		unlink(own.sun_path);
	}
	in_fd = out_fd = -1;
	free(held);
	held = NULL;
}

void si_wire_send(const struct si_packet *packet, int group)
{
	uint32_t pids[256];
	int count = si_member_pids(group, pids, 256);

	for (int i = 0; i < count; i++) {
		struct sockaddr_un to;
		ssize_t sent;
		int err;

		name_of(pids[i], &to);
		/* Two senders whose queues are full must be able to take each other's datagrams in. */
		pthread_mutex_unlock(&si_lock);
		do {
			sent = sendto(out_fd, packet, SI_PACKET_HEAD + packet->length, 0, (struct sockaddr *)&to,
				      sizeof to);
			err = sent < 0 ? errno : 0;
		} while (err == EINTR);
		pthread_mutex_lock(&si_lock);
		if (!err)
			si.counters[SI_N_SENT_REMOTE]++;
		else if (err == EAGAIN)
			si.counters[SI_N_SEND_TIMEOUT]++;
	}
}

void si_wire_drain(void *unused)
{
	static struct si_packet packet;
	ssize_t length;

	(void)unused;
	while (in_fd >= 0) {
		length = recv(in_fd, &packet, sizeof packet, MSG_DONTWAIT);
		if (length < (ssize_t)SI_PACKET_HEAD || length != (ssize_t)(SI_PACKET_HEAD + packet.length))
			break;
		si_wire_arrive(&packet);
	}
}

void si_wire_flush(void)
{
	struct si_packet *packet = held;

	held = NULL;
	if (packet) {
		si_ud_deliver(packet);
		free(packet);
	}
}

static void flush_later(void *unused)
{
	(void)unused;
	si_wire_flush();
}

void si_wire_arrive(const struct si_packet *packet)
{
	static struct si_packet changed;
	unsigned nth = ++si.arrived, copies = 1;
	bool hold = false;

	si.counters[SI_N_ARRIVED]++;
	for (int i = 0; i < si.cfg.ndatagrams; i++) {
		if (si.cfg.datagrams[i].nth != nth)
			continue;
		switch (si.cfg.datagrams[i].action) {
		case SI_DG_DROP:
			si.counters[SI_N_DROPPED]++;
			copies = 0;
			break;
		case SI_DG_DUP:
			si.counters[SI_N_DUPLICATED]++;
			copies = 2;
			break;
		case SI_DG_SWAP:
			si.counters[SI_N_SWAPPED]++;
			hold = true;
			break;
		case SI_DG_CORRUPT:
			si.counters[SI_N_CORRUPTED]++;
			memcpy(&changed, packet, SI_PACKET_HEAD + packet->length);
			if (changed.length)
				changed.payload[changed.length - 1] ^= 0x40;
			packet = &changed;
			break;
		}
	}
	if (hold && !held) {
		held = malloc(sizeof *held);
		if (held) {
			memcpy(held, packet, SI_PACKET_HEAD + packet->length);
			si_timer_add(200, flush_later, NULL, false); /* there may be no next one */
			return;
		}
	}
	while (copies--)
		si_ud_deliver(packet);
	if (!hold)
		si_wire_flush();
}
