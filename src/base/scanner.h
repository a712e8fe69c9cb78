// Reading a text character by character: what the lexers of our languages
// share. Positions count lines; comments are those of C.
#ifndef VOUCH_BASE_SCANNER_H
#define VOUCH_BASE_SCANNER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/position.h"

struct scanner {
  const char *text;
  size_t length;
  size_t at;         // the next character; on its line it may be moved on
  size_t line_start; // where its line starts
  uint32_t line;     // from 1
  struct name file;
  struct interner *names;
  struct diag *diag;
  bool has_erred; // something was reported; whoever wants to know clears it
};

// A row of a table of tokens that are always written the same way. Of two that
// begin alike the longer one comes first.
struct punctuator {
  const char *text;
  const char *quoted; // for messages
  int kind;
};

// The character at the place, or beyond it; NUL at the end.
static inline char scanner_peek(const struct scanner *scanner, size_t ahead) {
  size_t at = scanner->at + ahead;
  return at < scanner->length ? scanner->text[at] : '\0';
}

bool scanner_is_space(char c);
struct position scanner_here(const struct scanner *scanner);
// From `start` to where it is.
struct name scanner_text(const struct scanner *scanner, size_t start);
// White space and comments.
void scanner_skip(struct scanner *scanner);
// Takes one of the punctuators, if there is one; null otherwise.
const struct punctuator *scanner_punctuator(struct scanner *scanner,
                                            const struct punctuator *table,
                                            size_t count);
// How a kind of the table reads in a message, or "something else".
const char *punctuator_text(const struct punctuator *table, size_t count,
                            int kind);

void scanner_complain(struct scanner *scanner, struct position position,
                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Complains about a character that begins nothing, and passes it.
void scanner_refuse(struct scanner *scanner);

#endif
