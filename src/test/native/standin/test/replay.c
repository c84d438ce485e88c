/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * replay MCKEY FILE...: runs the program with the arguments of each recorded transcript (JSON) and
 * compares exit status, stdout and stderr with the recording. Exits 1 when one differs.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_ARGS 32
#define MAX_TEXT 65536

struct transcript {
	char *args[MAX_ARGS + 2];
	int nargs, status;
	char out[MAX_TEXT], err[MAX_TEXT];
};

/* The JSON string that starts at *at, which moves behind it. */
static void string(const char **at, char *to)
{
	const char *p = *at + 1;

	for (; *p != '"'; p++) {
		if (*p != '\\') {
			*to++ = *p;
			continue;
		}
		p++;
		*to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
	}
	*to = 0;
	*at = p + 1;
}

/* Where the value of a key of the outermost object begins. */
static const char *value(const char *json, const char *key)
{
	char quoted[40];
	const char *at;

	snprintf(quoted, sizeof quoted, "\"%s\":", key);
	at = strstr(json, quoted);
	if (!at) {
		fprintf(stderr, "no %s\n", key);
		exit(2);
	}
	at += strlen(quoted);
	return at + strspn(at, " \n");
}

static void parse(const char *json, struct transcript *t)
{
	const char *at = value(json, "args") + 1;

	t->nargs = 0;
	t->args[t->nargs++] = strdup("mckey");
	for (at += strspn(at, " \n,"); *at == '"' && t->nargs < MAX_ARGS; at += strspn(at, " \n,")) {
		char arg[1000];

		string(&at, arg);
		t->args[t->nargs++] = strdup(arg);
	}
	t->args[t->nargs] = NULL;
	t->status = atoi(value(json, "status"));
	at = value(json, "stdout");
	string(&at, t->out);
	at = value(json, "stderr");
	string(&at, t->err);
}

static void slurp(FILE *file, char *to)
{
	size_t length;

	rewind(file);
	length = fread(to, 1, MAX_TEXT - 1, file);
	to[length] = 0;
}

/*
 * The program's side is opened for writing only, as a shell does it: perror(3) leaves another errno
 * behind otherwise, which stock mckey shows in a second line.
 */
static void redirect(FILE *file, int fd)
{
	char path[40];
	int to;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
	to = open(path, O_WRONLY);
	if (to < 0)
		_exit(127);
	dup2(to, fd);
	close(to);
}

static int differs(const char *what, const char *want, const char *got)
{
	if (!strcmp(want, got))
		return 0;
	printf("  %s differs\n  recorded: %s\n  now:      %s\n", what, want, got);
	return 1;
}

static int replay(const char *program, const char *path)
{
	static struct transcript t;
	static char text[MAX_TEXT], out[MAX_TEXT], err[MAX_TEXT];
	FILE *file = fopen(path, "r"), *to = tmpfile(), *errors = tmpfile();
	int status, bad;
	pid_t pid;

	if (!file || !to || !errors) {
		perror(path);
		exit(2);
	}
	slurp(file, text);
	fclose(file);
	parse(text, &t);
	pid = fork();
	if (!pid) {
		redirect(to, 1);
		redirect(errors, 2);
		alarm(60);
		execv(program, t.args);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	slurp(to, out);
	slurp(errors, err);
	fclose(to);
	fclose(errors);
	while (t.nargs)
		free(t.args[--t.nargs]);
	bad = differs("stdout", t.out, out) + differs("stderr", t.err, err);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != t.status) {
		printf("  wait status 0x%x, recorded exit %d\n", status, t.status);
		bad = 1;
	}
	printf("%s %s\n", bad ? "DIFFERENT" : "same", path);
	return bad != 0;
}

int main(int argc, char **argv)
{
	int bad = 0;

	for (int i = 2; i < argc; i++)
		bad += replay(argv[1], argv[i]);
	printf("%d transcripts, %d different\n", argc - 2, bad);
	return bad != 0;
}
