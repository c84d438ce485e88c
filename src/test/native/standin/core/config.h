/* SPDX-License-Identifier: BSD-2-Clause */
/* The configuration: one line of text, `key=value` items parted by `;` (README.md has the grammar). */
#ifndef STANDIN_CONFIG_H
#define STANDIN_CONFIG_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

enum si_fabric { SI_ROCE, SI_IB };

#define SI_MAX_PORTS 8
#define SI_MAX_ADDRS 16
#define SI_MAX_RULES 64
#define SI_ANY_ID (-1)

struct si_addr {
	int family;
	uint8_t raw[16]; /* network order; IPv4 in the first four bytes */
	int prefix;
	int device; /* from 0; -1 for an address whose interface has no RDMA device */
	int port;   /* from 1 */
	int gid_index;
};

/* What a call does on request, from its first to its last matching occurrence (counted from 1). */
enum si_rule_kind { SI_FAIL, SI_RETURN, SI_DELAY };
struct si_rule {
	enum si_rule_kind kind;
	int func;
	unsigned first, last;
	long value; /* errno, return value, or milliseconds */
	int err;    /* errno that goes with SI_RETURN */
};

/* Which occurrence: the nth of all (type -1) or the nth of one type. */
struct si_pick {
	int type;
	unsigned nth;
};

enum si_event_action { SI_EVENT_REPLACE, SI_EVENT_DROP, SI_EVENT_DELAY };
struct si_event_rule {
	enum si_event_action action;
	struct si_pick pick;
	int type, status, ms;
};

enum si_when { SI_AFTER_CALL, SI_AFTER_WC, SI_AFTER_EVENT, SI_AFTER_MS };
struct si_inject {
	bool async; /* a verbs asynchronous event instead of a CM event */
	int type, status;
	int id;
	enum si_when when;
	int func;
	unsigned nth;
	bool done;
};

enum si_wc_side { SI_WC_ANY, SI_WC_SEND, SI_WC_RECV };
struct si_wc_rule {
	enum si_wc_side side;
	unsigned nth;
	int status;
	uint32_t vendor_err;
	bool keep; /* leave the QP in RTS */
};

/* The nth request posted on this side is refused. */
struct si_refusal {
	enum si_wc_side side;
	unsigned nth;
	int err;
};

enum si_datagram_action { SI_DG_DROP, SI_DG_DUP, SI_DG_SWAP, SI_DG_CORRUPT };
struct si_datagram_rule {
	enum si_datagram_action action;
	unsigned nth;
};

struct si_config {
	enum si_fabric fabric;
	bool noop, log, trace, legacy_abi, lazy, strict_sq, null_crashes, block_lb, roce_v1;
	char dir[80];
	char logfile[256];
	unsigned long log_limit;
	int devices;
	char device[32];
	int nports;
	int mtu[SI_MAX_PORTS]; /* active MTU in bytes */
	bool down[SI_MAX_PORTS];
	int ifindex; /* of the netdev that the GID table names */
	int naddrs;
	struct si_addr addrs[SI_MAX_ADDRS];
	int route; /* index of the address that an unbound id gets, or -1 */
	int sl;
	uint16_t mlid;
	uint32_t qpn;
	int sendonly_errno;  /* the join call fails with it, or 0 */
	int sendonly_status; /* the join's event is an error with it, or 0 */
	int members;         /* per group, over all processes */
	int max_cqe, max_qp_wr, max_sge, max_inline, max_qp, max_cq, max_mr, max_pd, max_ah;
	int ack_wait_ms;
	int hang_status; /* a process that can only wait for ever ends with it; 0: it waits */
	unsigned peer_count, peer_size, peer_burst;
	bool null_verbs;
	int null_verbs_id;
	int nrules, nevents, ninjects, nwcs, nrefusals, ndatagrams;
	struct si_rule rules[SI_MAX_RULES];
	struct si_event_rule events[SI_MAX_RULES];
	struct si_inject injects[SI_MAX_RULES];
	struct si_wc_rule wcs[SI_MAX_RULES];
	struct si_refusal refusals[SI_MAX_RULES];
	struct si_datagram_rule datagrams[SI_MAX_RULES];
};

/* Fills in the defaults, then what `text` says. Returns 0, or -1 with a message in `why`. */
int si_config_parse(struct si_config *config, const char *text, char *why, unsigned long size);

/* For the files that parse: one key's value. Each returns 0 or -1. */
int si_parse_number(const char *text, long *value);
int si_parse_errno(const char *text, int *value);
int si_parse_func(const char *text, int *func);
int si_config_fault(struct si_config *config, const char *key, char *value);
int si_config_address(struct si_config *config, const char *key, char *value);
void si_config_default_addresses(struct si_config *config);
/* Splits in place at `sep`; returns the number of fields, at most `max`. */
int si_split(char *text, char sep, char **fields, int max);

#endif
