// Structures that begin with another one: what a pointer to the first part of a
// larger structure points to.
//
// C has no other way to write "one of several kinds of": a structure that all
// kinds begin with, and a cast where the kind is known (json_t and
// json_array_t, or container_of). Of a function that starts alone it is usual
// (--usual) that a pointer to such a first part points to one of the whole
// structures. Which one nobody knows here: the object is as large as the
// largest, and what lies behind the first part is a union of what they have
// there. Where the code has pointers to one of them only, it is that one.
#ifndef VOUCH_MEMORY_DERIVED_H
#define VOUCH_MEMORY_DERIVED_H

#include "base/bitset.h"
#include "program/program.h"

struct derived_pair {
  struct ctype base, whole;
};

VEC_DEFINE(derived_pair_vec, struct derived_pair);

struct derived {
  struct program *program;
  struct bitset pointed;         // types that variables of the code point to
  struct derived_pair_vec known; // that were asked for
};

// Does the structure begin with one of the other type, and go on?
bool derived_begins_with(const struct ctype_table *types,
                         const struct ctype_info *whole,
                         const struct ctype_info *base);

void derived_init(struct derived *derived, struct program *program,
                  const struct procedure *procedure);
void derived_release(struct derived *derived);
// What a pointer to the type points to: the type itself where no structure
// begins with it.
struct ctype derived_whole(struct derived *derived, struct ctype type);

#endif
