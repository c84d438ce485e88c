/* SPDX-License-Identifier: BSD-2-Clause */
#include "core.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <infiniband/ib.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread char buffers[8][200];
static __thread unsigned turn;

const char *si_fmt(const char *fmt, ...)
{
	char *buffer = buffers[turn++ % 8];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buffer, sizeof buffers[0], fmt, ap);
	va_end(ap);
	return buffer;
}

const char *si_errno_name(int err)
{
	const char *name = strerrorname_np(err);

	return name ? name : si_fmt("errno%d", err);
}

const char *si_gid_text(const uint8_t *raw)
{
	char text[INET6_ADDRSTRLEN];

	inet_ntop(AF_INET6, raw, text, sizeof text);
	return si_fmt("%s", text);
}

const char *si_sockaddr_text(const struct sockaddr *addr)
{
	char text[INET6_ADDRSTRLEN];

	if (!addr)
		return "-";
	switch (addr->sa_family) {
	case AF_INET: {
		const struct sockaddr_in *in = (const void *)addr;

		inet_ntop(AF_INET, &in->sin_addr, text, sizeof text);
		return in->sin_port ? si_fmt("%s:%u", text, ntohs(in->sin_port)) : si_fmt("%s", text);
	}
	case AF_INET6: {
		const struct sockaddr_in6 *in6 = (const void *)addr;

		inet_ntop(AF_INET6, &in6->sin6_addr, text, sizeof text);
		return in6->sin6_port ? si_fmt("[%s]:%u", text, ntohs(in6->sin6_port)) : si_fmt("[%s]", text);
	}
	case AF_IB: {
		const struct sockaddr_ib *ib = (const void *)addr;

		inet_ntop(AF_INET6, &ib->sib_addr, text, sizeof text);
		return si_fmt("ib:%s pkey=0x%x sid=0x%llx", text, ntohs(ib->sib_pkey),
			      (unsigned long long)be64toh(ib->sib_sid));
	}
	default:
		return si_fmt("family%u", addr->sa_family);
	}
}

const char *si_flags_text(unsigned flags, const char *const *names, int count)
{
	char text[160];
	size_t used = 0;

	text[0] = 0;
	for (int i = 0; i < count && used < sizeof text - 32; i++)
		if ((flags & 1u << i) && names[i]) {
			used += snprintf(text + used, sizeof text - used, "%s%s", used ? "|" : "", names[i]);
			flags &= ~(1u << i);
		}
	if (flags)
		used += snprintf(text + used, sizeof text - used, "%s0x%x", used ? "|" : "", flags);
	return used ? si_fmt("%s", text) : "0";
}

static const char *const wc_names[] = {
	"SUCCESS", "LOC_LEN_ERR", "LOC_QP_OP_ERR", "LOC_EEC_OP_ERR", "LOC_PROT_ERR", "WR_FLUSH_ERR",
	"MW_BIND_ERR", "BAD_RESP_ERR", "LOC_ACCESS_ERR", "REM_INV_REQ_ERR", "REM_ACCESS_ERR", "REM_OP_ERR",
	"RETRY_EXC_ERR", "RNR_RETRY_EXC_ERR", "LOC_RDD_VIOL_ERR", "REM_INV_RD_REQ_ERR", "REM_ABORT_ERR",
	"INV_EECN_ERR", "INV_EEC_STATE_ERR", "FATAL_ERR", "RESP_TIMEOUT_ERR", "GENERAL_ERR",
};

static const char *const cm_names[] = {
	"ADDR_RESOLVED", "ADDR_ERROR", "ROUTE_RESOLVED", "ROUTE_ERROR", "CONNECT_REQUEST", "CONNECT_RESPONSE",
	"CONNECT_ERROR", "UNREACHABLE", "REJECTED", "ESTABLISHED", "DISCONNECTED", "DEVICE_REMOVAL",
	"MULTICAST_JOIN", "MULTICAST_ERROR", "ADDR_CHANGE", "TIMEWAIT_EXIT",
};

static const char *const async_names[] = {
	"CQ_ERR", "QP_FATAL", "QP_REQ_ERR", "QP_ACCESS_ERR", "COMM_EST", "SQ_DRAINED", "PATH_MIG",
	"PATH_MIG_ERR", "DEVICE_FATAL", "PORT_ACTIVE", "PORT_ERR", "LID_CHANGE", "PKEY_CHANGE", "SM_CHANGE",
	"SRQ_ERR", "SRQ_LIMIT_REACHED", "QP_LAST_WQE_REACHED", "CLIENT_REREGISTER", "GID_CHANGE", "WQ_FATAL",
};

#define COUNT(names) ((int)(sizeof names / sizeof names[0]))

static const char *name_of(int number, const char *const *names, int count)
{
	return number >= 0 && number < count ? names[number] : si_fmt("%d", number);
}

/* A name of the table or a plain number; -1 when it is neither. */
static int number_of(const char *text, const char *const *names, int count)
{
	long number;

	for (int i = 0; i < count; i++)
		if (!strcmp(names[i], text))
			return i;
	return si_parse_number(text, &number) ? -1 : (int)number;
}

const char *si_wc_status_name(int status)
{
	return name_of(status, wc_names, COUNT(wc_names));
}

const char *si_cm_event_name(int type)
{
	return name_of(type, cm_names, COUNT(cm_names));
}

int si_cm_event_number(const char *name)
{
	return number_of(name, cm_names, COUNT(cm_names));
}

int si_wc_status_number(const char *name)
{
	return number_of(name, wc_names, COUNT(wc_names));
}

int si_async_number(const char *name)
{
	return number_of(name, async_names, COUNT(async_names));
}

int si_parse_number(const char *text, long *value)
{
	char *end;

	*value = strtol(text, &end, 0);
	return *text && !*end ? 0 : -1;
}

int si_parse_errno(const char *text, int *value)
{
	long number;

	if (!si_parse_number(text, &number)) {
		*value = number;
		return 0;
	}
	for (int i = 1; i < 134; i++) {
		const char *name = strerrorname_np(i);

		if (name && !strcmp(name, text)) {
			*value = i;
			return 0;
		}
	}
	return -1;
}
