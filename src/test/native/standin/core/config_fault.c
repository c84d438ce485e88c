/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "core.h"

#include <limits.h>
#include <string.h>

/* N, N+ (from the Nth on), N-M, or * (all). */
static int parse_range(char *text, unsigned *first, unsigned *last)
{
	size_t length = strlen(text);
	char *dash;
	long a, b;

	if (!strcmp(text, "*")) {
		*first = 1;
		*last = UINT_MAX;
		return 0;
	}
	*last = 0;
	if (length && text[length - 1] == '+') {
		text[length - 1] = 0;
		*last = UINT_MAX;
	}
	dash = strchr(text, '-');
	if (dash) {
		*dash++ = 0;
		if (si_parse_number(dash, &b) || b < 1)
			return -1;
		*last = (unsigned)b;
	}
	if (si_parse_number(text, &a) || a < 1)
		return -1;
	*first = (unsigned)a;
	if (!*last)
		*last = (unsigned)a;
	return 0;
}

/* Calls without a result that could tell of a failure. rdma_destroy_qp is one that hides it. */
static bool cannot_fail(int func)
{
	static const char *const names[] = {
		"rdma_destroy_event_channel", "rdma_free_devices", "ibv_free_device_list", "ibv_get_device_guid",
		"ibv_ack_cq_events", "ibv_ack_async_event",
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (si_func_find(names[i]) == func)
			return true;
	return false;
}

/* fail=FUNC:RANGE:ERRNO   ret=FUNC:RANGE:VALUE[:ERRNO]   delay=FUNC:RANGE:MS   eintr=FUNC:RANGE */
static int add_rule(struct si_config *config, enum si_rule_kind kind, char *value, const char *fixed)
{
	struct si_rule *rule = &config->rules[config->nrules];
	char *f[4];
	int count = si_split(value, ':', f, 4);
	int err;

	if (config->nrules == SI_MAX_RULES || si_parse_func(f[0], &rule->func) || count < (fixed ? 2 : 3) ||
	    parse_range(f[1], &rule->first, &rule->last) || (kind != SI_DELAY && cannot_fail(rule->func)))
		return -1;
	rule->kind = kind;
	if (kind == SI_FAIL) {
		if (si_parse_errno(fixed ? fixed : f[2], &err))
			return -1;
		rule->value = err;
	} else if (si_parse_number(f[2], &rule->value)) {
		return -1;
	}
	if (count == 4 && si_parse_errno(f[3], &rule->err))
		return -1;
	config->nrules++;
	return 0;
}

/* N (the Nth event of all) or TYPE.N (the Nth of this type). */
static int parse_pick(char *text, struct si_pick *pick)
{
	char *dot = strrchr(text, '.');
	long nth;

	pick->type = -1;
	if (dot) {
		*dot++ = 0;
		pick->type = si_cm_event_number(text);
		if (pick->type < 0)
			return -1;
	}
	if (si_parse_number(dot ? dot : text, &nth) || nth < 1)
		return -1;
	pick->nth = (unsigned)nth;
	return 0;
}

/* event=PICK:TYPE:STATUS   eventdrop=PICK   eventdelay=PICK:MS */
static int add_event(struct si_config *config, enum si_event_action action, char *value)
{
	struct si_event_rule *rule = &config->events[config->nevents];
	char *f[3];
	int count = si_split(value, ':', f, 3);
	long number = 0;

	if (config->nevents == SI_MAX_RULES || parse_pick(f[0], &rule->pick))
		return -1;
	rule->action = action;
	if (action == SI_EVENT_REPLACE) {
		if (count != 3 || (rule->type = si_cm_event_number(f[1])) < 0 || si_parse_number(f[2], &number))
			return -1;
		rule->status = (int)number;
	} else if (action == SI_EVENT_DELAY) {
		if (count != 2 || si_parse_number(f[1], &number) || number < 0)
			return -1;
		rule->ms = (int)number;
	}
	config->nevents++;
	return 0;
}

/* WHEN is FUNC.N, wc.N, event.N, or ms.N. */
static int parse_when(char *text, struct si_inject *inject)
{
	char *dot = strrchr(text, '.');
	long number;

	if (!dot || si_parse_number(dot + 1, &number) || number < 0)
		return -1;
	*dot = 0;
	inject->nth = (unsigned)number;
	if (!strcmp(text, "wc"))
		inject->when = SI_AFTER_WC;
	else if (!strcmp(text, "event"))
		inject->when = SI_AFTER_EVENT;
	else if (!strcmp(text, "ms"))
		inject->when = SI_AFTER_MS;
	else if (!si_parse_func(text, &inject->func))
		inject->when = SI_AFTER_CALL;
	else
		return -1;
	return 0;
}

/* inject=TYPE:STATUS:WHEN[:ID]   async=TYPE:WHEN */
static int add_inject(struct si_config *config, bool async, char *value)
{
	struct si_inject *inject = &config->injects[config->ninjects];
	char *f[4];
	int count = si_split(value, ':', f, 4);
	long status = 0, id = 0;

	if (config->ninjects == SI_MAX_RULES || count < (async ? 2 : 3))
		return -1;
	inject->async = async;
	inject->type = async ? si_async_number(f[0]) : si_cm_event_number(f[0]);
	if (inject->type < 0 || (!async && si_parse_number(f[1], &status)) || parse_when(f[async ? 1 : 2], inject))
		return -1;
	if (!async && count == 4 && si_parse_number(f[3], &id))
		return -1;
	inject->status = (int)status;
	inject->id = (int)id;
	config->ninjects++;
	return 0;
}

/* wc=SIDE.N:STATUS[:VENDOR[:keep]] with SIDE send, recv, or any */
static int add_wc(struct si_config *config, char *value)
{
	struct si_wc_rule *rule = &config->wcs[config->nwcs];
	char *f[4], *dot;
	int count = si_split(value, ':', f, 4);
	long number;

	if (config->nwcs == SI_MAX_RULES || count < 2 || !(dot = strchr(f[0], '.')))
		return -1;
	*dot++ = 0;
	if (!strcmp(f[0], "send"))
		rule->side = SI_WC_SEND;
	else if (!strcmp(f[0], "recv"))
		rule->side = SI_WC_RECV;
	else if (!strcmp(f[0], "any"))
		rule->side = SI_WC_ANY;
	else
		return -1;
	if (si_parse_number(dot, &number) || number < 1)
		return -1;
	rule->nth = (unsigned)number;
	rule->status = si_wc_status_number(f[1]);
	if (rule->status < 0)
		return -1;
	if (count > 2) {
		if (si_parse_number(f[2], &number))
			return -1;
		rule->vendor_err = (uint32_t)number;
	}
	rule->keep = count > 3 && !strcmp(f[3], "keep");
	config->nwcs++;
	return 0;
}

/* refuse=SIDE.N:ERRNO with SIDE send or recv */
static int add_refusal(struct si_config *config, char *value)
{
	struct si_refusal *refusal = &config->refusals[config->nrefusals];
	char *f[2], *dot;
	int count = si_split(value, ':', f, 2);
	long number;

	if (config->nrefusals == SI_MAX_RULES || count != 2 || !(dot = strchr(f[0], '.')))
		return -1;
	*dot++ = 0;
	if (!strcmp(f[0], "send"))
		refusal->side = SI_WC_SEND;
	else if (!strcmp(f[0], "recv"))
		refusal->side = SI_WC_RECV;
	else
		return -1;
	if (si_parse_number(dot, &number) || number < 1 || si_parse_errno(f[1], &refusal->err))
		return -1;
	refusal->nth = (unsigned)number;
	config->nrefusals++;
	return 0;
}

/* drop=3,5   dup=2   swap=4 (the 4th and 5th change places)   corrupt=7 */
static int add_datagrams(struct si_config *config, enum si_datagram_action action, char *value)
{
	char *f[SI_MAX_RULES];
	int count = si_split(value, ',', f, SI_MAX_RULES);

	for (int i = 0; i < count; i++) {
		long nth;

		if (config->ndatagrams == SI_MAX_RULES || si_parse_number(f[i], &nth) || nth < 1)
			return -1;
		config->datagrams[config->ndatagrams].action = action;
		config->datagrams[config->ndatagrams++].nth = (unsigned)nth;
	}
	return 0;
}

/* nullverbs=N or nullverbs=*: this id has no verbs after resolve or bind. */
static int set_null_verbs(struct si_config *config, const char *value)
{
	long id = SI_ANY_ID;

	if (strcmp(value, "*") && (si_parse_number(value, &id) || id < 0))
		return -1;
	config->null_verbs = true;
	config->null_verbs_id = (int)id;
	return 0;
}

int si_config_fault(struct si_config *config, const char *key, char *value)
{
	if (!strcmp(key, "fail"))
		return add_rule(config, SI_FAIL, value, NULL);
	if (!strcmp(key, "eintr"))
		return add_rule(config, SI_FAIL, value, "EINTR");
	if (!strcmp(key, "ret"))
		return add_rule(config, SI_RETURN, value, NULL);
	if (!strcmp(key, "delay"))
		return add_rule(config, SI_DELAY, value, NULL);
	if (!strcmp(key, "event"))
		return add_event(config, SI_EVENT_REPLACE, value);
	if (!strcmp(key, "eventdrop"))
		return add_event(config, SI_EVENT_DROP, value);
	if (!strcmp(key, "eventdelay"))
		return add_event(config, SI_EVENT_DELAY, value);
	if (!strcmp(key, "inject"))
		return add_inject(config, false, value);
	if (!strcmp(key, "async"))
		return add_inject(config, true, value);
	if (!strcmp(key, "wc"))
		return add_wc(config, value);
	if (!strcmp(key, "refuse"))
		return add_refusal(config, value);
	if (!strcmp(key, "drop"))
		return add_datagrams(config, SI_DG_DROP, value);
	if (!strcmp(key, "dup"))
		return add_datagrams(config, SI_DG_DUP, value);
	if (!strcmp(key, "swap"))
		return add_datagrams(config, SI_DG_SWAP, value);
	if (!strcmp(key, "corrupt"))
		return add_datagrams(config, SI_DG_CORRUPT, value);
	if (!strcmp(key, "nullverbs"))
		return set_null_verbs(config, value);
	return -1;
}
