/* SPDX-License-Identifier: BSD-2-Clause */
/* What the two fabrics make of a join. */
#include "cm.h"

#include <errno.h>
#include <infiniband/ib.h>
#include <netinet/in.h>
#include <string.h>

#define ENOTSUPP_KERNEL 524 /* reaches user space although it has no name there */
#define MULTICAST_QPN 0xffffff

static int roce_mgid(const struct sockaddr *addr, uint8_t *mgid)
{
	if (cm_zero_addr(addr))
		return EINVAL;
	if (addr->sa_family != AF_INET && !si.cfg.roce_v1)
		return ENOTSUPP_KERNEL;
	if (addr->sa_family == AF_INET6) {
		memcpy(mgid, &((const struct sockaddr_in6 *)(const void *)addr)->sin6_addr, 16);
		return 0;
	}
	if (addr->sa_family == AF_IB) {
		memcpy(mgid, &((const struct sockaddr_ib *)(const void *)addr)->sib_addr, 16);
		return 0;
	}
	memset(mgid, 0, 16);
	if (si.cfg.roce_v1) {
		mgid[0] = 0xff;
		mgid[1] = 0x0e;
	}
	mgid[10] = mgid[11] = 0xff;
	memcpy(mgid + 12, &((const struct sockaddr_in *)(const void *)addr)->sin_addr, 4);
	return 0;
}

/*
 * The IPoIB mapping (RFC 4391 section 4): ff12:401b:PKEY:: and the low 28 bits of an IPv4 group,
 * ff12:601b:PKEY: and the low 80 bits of an IPv6 one. The UDP port space has the RDMA CM's own
 * signature, 0x01 instead of 0x1b in the second half.
 */
static void ib_mgid(const struct si_id *id, const struct sockaddr *addr, uint8_t *mgid)
{
	uint8_t signature = id->pub.ps == RDMA_PS_UDP ? 0x01 : 0x1b;
	const uint8_t *raw;

	memset(mgid, 0, 16);
	if (cm_zero_addr(addr))
		return; /* the subnet administrator chooses */
	if (addr->sa_family == AF_IB) {
		memcpy(mgid, &((const struct sockaddr_ib *)(const void *)addr)->sib_addr, 16);
		return;
	}
	mgid[0] = 0xff;
	mgid[1] = 0x12;
	mgid[3] = signature;
	mgid[4] = mgid[5] = 0xff;
	if (addr->sa_family == AF_INET) {
		raw = (const uint8_t *)&((const struct sockaddr_in *)(const void *)addr)->sin_addr;
		mgid[2] = 0x40;
		memcpy(mgid + 12, raw, 4);
		mgid[12] &= 0x0f;
		return;
	}
	raw = (const uint8_t *)&((const struct sockaddr_in6 *)(const void *)addr)->sin6_addr;
	if (raw[0] == 0xff && (raw[1] & 0xf0) == 0x10 && raw[2] == 0xa0 && raw[3] == 0x1b) {
		memcpy(mgid, raw, 16); /* already an MGID that the subnet administrator has assigned */
		return;
	}
	mgid[2] = 0x60;
	memcpy(mgid + 6, raw + 6, 10);
}

static void fill_param(const struct si_id *id, struct si_mc *mc)
{
	struct ibv_ah_attr *ah = &mc->param.ah_attr;

	mc->param.qp_num = MULTICAST_QPN;
	mc->param.qkey = id->qkey;
	memcpy(ah->grh.dgid.raw, mc->mgid, 16);
	ah->dlid = mc->mlid;
	ah->sl = si.cfg.fabric == SI_IB ? (uint8_t)si.cfg.sl : 0;
	ah->is_global = 1;
	ah->port_num = (uint8_t)id->port;
	ah->grh.sgid_index = id->addr >= 0 ? (uint8_t)si.cfg.addrs[id->addr].gid_index : 0;
	ah->grh.hop_limit = si.cfg.fabric == SI_ROCE ? 64 : 0;
	ah->static_rate = si.cfg.fabric == SI_IB ? 3 : 2;
}

int cm_fabric_join(struct si_id *id, struct si_mc *mc)
{
	const struct sockaddr *addr = (const struct sockaddr *)&mc->addr;
	int err;

	if (si.cfg.fabric == SI_ROCE) {
		err = roce_mgid(addr, mc->mgid);
		if (err)
			return err;
	} else {
		if (mc->send_only && si.cfg.sendonly_errno)
			return si.cfg.sendonly_errno;
		ib_mgid(id, addr, mc->mgid);
		if (mc->send_only && si.cfg.sendonly_status)
			mc->failed = si.cfg.sendonly_status;
		else if (mc->mgid[0] != 0xff && !cm_zero_addr(addr))
			mc->failed = -EINVAL; /* no multicast GID: the subnet administrator refuses */
	}
	if (!mc->failed) {
		mc->group = si_group_get(mc->mgid, &mc->mlid);
		if (mc->group < 0)
			mc->failed = -ENOMEM;
	}
	fill_param(id, mc);
	return 0;
}
