/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The books: every object that is handed to the program has a kind, an ordinal, and a life.
 *
 * A destroyed object's memory is kept until the next reset, so that a use after destruction is seen and
 * written down instead of reading freed memory.
 */
#ifndef STANDIN_OBJECT_H
#define STANDIN_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

enum si_kind {
	SI_CHANNEL,
	SI_ID,
	SI_EVENT,
	SI_CMCTX,
	SI_CTX,
	SI_DEVLIST,
	SI_PD,
	SI_MR,
	SI_COMP_CHANNEL,
	SI_CQ,
	SI_QP,
	SI_AH,
	SI_ASYNC,
	SI_KINDS
};

struct si_object {
	unsigned magic;
	enum si_kind kind;
	unsigned ordinal;
	bool alive;
	bool kept; /* a destruction was refused on request, so its survival is no leak */
	char name[24];
	void (*cleanup)(struct si_object *object); /* gives back what hangs on it; runs once */
	struct si_object *next;
};

#define si_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

/* Zeroed memory of `size` bytes beginning with a struct si_object, entered into the books. */
void *si_object_new(enum si_kind kind, size_t size);
void si_object_die(struct si_object *object);
void si_object_release(struct si_object *object);
/* True when the object is alive; otherwise writes the defect down. A null object is a defect too. */
bool si_object_check(const struct si_object *object, enum si_kind kind, const char *func);
/* "qp0", "-" for null, "qp0!" when it has been destroyed. */
const char *si_object_name(const struct si_object *object);
const char *si_kind_name(enum si_kind kind);
bool si_kind_is_leak(enum si_kind kind);
void si_object_free_all(void);

#endif
