// Which variables influence which, closed transitively.
//
// Say what depends on what (influence_add), then what matters (influence_mark),
// then close. Memory counts as one more variable, written as "no variable"
// when it is influenced and as "no term" when it influences. Linear in the
// number of dependences and in the terms as DAGs.
#ifndef VOUCH_PROGRAM_INFLUENCE_H
#define VOUCH_PROGRAM_INFLUENCE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "program/program.h"

struct influence_source {
  struct term value;
  uint32_t next; // another source of the same target, plus 1, or 0
};

VEC_DEFINE(influence_source_vec, struct influence_source);

// A zeroed struct with `program` set is empty.
struct influence {
  const struct program *program;
  struct bitset marked; // variables by id that matter; 0 is memory
  struct bitset seen;   // terms whose variables are marked
  struct u32_vec first; // by variable: its first source, plus 1, or 0
  struct influence_source_vec sources;
  struct u32_vec pending; // marked variables whose sources are not
  struct term_vec walk;
};

void influence_release(struct influence *influence);

// The variables of the value influence the target.
void influence_add(struct influence *influence, struct variable target,
                   struct term value);
// The variables of the term matter.
void influence_mark(struct influence *influence, struct term t);
// Marks everything that influences what matters.
void influence_close(struct influence *influence);
bool influence_matters(const struct influence *influence,
                       struct variable variable);

#endif
