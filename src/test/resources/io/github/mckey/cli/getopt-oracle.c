/*
 * Says what the C library's getopt_long makes of argument vectors.
 *
 * All words, in and out, end with a NUL byte.
 * In:  number of options; per option: letter or nothing, long name or nothing, has_arg;
 *      then until the end of the input: 1 to set POSIXLY_CORRECT, argc without argv[0], the arguments.
 * Out: per vector: "option", its index, 1 or 0 for a value or none, the value; ...; then "end", or
 *      "error" and what getopt_long prints.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_BASE 256

static char *word(void)
{
	char *text = NULL;
	size_t room = 0;

	if (getdelim(&text, &room, 0, stdin) < 0) {
		free(text);
		return NULL;
	}
	return text;
}

static int number(void)
{
	char *text = word();
	int value = atoi(text);

	free(text);
	return value;
}

static void put(const char *text)
{
	fwrite(text, 1, strlen(text) + 1, stdout);
}

static void put_number(int value)
{
	printf("%d%c", value, 0);
}

int main(void)
{
	int count = number();
	struct option *longs = calloc(count + 1, sizeof *longs);
	char *letters = calloc(count + 1, 1);
	char *shorts = calloc(3 * count + 1, 1);
	int i, longs_used = 0;
	char *posix;

	for (i = 0; i < count; i++) {
		char *letter = word();
		char *name = word();
		int has_arg = number();

		if (*letter) {
			letters[i] = *letter;
			strncat(shorts, letter, 1);
			strncat(shorts, "::", has_arg);
		}
		if (*name)
			longs[longs_used++] = (struct option) { name, has_arg, NULL, LONG_BASE + i };
	}

	while ((posix = word())) {
		int argc = 1 + number();
		char **argv = calloc(argc + 1, sizeof *argv);
		char *said = NULL;
		size_t said_length;
		FILE *real = stderr;
		int found;

		argv[0] = "mckey";
		for (i = 1; i < argc; i++)
			argv[i] = word();
		if (*posix == '1')
			setenv("POSIXLY_CORRECT", "1", 1);
		else
			unsetenv("POSIXLY_CORRECT");
		stderr = open_memstream(&said, &said_length);
		optind = 0;
		while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1 && found != '?') {
			put("option");
			put_number(found >= LONG_BASE ? found - LONG_BASE
						      : (int) ((char *) memchr(letters, found, count) - letters));
			put_number(optarg != NULL);
			put(optarg ? optarg : "");
		}
		fclose(stderr);
		stderr = real;
		put(found == '?' ? "error" : "end");
		if (found == '?')
			put(said);
		free(said);
	}
	return 0;
}
