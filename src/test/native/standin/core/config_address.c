/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "core.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

/* ADDRESS[/PREFIX][@[DEVICE.]PORT] */
static int add(struct si_config *config, char *text, bool rdma)
{
	struct si_addr *addr = &config->addrs[config->naddrs];
	char *at = strchr(text, '@'), *slash, *dot;
	int index;

	if (config->naddrs == SI_MAX_ADDRS)
		return -1;
	memset(addr, 0, sizeof *addr);
	addr->port = 1;
	if (at) {
		*at++ = 0;
		dot = strchr(at, '.');
		if (dot)
			addr->device = atoi(at);
		addr->port = atoi(dot ? dot + 1 : at);
	}
	slash = strchr(text, '/');
	if (slash)
		*slash++ = 0;
	addr->family = strchr(text, ':') ? AF_INET6 : AF_INET;
	if (inet_pton(addr->family, text, addr->raw) != 1)
		return -1;
	addr->prefix = slash ? atoi(slash) : addr->family == AF_INET ? 24 : 64;
	if (!rdma)
		addr->device = -1;
	index = 1; /* entry 0 of every port's GID table is the link-local one */
	for (int i = 0; i < config->naddrs; i++)
		if (config->addrs[i].device == addr->device && config->addrs[i].port == addr->port)
			index++;
	addr->gid_index = config->fabric == SI_IB ? 0 : index;
	config->naddrs++;
	return 0;
}

int si_config_address(struct si_config *config, const char *key, char *value)
{
	char *fields[SI_MAX_ADDRS];
	int count;

	if (!strcmp(key, "route")) {
		uint8_t raw[16] = {0};
		int family = strchr(value, ':') ? AF_INET6 : AF_INET;

		if (!config->naddrs)
			si_config_default_addresses(config);
		if (inet_pton(family, value, raw) != 1)
			return -1;
		for (int i = 0; i < config->naddrs; i++)
			if (config->addrs[i].family == family && !memcmp(config->addrs[i].raw, raw, 16))
				config->route = i;
		return config->route < 0 ? -1 : 0;
	}
	count = si_split(value, ',', fields, SI_MAX_ADDRS);
	for (int i = 0; i < count; i++)
		if (add(config, fields[i], !strcmp(key, "rdma")))
			return -1;
	return 0;
}

/* The interfaces of the recorded runs. */
void si_config_default_addresses(struct si_config *config)
{
	char one[] = "10.7.0.1/24,fd00::1/64";
	char other[] = "10.8.0.1/24,127.0.0.1/8,::1/128";

	si_config_address(config, "rdma", one);
	si_config_address(config, "plain", other);
}
