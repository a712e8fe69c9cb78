// The text of source files, for what the compiler does not say: where a
// statement ends.
#ifndef VOUCH_FRONTEND_SOURCE_H
#define VOUCH_FRONTEND_SOURCE_H

#include <stdbool.h>

#include "base/intern.h"
#include "base/position.h"
#include "base/strbuf.h"

// The file that was looked at last.
struct source {
  struct name file;
  struct strbuf text;
};

void source_release(struct source *source);

// Finds the semicolon that ends the statement or declaration around a position
// in an expression. False when there is none before the next brace, or no text.
bool source_semicolon(struct source *source, const struct interner *names,
                      struct position from, struct position *end);
enum source_mention {
  SOURCE_NONE,
  SOURCE_FOUND,
  SOURCE_UNCLEAR // there is no text, or no brace there: a macro
};

// Is the identifier there, between the brace of a block and a position inside
// of it, but not in a block of its own?
enum source_mention source_mentions(struct source *source,
                                    const struct interner *names,
                                    struct position brace, struct position end,
                                    const char *identifier);
// Is one behind the other? In another file nothing is.
bool source_is_behind(struct position position, struct position other);

#endif
