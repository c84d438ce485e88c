/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plain C loops over UDP multicast, what the kernel allows: one datagram, or 64, per call, nothing computed.
 *   flood sendto|sendmmsg|segment GROUP ADDRESS BYTES SECONDS    prints: datagrams nanoseconds
 *   flood sink|gro GROUP ADDRESS BYTES SECONDS                   counts until nothing has come for SECONDS
 * BYTES is the UDP payload. "segment" sends trains with UDP_SEGMENT, "gro" receives them whole with UDP_GRO.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <netinet/udp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PORT 4791
#define BATCH 64
#define LARGEST 65000 /* bytes of a train */
#define ROOM (8 << 20) /* the receive buffer's bytes, as the kernel counts them */

static struct mmsghdr messages[BATCH];
static struct iovec vectors[BATCH];
static char control[BATCH][CMSG_SPACE(sizeof(int))];

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void must(int result, const char *what)
{
	if (result < 0)
		err(1, "%s", what);
}

static int option(int fd, int level, int name, int value)
{
	return setsockopt(fd, level, name, &value, sizeof value);
}

/* Lays messages out in one piece of memory, each of `stride` bytes. */
static void lay_out(struct sockaddr_in *to, size_t stride, size_t bytes)
{
	char *memory = calloc(BATCH, stride);

	for (int i = 0; i < BATCH; i++) {
		vectors[i] = (struct iovec){memory + i * stride, bytes};
		messages[i].msg_hdr = (struct msghdr){.msg_iov = &vectors[i], .msg_iovlen = 1};
		if (to) {
			messages[i].msg_hdr.msg_name = to;
			messages[i].msg_hdr.msg_namelen = sizeof *to;
		}
	}
}

static int send_some(int fd, const char *mode, size_t bytes, int train)
{
	if (!strcmp(mode, "sendmmsg"))
		return sendmmsg(fd, messages, BATCH, 0);
	if (!strcmp(mode, "segment")) {
		vectors[0].iov_len = bytes * train;
		return sendmsg(fd, &messages[0].msg_hdr, 0) < 0 ? -1 : train;
	}
	for (int i = 0; i < BATCH; i++)
		if (sendto(fd, vectors[i].iov_base, bytes, 0, messages[i].msg_hdr.msg_name, sizeof(struct sockaddr_in)) < 0)
			return i ? i : -1;
	return BATCH;
}

static void flood(const char *mode, struct sockaddr_in to, struct in_addr from, size_t bytes, double seconds)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_in local = {.sin_family = AF_INET, .sin_addr = from};
	struct ip_mreq request = {to.sin_addr, from};
	int train = LARGEST / bytes < BATCH ? LARGEST / bytes : BATCH;
	int64_t start, end, sent = 0;

	must(fd, "socket");
	must(bind(fd, (void *)&local, sizeof local), "bind");
	must(setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &from, sizeof from), "IP_MULTICAST_IF");
	/* A sender is a member, as mckey's is; the kernel then makes a copy of each packet for this host. */
	must(setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request), "join");
	if (!strcmp(mode, "segment"))
		must(option(fd, SOL_UDP, UDP_SEGMENT, bytes), "UDP_SEGMENT");
	else
		must(option(fd, SOL_SOCKET, SO_NO_CHECK, 1), "SO_NO_CHECK");
	lay_out(&to, bytes, bytes);
	start = now();
	end = start + seconds * 1e9;
	while (now() < end) {
		int count = send_some(fd, mode, bytes, train);

		if (count < 0 && errno != ENOBUFS && errno != EINTR)
			err(1, "%s", mode);
		if (count > 0)
			sent += count;
	}
	printf("%lld %lld\n", (long long)sent, (long long)(now() - start));
}

static int segment_size(struct msghdr *message)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c))
		if (c->cmsg_level == SOL_UDP && c->cmsg_type == UDP_GRO)
			return *(int *)CMSG_DATA(c);
	return 0;
}

static void sink(int gro, struct sockaddr_in group, struct in_addr on, size_t bytes, double seconds)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	struct ip_mreq request = {group.sin_addr, on};
	struct pollfd waiting = {fd, POLLIN, 0};
	int64_t received = 0;

	must(fd, "socket");
	option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
	option(fd, SOL_SOCKET, SO_RCVBUF, ROOM / 2);
	must(bind(fd, (void *)&group, sizeof group), "bind");
	must(setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request), "join");
	if (gro)
		must(option(fd, SOL_UDP, UDP_GRO, 1), "UDP_GRO");
	lay_out(NULL, gro ? 65536 : bytes, gro ? 65536 : bytes);
	puts("ready");
	fflush(stdout);
	while (poll(&waiting, 1, received ? (int)(seconds * 1000) : 30000) > 0) {
		int count;

		do {
			for (int i = 0; gro && i < BATCH; i++) {
				messages[i].msg_hdr.msg_control = control[i];
				messages[i].msg_hdr.msg_controllen = sizeof control[i];
			}
			count = recvmmsg(fd, messages, BATCH, MSG_DONTWAIT, NULL);
			for (int i = 0; i < count; i++) {
				int size = gro ? segment_size(&messages[i].msg_hdr) : 0;

				received += size ? (messages[i].msg_len + size - 1) / size : 1;
			}
		} while (count > 0);
	}
	printf("%lld\n", (long long)received);
}

int main(int argc, char **argv)
{
	struct sockaddr_in group = {.sin_family = AF_INET, .sin_port = htons(PORT)};
	struct in_addr local;

	if (argc != 6 || !inet_aton(argv[2], &group.sin_addr) || !inet_aton(argv[3], &local))
		errx(2, "usage: flood MODE GROUP ADDRESS BYTES SECONDS");
	if (!strcmp(argv[1], "sink") || !strcmp(argv[1], "gro"))
		sink(!strcmp(argv[1], "gro"), group, local, atoi(argv[4]), atof(argv[5]));
	else
		flood(argv[1], group, local, atoi(argv[4]), atof(argv[5]));
	return 0;
}
