// Diagnostics: what we tell a user about bad input.
//
//   server.c:14:9: error: call through a null pointer
//      14 |   ops->run(x);
//         |        ^
//   hint: is `ops` initialised?
//
// The source line is read from the file when it can be found. Messages go to
// the stream given at creation (stderr in the program, a buffer in tests) and
// are counted by severity. A diagnostic never ends the program.
#ifndef VOUCH_BASE_DIAG_H
#define VOUCH_BASE_DIAG_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "base/intern.h"
#include "base/position.h"

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

struct diag; // opaque

struct diag *diag_new(const struct interner *names, FILE *out);
void diag_free(struct diag *diag);

// An unknown position is left out of the message.
void diag_report(struct diag *diag, enum severity severity,
                 struct position position, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_vreport(struct diag *diag, enum severity severity,
                  struct position position, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));
// About a file as a whole, or with a null file about the command.
void diag_file(struct diag *diag, enum severity severity, const char *file,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
void diag_hint(struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

uint32_t diag_count(const struct diag *diag, enum severity severity);
// The text of a source line without its newline, or null. Valid until the
// diag is freed.
const char *diag_source_line(struct diag *diag, struct position position);

#endif
