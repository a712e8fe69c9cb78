// A state in which a function that starts alone may begin, drawn by chance, as
// an oracle (run/oracle.h).
//
// It is one of those that the component begins in (memory/entry_state.h):
// pointers are null or lead to their input objects, which have a size in their
// range. Numbers are small, or constants of the code, or sizes of what was
// drawn already; texts end. What is asked later is drawn by the interpreter.
#ifndef VOUCH_CONFIRM_DRAWN_H
#define VOUCH_CONFIRM_DRAWN_H

#include "base/strbuf.h"
#include "check/behaviour.h"
#include "memory/entry_state.h"
#include "refine/sample.h"

struct drawn {
  struct program *program;
  const struct procedure *function;     // that starts, as written
  const struct inline_result *inlining; // that the entry state is of, or null:
                                        // it is of the function as written
  const struct entry_state *entry;
  struct entry_state own;   // where there is no other
  struct u64_vec constants; // of the code, the first ones
};

// Of the behaviour, which need not have been built: then the entry state is
// made here, in the program.
void drawn_init(struct drawn *drawn, struct program *program,
                const struct behaviour *behaviour, struct procedure_id entry);
void drawn_release(struct drawn *drawn);

// What a state may have that few callers make, in the order in which it should
// be tried: a violation that needs less of it tells more.
enum drawn_care {
  DRAWN_USUAL, // pointers that have an object point to it, and texts end
  DRAWN_NULLS, // some pointers are null
  DRAWN_ANY    // some texts do not end, too, unless that is taken for granted
};

// Appends the oracle of a seed, which is not 0.
void drawn_write(const struct drawn *drawn, uint64_t seed, enum drawn_care care,
                 struct strbuf *oracle);

#endif
