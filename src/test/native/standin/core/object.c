/* SPDX-License-Identifier: BSD-2-Clause */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>

#define MAGIC 0x5354414eu

static const struct {
	const char *name;
	bool leak; /* the program has to give it back */
} kinds[SI_KINDS] = {
	[SI_CHANNEL] = {"ch", true},       [SI_ID] = {"id", true},      [SI_EVENT] = {"ev", false},
	[SI_CMCTX] = {"cmctx", false},     [SI_CTX] = {"ctx", true},    [SI_DEVLIST] = {"devlist", true},
	[SI_PD] = {"pd", true},            [SI_MR] = {"mr", true},      [SI_COMP_CHANNEL] = {"cc", true},
	[SI_CQ] = {"cq", true},            [SI_QP] = {"qp", true},      [SI_AH] = {"ah", true},
	[SI_ASYNC] = {"async", false},
};

const char *si_kind_name(enum si_kind kind)
{
	return kinds[kind].name;
}

bool si_kind_is_leak(enum si_kind kind)
{
	return kinds[kind].leak;
}

void *si_object_new(enum si_kind kind, size_t size)
{
	struct si_object *object = calloc(1, size);

	if (!object)
		return NULL;
	object->magic = MAGIC;
	object->kind = kind;
	object->ordinal = si.ordinals[kind]++;
	object->alive = true;
	snprintf(object->name, sizeof object->name, "%s%u", kinds[kind].name, object->ordinal);
	*si.objects_tail = object;
	si.objects_tail = &object->next;
	if (++si.live[kind] > si.peak[kind])
		si.peak[kind] = si.live[kind];
	return object;
}

void si_object_die(struct si_object *object)
{
	object->alive = false;
	si.live[object->kind]--;
}

void si_object_release(struct si_object *object)
{
	void (*cleanup)(struct si_object *) = object->cleanup;

	object->cleanup = NULL;
	if (cleanup)
		cleanup(object);
}

bool si_object_check(const struct si_object *object, enum si_kind kind, const char *func)
{
	if (!object) {
		si_defect("%s: null %s", func, kinds[kind].name);
		return false;
	}
	if (object->magic != MAGIC || object->kind != kind) {
		si_defect("%s: not a %s", func, kinds[kind].name);
		return false;
	}
	if (!object->alive) {
		si_defect("%s: %s has been destroyed", func, object->name);
		return false;
	}
	return true;
}

const char *si_object_name(const struct si_object *object)
{
	if (!object)
		return "-";
	if (object->magic != MAGIC)
		return "?";
	return object->alive ? object->name : si_fmt("%s!", object->name);
}

void si_object_free_all(void)
{
	for (struct si_object *object = si.objects; object; object = object->next)
		si_object_release(object);
	while (si.objects) {
		struct si_object *object = si.objects;

		si.objects = object->next;
		free(object);
	}
	si.objects_tail = &si.objects;
}
