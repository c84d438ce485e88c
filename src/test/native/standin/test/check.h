/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks and a ready-made connection for the tests that use the stand-ins from within the process. */
#ifndef STANDIN_CHECK_H
#define STANDIN_CHECK_H

#include "../core/standin.h"

#include <errno.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include <string.h>

void check_failed(const char *file, int line, const char *what);
extern int checks;

#define CHECK(condition)                                                                                               \
	do {                                                                                                           \
		checks++;                                                                                              \
		if (!(condition))                                                                                      \
			check_failed(__FILE__, __LINE__, #condition);                                                  \
	} while (0)

/* The report has a line that begins so. */
bool reported(const char *beginning);
#define CHECK_REPORTED(beginning) CHECK(reported(beginning))

/* One joined UD connection, made as stock mckey makes it, with or without a completion channel. */
struct connection {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *id;
	struct ibv_pd *pd;
	struct ibv_comp_channel *cc;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_ah *ah;
	uint32_t qpn, qkey;
	char memory[8192];
};

struct sockaddr *address(const char *text);
/* Resets with the configuration and joins; false when a step fails. */
bool connect_to(struct connection *c, const char *config, const char *group, int depth, bool with_channel);
void disconnect(struct connection *c, const char *group);
int post_recv(struct connection *c, int slot, unsigned length);
int post_send(struct connection *c, unsigned length, unsigned flags);

void test_objects(void);
void test_queries(void);
void test_traffic(void);
void test_errors(void);
void test_waiting(void);
void test_events(void);

#endif
