/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "core.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

int si_split(char *text, char sep, char **fields, int max)
{
	int count = 0;

	while (count < max) {
		char *end = count + 1 < max ? strchr(text, sep) : NULL;

		fields[count++] = text;
		if (!end)
			break;
		*end = 0;
		text = end + 1;
	}
	return count;
}

int si_parse_func(const char *text, int *func)
{
	*func = si_func_find(text);
	return *func < 0 ? -1 : 0;
}

enum type { T_BOOL, T_INT, T_U16, T_U32, T_TEXT };

#define KEY(key, type, member) {key, type, offsetof(struct si_config, member), sizeof(((struct si_config *)0)->member)}

static const struct {
	const char *key;
	enum type type;
	size_t offset, size;
} keys[] = {
	KEY("log", T_BOOL, log),
	KEY("trace", T_BOOL, trace),
	KEY("lazy", T_BOOL, lazy),
	KEY("strictsq", T_BOOL, strict_sq),
	KEY("blocklb", T_BOOL, block_lb),
	KEY("dir", T_TEXT, dir),
	KEY("logfile", T_TEXT, logfile),
	KEY("devices", T_INT, devices),
	KEY("device", T_TEXT, device),
	KEY("ifindex", T_INT, ifindex),
	KEY("sl", T_INT, sl),
	KEY("mlid", T_U16, mlid),
	KEY("qpn", T_U32, qpn),
	KEY("members", T_INT, members),
	KEY("max_cqe", T_INT, max_cqe),
	KEY("max_qp_wr", T_INT, max_qp_wr),
	KEY("max_sge", T_INT, max_sge),
	KEY("max_inline", T_INT, max_inline),
	KEY("max_qp", T_INT, max_qp),
	KEY("max_cq", T_INT, max_cq),
	KEY("max_mr", T_INT, max_mr),
	KEY("max_pd", T_INT, max_pd),
	KEY("max_ah", T_INT, max_ah),
	KEY("ackwait", T_INT, ack_wait_ms),
	KEY("hang", T_INT, hang_status),
};

static int set_plain(struct si_config *config, const char *key, const char *value)
{
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		char *field = (char *)config + keys[i].offset;
		long number;

		if (strcmp(keys[i].key, key))
			continue;
		if (keys[i].type == T_TEXT) {
			if (strlen(value) >= keys[i].size)
				return -1;
			strcpy(field, value);
			return 0;
		}
		if (!strcmp(value, "on") || !strcmp(value, "off"))
			number = value[1] == 'n';
		else if (si_parse_number(value, &number))
			return -1;
		if (keys[i].type == T_BOOL)
			*(bool *)field = number != 0;
		else if (keys[i].type == T_U16)
			*(uint16_t *)field = (uint16_t)number;
		else if (keys[i].type == T_U32)
			*(uint32_t *)field = (uint32_t)number;
		else
			*(int *)field = (int)number;
		return 0;
	}
	return 1;
}

/* mtu=1024,2048: active MTU of each port, which also says how many ports there are. */
static int set_mtu(struct si_config *config, char *value)
{
	char *fields[SI_MAX_PORTS];
	int count = si_split(value, ',', fields, SI_MAX_PORTS);

	for (int i = 0; i < count; i++) {
		long mtu;

		if (si_parse_number(fields[i], &mtu) || mtu < 256 || mtu > 4096 || (mtu & (mtu - 1)))
			return -1;
		config->mtu[i] = (int)mtu;
	}
	config->nports = count;
	return 0;
}

/* down=2: ports that are not active. */
static int set_down(struct si_config *config, char *value)
{
	char *fields[SI_MAX_PORTS];
	int count = si_split(value, ',', fields, SI_MAX_PORTS);

	for (int i = 0; i < count; i++) {
		long port;

		if (si_parse_number(fields[i], &port) || port < 1 || port > SI_MAX_PORTS)
			return -1;
		config->down[port - 1] = true;
	}
	return 0;
}

/* sendonly=yes, sendonly=ERRNO (the call fails), sendonly=event:STATUS (the event is an error). */
static int set_sendonly(struct si_config *config, const char *value)
{
	long status;

	config->sendonly_errno = config->sendonly_status = 0;
	if (!strcmp(value, "yes"))
		return 0;
	if (strncmp(value, "event:", 6))
		return si_parse_errno(value, &config->sendonly_errno);
	if (si_parse_number(value + 6, &status))
		return -1;
	config->sendonly_status = (int)status;
	return 0;
}

