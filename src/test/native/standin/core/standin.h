/* SPDX-License-Identifier: BSD-2-Clause */
/* What a test program can call; exported by libibverbs.so.1. */
#ifndef STANDIN_H
#define STANDIN_H

/*
 * Forgets everything and starts anew with this configuration (null or "": the defaults). Pointers handed
 * out before are void; threads inside a blocking call get EBADF. Returns 0, or -1 for a bad
 * configuration, which the report then names.
 */
int mckey_standin_reset(const char *config);

/* The report up to now. The text stays valid until the next call of this function or reset. */
const char *mckey_standin_report(void);

/* Waits until another thread sits in rdma_get_cm_event with nothing left to take; for nosleep.so. */
void mckey_standin_settle(int ms);

/* Members of groups in the whole fabric; for nosleep.so. */
int mckey_standin_members(void);

#endif
