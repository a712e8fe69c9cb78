// What statements do to one valuation: the meaning of Boolean programs, told
// without decision diagrams. What runs, replays and explores programs one
// valuation after the other is built on this, and so checks the diagrams.
//
// A valuation is an array of truth values, by slot (bp.h).
#ifndef VOUCH_BP_CONCRETE_H
#define VOUCH_BP_CONCRETE_H

#include "bp/bp.h"

// A set of truth values.
enum { BP_CAN_BE_FALSE = 1, BP_CAN_BE_TRUE = 2, BP_CAN_BE_BOTH = 3 };

// `next` is for x', and may be null where there is none.
unsigned bp_eval(const struct bp *bp, struct bp_expr expr, const bool *now,
                 const bool *next);
// Can it have that value? None is true.
bool bp_can_be(const struct bp *bp, struct bp_expr expr, const bool *now,
               bool value);
bool bp_is_enforced(const struct bp *bp, uint32_t procedure, const bool *now);

// Independent choices of truth values, gone through one by one:
//
//   for (bool ok = bp_choices_first(&c); ok; ok = bp_choices_next(&c)) ...
struct bp_choices {
  unsigned char *possible; // sets, none of them empty
  bool *values;            // the choice at hand
  uint32_t count;
};

void bp_choices_init(struct bp_choices *choices, uint32_t count);
void bp_choices_release(struct bp_choices *choices);
bool bp_choices_first(struct bp_choices *choices); // true
bool bp_choices_next(struct bp_choices *choices);

// What a statement's values can be: assigned, passed or returned.
void bp_choices_of_values(struct bp_choices *choices, const struct bp *bp,
                          const struct bp_statement *s, const bool *now);
// What variables can be before anything has happened: globals when the program
// begins; the locals of a procedure but its parameters when it does.
void bp_choices_of_globals(struct bp_choices *choices, const struct bp *bp);
void bp_choices_of_locals(struct bp_choices *choices, const struct bp *bp,
                          uint32_t procedure);

// An assignment with values already chosen. False if its constraint, or what
// the procedure enforces, forbids it.
bool bp_assign(const struct bp *bp, uint32_t procedure,
               const struct bp_statement *s, const bool *values,
               const bool *now, bool *next);

// Where control can go from a statement that is neither a call nor a return nor
// an assignment: the i-th place, or false. The valuation stays.
bool bp_next_place(const struct bp *bp, uint32_t procedure, uint32_t statement,
                   const bool *now, uint32_t i, uint32_t *to);

#endif
