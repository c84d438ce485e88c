/* SPDX-License-Identifier: BSD-2-Clause */
#include "core.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The report grows in memory; with a log file every line is also written at once, so that the lines
 * up to a crash or a kill are there.
 */
static char *text;
static size_t used, room;
static unsigned long lines;
static int file = -1;
static bool to_file = true;

void si_log_open(const char *path)
{
	if (file >= 0)
		close(file);
	file = path && *path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644) : -1;
}

void si_log_use_file(bool on)
{
	to_file = on;
}

void si_log_clear(void)
{
	used = 0;
	lines = 0;
	if (text)
		text[0] = 0;
}

void si_log_cut(unsigned long length)
{
	if (text && length < used) {
		used = length;
		text[used] = 0;
	}
}

const char *si_log_text(void)
{
	return text ? text : "";
}

static void append(const char *line, size_t length)
{
	if (used + length + 1 > room) {
		size_t more = room ? room * 2 : 65536;
		char *bigger;

		while (more < used + length + 1)
			more *= 2;
		bigger = realloc(text, more);
		if (!bigger)
			return;
		text = bigger;
		room = more;
	}
	memcpy(text + used, line, length + 1);
	used += length;
	if (file >= 0 && to_file && write(file, line, length) != (ssize_t)length) {
		close(file);
		file = -1;
	}
}

static void add(const char *kind, const char *fmt, va_list ap)
{
	char line[1200];
	int length = snprintf(line, sizeof line, "%s", kind);

	length += vsnprintf(line + length, sizeof line - length - 1, fmt, ap);
	if (length > (int)sizeof line - 2)
		length = sizeof line - 2;
	line[length++] = '\n';
	line[length] = 0;
	append(line, length);
}

void si_line(const char *fmt, ...)
{
	va_list ap;

	if (lines++ == si.cfg.log_limit) {
		append("note the log ends here: too many lines\n", 39);
		return;
	}
	if (lines > si.cfg.log_limit)
		return;
	va_start(ap, fmt);
	add("", fmt, ap);
	va_end(ap);
}

void si_defect(const char *fmt, ...)
{
	va_list ap;

	if (++si.defects > 1000)
		return;
	va_start(ap, fmt);
	add("defect ", fmt, ap);
	va_end(ap);
}

void si_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add("note ", fmt, ap);
	va_end(ap);
}

void si_trace(const char *fmt, ...)
{
	va_list ap;

	if (!si.cfg.trace)
		return;
	va_start(ap, fmt);
	add("trace ", fmt, ap);
	va_end(ap);
}
