// What C says about a name or type that the automata do not show: the type of
// a function without a body, the value of a macro, a type that nothing uses.
//
// The front end finds them on demand (frontend_query); specifications are read
// with them. The text is C as it was asked about: "NPROTO", "struct conn".
#ifndef VOUCH_PROGRAM_DECLARATION_H
#define VOUCH_PROGRAM_DECLARATION_H

#include <stdbool.h>

#include "base/intern.h"
#include "base/vec.h"
#include "program/ctype.h"
#include "term/term.h"

struct declaration {
  struct name text;
  struct ctype type; // of the expression, or the type that it is
  bool is_type;
  struct term value; // of a constant expression, of the type's width; or none
};

VEC_DEFINE(declaration_vec, struct declaration);

#endif
