// A state in which a function that starts alone may begin, drawn by chance, as
// an oracle (run/oracle.h).
//
// It is one of those that the component begins in (memory/entry_state.h):
// pointers are null or lead to their input objects, which have a size in their
// range. Numbers are small, or constants of the code, or sizes of what was
// drawn already; those whose names say that they are a length, or a place, are
// mostly that of the pointer beside them; texts end. What is asked later is
// drawn by the interpreter.
//
// A plan says which state: a seed, from which each item (an object, a pointer,
// a parameter, ..) has its own, so that one can be drawn anew and all else
// stays as it is; then numbers that are changed; and which allocation fails.
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
  struct u32_vec literals;  // short texts of the program, by object
};

// Of the behaviour, which need not have been built: then the entry state is
// made here, in the program.
void drawn_init(struct drawn *drawn, struct program *program,
                const struct behaviour *behaviour, struct procedure_id entry);
void drawn_release(struct drawn *drawn);

// Adds the constants that the procedure compares with, some of them.
void drawn_constants(const struct program *program,
                     const struct procedure *procedure,
                     struct u64_vec *constants);

// What a state may have that few callers make, in the order in which it should
// be tried: a violation that needs less of it tells more.
enum drawn_care {
  DRAWN_USUAL, // pointers that have an object point to it, and texts end
  DRAWN_NULLS, // some pointers are null
  DRAWN_ANY    // some texts do not end, too, unless that is taken for granted
};

// A number of the state: bytes of an input object, or a parameter.
struct drawn_number {
  uint32_t item;
  uint64_t offset; // in the object
  uint32_t size;   // in bytes
  uint64_t value;
};

VEC_DEFINE(drawn_number_vec, struct drawn_number);

// An item that is drawn anew.
struct drawn_turn {
  uint32_t item;
  uint64_t seed;
};

VEC_DEFINE(drawn_turn_vec, struct drawn_turn);

struct drawn_plan {
  uint64_t seed; // not 0
  enum drawn_care care;
  uint64_t failing; // allocation, from 1; 0: none
  struct drawn_turn_vec turns;
  struct drawn_number_vec changes;
};

void drawn_plan_copy(struct drawn_plan *to, const struct drawn_plan *from);
void drawn_plan_release(struct drawn_plan *plan);

// Of a plan; the last one is what the run is answered later.
uint32_t drawn_items(const struct drawn *drawn);

// Appends the oracle of a plan; the numbers (or null) are those of the state.
void drawn_write(const struct drawn *drawn, const struct drawn_plan *plan,
                 struct drawn_number_vec *numbers, struct strbuf *oracle);

#endif
