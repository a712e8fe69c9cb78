// A place in a source file. Line and column count from 1; 0 means unknown.
// The file is the name that the compiler used, interned.
#ifndef VOUCH_BASE_POSITION_H
#define VOUCH_BASE_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"

struct position {
  struct name file;
  uint32_t line;
  uint32_t column;
};

VEC_DEFINE(position_vec, struct position);

static inline bool position_is_known(struct position position) {
  return position.line != 0;
}

// "f.c:12:3", as far as it is known.
void position_print(const struct interner *names, struct position position,
                    struct strbuf *out);

#endif