/* peer=COUNT[:SIZE[:BURST]] */
static int set_peer(struct si_config *config, char *value)
{
	char *fields[3];
	unsigned *where[3] = {&config->peer_count, &config->peer_size, &config->peer_burst};
	int count = si_split(value, ':', fields, 3);

	for (int i = 0; i < count; i++) {
		long number;

		if (si_parse_number(fields[i], &number) || number < 0 || (i == 1 && number > 4096))
			return -1;
		*where[i] = (unsigned)number;
	}
	return config->peer_burst ? 0 : -1;
}

static int set_word(const char *value, const char *off, const char *on, bool *field)
{
	if (!strcmp(value, on))
		*field = true;
	else if (!strcmp(value, off))
		*field = false;
	else
		return -1;
	return 0;
}

static int set_item(struct si_config *config, const char *key, char *value)
{
	int rc = set_plain(config, key, value);
	bool ib;

	if (rc <= 0)
		return rc;
	if (!strcmp(key, "fabric")) {
		rc = set_word(value, "roce", "ib", &ib);
		if (!rc)
			config->fabric = ib ? SI_IB : SI_ROCE;
		return rc;
	}
	if (!strcmp(key, "mode"))
		return set_word(value, "full", "noop", &config->noop);
	if (!strcmp(key, "abi"))
		return set_word(value, "extended", "legacy", &config->legacy_abi);
	if (!strcmp(key, "null"))
		return set_word(value, "record", "crash", &config->null_crashes);
	if (!strcmp(key, "gidtype"))
		return set_word(value, "v2", "v1", &config->roce_v1);
	if (!strcmp(key, "down"))
		return set_down(config, value);
	if (!strcmp(key, "mtu"))
		return set_mtu(config, value);
	if (!strcmp(key, "sendonly"))
		return set_sendonly(config, value);
	if (!strcmp(key, "peer"))
		return set_peer(config, value);
	if (!strcmp(key, "rdma") || !strcmp(key, "plain") || !strcmp(key, "route"))
		return si_config_address(config, key, value);
	return si_config_fault(config, key, value);
}

static void defaults(struct si_config *config)
{
	memset(config, 0, sizeof *config);
	config->fabric = SI_ROCE;
	config->log = true;
	config->log_limit = 1000000;
	config->strict_sq = true;
	config->block_lb = true;
	config->devices = 1;
	strcpy(config->device, "standin");
	config->nports = 1;
	config->ifindex = 1;
	config->mtu[0] = 1024;
	config->route = -1;
	config->mlid = 0xc000;
	config->qpn = 0x11;
	config->members = -1;
	config->max_cqe = 32767;
	config->max_qp_wr = 1048576;
	config->max_sge = 32;
	config->max_inline = 512;
	config->max_qp = config->max_cq = config->max_mr = config->max_pd = config->max_ah = 1000000;
	config->ack_wait_ms = 2000;
	config->peer_size = 100;
	config->peer_burst = 4;
}

int si_config_parse(struct si_config *config, const char *text, char *why, unsigned long size)
{
	char copy[4096];
	char *items[256];
	int count;

	defaults(config);
	if (!text)
		text = "";
	if (strlen(text) >= sizeof copy) {
		snprintf(why, size, "configuration too long");
		return -1;
	}
	strcpy(copy, text);
	count = si_split(copy, ';', items, 256);
	for (int i = 0; i < count; i++) {
		char *value = strchr(items[i], '=');

		if (!*items[i])
			continue;
		if (value)
			*value++ = 0;
		if (!value || set_item(config, items[i], value)) {
			snprintf(why, size, "bad configuration item: %.100s", items[i]);
			return -1;
		}
	}
	if (!config->naddrs)
		si_config_default_addresses(config);
	if (config->members < 0) /* what soft-RoCE takes; an HCA takes many more */
		config->members = config->fabric == SI_ROCE ? 56 : 4096;
	if (config->noop)
		config->log = false;
	return 0;
}
