/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Preloaded into stock mckey: takes its 3 s pause out. In place of the time it waits for a condition:
 *   (nothing set)               the event thread sits in rdma_get_cm_event, so that later events are seen
 *                               by it and in one order only
 *   MCKEY_NOSLEEP=members:N     N members have joined groups in the fabric (a sender waits for receivers)
 *   MCKEY_NOSLEEP=file:PATH     PATH exists
 *   MCKEY_NOSLEEP=ms:N          N milliseconds
 * Every wait also waits for the event thread and gives up after 20 s.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What was printed before a crash or a kill is to be seen: by line, as on a terminal. */
__attribute__((constructor)) static void lines_at_once(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
}

static void pause_ms(long ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&t, NULL);
}

static int reached(const char *condition, int (*members)(void))
{
	if (!strncmp(condition, "members:", 8))
		return !members || members() >= atoi(condition + 8);
	if (!strncmp(condition, "file:", 5))
		return !access(condition + 5, F_OK);
	return 1;
}

unsigned sleep(unsigned seconds)
{
	const char *condition = getenv("MCKEY_NOSLEEP");
	void (*settle)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "mckey_standin_settle");
	int (*members)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "mckey_standin_members");

	(void)seconds;
	if (settle)
		settle(2000);
	if (!condition)
		return 0;
	if (!strncmp(condition, "ms:", 3))
		pause_ms(atoi(condition + 3));
	else
		for (int i = 0; i < 4000 && !reached(condition, members); i++)
			pause_ms(5);
	return 0;
}
