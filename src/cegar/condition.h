// A condition as C text, in the form that somebody may have written: itself or
// its contrary, each with a strict comparison or one that is not. Comparisons
// are kept in one form, and sources and reports may have another.
#ifndef VOUCH_CEGAR_CONDITION_H
#define VOUCH_CEGAR_CONDITION_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "program/program.h"

enum { CONDITION_FORMS = 4 };

// Appends the form, counting from 0, which is the condition as it is kept.
// False when it has no such form.
bool condition_print(const struct program *program, struct term condition,
                     unsigned form, struct strbuf *out);

#endif
