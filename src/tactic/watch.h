// Arrays of which a few elements are watched: proofs about all elements without
// a quantifier.
//
// Memory that is no plain variable is arrays (memory/region.h), and what a
// program does to all elements of one in a loop cannot be said by predicates
// about its variables. A watch is another reading of a component's effects,
// without arrays: each element (array, index) that is watched is a variable of
// its own, which holds what the array has at the index. An index is a term over
// variables; there are two kinds.
//
//   near   the index is one that the program reads at: a[i]. A write to the
//          array changes it if it is at that index; when i changes, the element
//          is another one, of which nothing is known.
//   fixed  the index is a term over constants that nobody knows, and that never
//          change: a[K]. It is followed exactly.
//
// A read at e gives the fixed element where e is its index, otherwise the near
// element of that very term, otherwise any value. So every execution has a
// counterpart for each choice of the constants: the reading has more
// executions, never fewer.
//
// The constants are prophecies (prophecy.h): values that variables have where
// the property is violated. What is compared there, a[i] == b[i], is then
// about fixed elements, of which loops say something inductive: where i has
// passed K, a[K] == b[K]. (D. Monniaux and F. Alberti abstract arrays so, by
// transforming the program; here nothing but the reading changes.)
//
// What holds of the variables on every way to a violation, from where they do
// not change any more, holds of the constants from the start.
//
// Only proofs count: what seems to be violated may be for want of an element.
#ifndef VOUCH_TACTIC_WATCH_H
#define VOUCH_TACTIC_WATCH_H

#include <stdbool.h>

#include "abstraction/question.h"
#include "tactic/prophecy.h"

struct element {
  struct variable array;
  struct term index;      // over variables, elements before this one, constants
  struct variable holder; // what the array has there
  bool is_fixed;
};

VEC_DEFINE(element_vec, struct element);

// A way to a violation, as far back as there is only one.
struct approach {
  struct term_vec reads; // conditions of it that read elements, over variables
                         // that do not change from there on
  struct term_vec lasting; // guards on it, of such variables
};

VEC_DEFINE(approach_vec, struct approach);

struct watch {
  struct program *program;
  const struct question *question; // as it was asked
  struct element_vec elements;     // an index mentions only earlier ones
  struct prophecy_vec prophecies;
  struct variable_vec steering;   // variables that indices mention
  struct approach_vec approaches; // to the violations
  struct effects *effects;        // the reading
  struct substitution *initial;   // of it, or null
};

// False when there is nothing to watch: no violation is about an element.
bool watch_init(struct watch *watch, const struct question *question);
void watch_release(struct watch *watch);

// Candidates for invariants, the same for all loops: what a violation is about
// does not happen to the fixed elements, unless the loop has not come to them.
// With `more`, also what the program writes to them, and compares elements
// with. Appended.
void watch_guess(const struct watch *watch, bool more, struct term_vec *into);

#endif
