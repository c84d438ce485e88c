/* SPDX-License-Identifier: BSD-2-Clause */
/* Binding and resolving: which device an address leads to. */
#include "cm.h"

#include <errno.h>
#include <infiniband/ib.h>
#include <netinet/in.h>
#include <string.h>

size_t cm_addrlen(const struct sockaddr *addr)
{
	switch (addr ? addr->sa_family : 0) {
	case AF_INET:
		return sizeof(struct sockaddr_in);
	case AF_INET6:
		return sizeof(struct sockaddr_in6);
	case AF_IB:
		return sizeof(struct sockaddr_ib);
	default:
		return 0;
	}
}

/* The address bytes and how many they are. */
static const uint8_t *bytes_of(const struct sockaddr *addr, size_t *length)
{
	if (addr->sa_family == AF_INET) {
		*length = 4;
		return (const uint8_t *)&((const struct sockaddr_in *)(const void *)addr)->sin_addr;
	}
	*length = 16;
	if (addr->sa_family == AF_INET6)
		return (const uint8_t *)&((const struct sockaddr_in6 *)(const void *)addr)->sin6_addr;
	return (const uint8_t *)&((const struct sockaddr_ib *)(const void *)addr)->sib_addr;
}

bool cm_zero_addr(const struct sockaddr *addr)
{
	static const uint8_t zero[16];
	size_t length;
	const uint8_t *bytes = bytes_of(addr, &length);

	return !memcmp(bytes, zero, length);
}

static bool multicast(const struct sockaddr *addr)
{
	size_t length;
	const uint8_t *bytes = bytes_of(addr, &length);

	return length == 4 ? (bytes[0] & 0xf0) == 0xe0 : bytes[0] == 0xff;
}

static int find(const struct sockaddr *addr)
{
	size_t length;
	const uint8_t *bytes = bytes_of(addr, &length);

	for (int i = 0; i < si.cfg.naddrs; i++)
		if (si.cfg.addrs[i].family == addr->sa_family && !memcmp(si.cfg.addrs[i].raw, bytes, length))
			return i;
	return -1;
}

/* The configured address whose subnet holds this one. */
static int find_subnet(const struct sockaddr *addr)
{
	size_t length;
	const uint8_t *bytes = bytes_of(addr, &length);

	for (int i = 0; i < si.cfg.naddrs; i++) {
		const struct si_addr *own = &si.cfg.addrs[i];
		bool same = own->family == addr->sa_family;

		for (int bit = 0; same && bit < own->prefix && bit < (int)length * 8; bit++)
			same = !((own->raw[bit / 8] ^ bytes[bit / 8]) & 0x80 >> bit % 8);
		if (same)
			return i;
	}
	return -1;
}

static bool null_verbs(const struct si_id *id)
{
	return si.cfg.null_verbs &&
	       (si.cfg.null_verbs_id == SI_ANY_ID || si.cfg.null_verbs_id == (int)id->obj.ordinal);
}

void cm_set_verbs(struct si_id *id)
{
	if (id->device < 0 || null_verbs(id))
		return;
	id->pub.verbs = si_cm_context(id->device);
	id->pub.port_num = (uint8_t)id->port;
}

void cm_take_device(struct si_id *id, int addr)
{
	id->addr = addr;
	id->device = si.cfg.addrs[addr].device;
	id->port = si.cfg.addrs[addr].port;
}

static int bind_to(struct si_id *id, const struct sockaddr *addr)
{
	int index;

	if (id->addr >= 0 || id->bound_any)
		return EINVAL;
	if (cm_zero_addr(addr)) {
		id->bound_any = true;
		return 0;
	}
	if (addr->sa_family == AF_IB)
		return ENODEV;
	index = find(addr);
	if (index < 0)
		return EADDRNOTAVAIL;
	/* The IPoIB port space needs an InfiniBand interface. */
	if (id->pub.ps == RDMA_PS_IPOIB && (si.cfg.fabric == SI_ROCE || si.cfg.addrs[index].device < 0))
		return EINVAL;
	if (si.cfg.addrs[index].device < 0)
		return ENODEV;
	cm_take_device(id, index);
	return 0;
}

int rdma_bind_addr(struct rdma_cm_id *pub, struct sockaddr *addr)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;
	int err;

	if (si_begin(&c, "rdma_bind_addr", "%s %s", SI_NAME(id, pub), si_sockaddr_text(addr)))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_bind_addr"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	if (!cm_addrlen(addr))
		return si_end_minus_one(&c, EINVAL);
	err = bind_to(id, addr);
	if (!err) {
		memcpy(&id->pub.route.addr.src_storage, addr, cm_addrlen(addr));
		if (id->addr >= 0)
			cm_set_verbs(id);
	}
	return si_end_minus_one(&c, err);
}

/* Finds the way to an unbound id's destination: 0, or errno; *failed for one that fails only later. */
static int find_way(struct si_id *id, const struct sockaddr *dst, bool *failed)
{
	int index;

	if (cm_zero_addr(dst)) {
		/* stands for loopback: the first device */
		id->device = 0;
		id->port = 1;
		return 0;
	}
	index = multicast(dst) ? -1 : find_subnet(dst);
	if (index < 0)
		index = si.cfg.route;
	if (index < 0 || si.cfg.addrs[index].family != dst->sa_family)
		return ENETUNREACH;
	if (si.cfg.addrs[index].device < 0)
		*failed = true;
	else
		cm_take_device(id, index);
	return 0;
}

static int resolve(struct si_id *id, const struct sockaddr *src, const struct sockaddr *dst)
{
	bool failed = false;
	int err = 0;

	if (id->resolved)
		return EINVAL;
	if (src && id->addr < 0 && !id->bound_any)
		err = bind_to(id, src);
	if (!err && src && src->sa_family != dst->sa_family)
		err = EINVAL;
	if (err)
		return err;
	if (id->addr < 0)
		err = find_way(id, dst, &failed);
	else if (!multicast(dst) && !cm_zero_addr(dst) && find_subnet(dst) < 0 && si.cfg.route < 0)
		err = ENETUNREACH;
	if (err)
		return err;
	id->resolved = true;
	if (failed)
		si_event_queue(id, NULL, RDMA_CM_EVENT_ADDR_ERROR, -ENODEV);
	else
		si_event_queue(id, NULL, RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	return 0;
}

int rdma_resolve_addr(struct rdma_cm_id *pub, struct sockaddr *src, struct sockaddr *dst, int timeout_ms)
{
	struct si_id *id = si_id_of(pub);
	struct si_call c;
	int err;

	if (si_begin(&c, "rdma_resolve_addr", "%s src=%s dst=%s timeout=%d", SI_NAME(id, pub), si_sockaddr_text(src),
		     si_sockaddr_text(dst), timeout_ms))
		return si_end_minus_one(&c, c.err);
	if (!si_object_check(id ? &id->obj : NULL, SI_ID, "rdma_resolve_addr"))
		return si_end_minus_one(&c, pub ? EINVAL : si_null_argument());
	if (!cm_addrlen(dst) || (src && !cm_addrlen(src)))
		return si_end_minus_one(&c, EINVAL);
	err = resolve(id, src, dst);
	if (!err)
		memcpy(&id->pub.route.addr.dst_storage, dst, cm_addrlen(dst));
	return si_end_minus_one(&c, err);
}
