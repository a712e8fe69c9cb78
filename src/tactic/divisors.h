// Invariants of loops about divisors: what divides all of some variables
// divides others.
//
// A violation may be about what a number leaves over when divided by one that
// is only known in the end: a % gcd == 0, where gcd is what Euclid's algorithm
// came to. What the divisor is there is a prophecy (prophecy.h), any d, and
// loops say something inductive about it: what divides a and b divides what
// they were at the start, though nothing is said of a itself. So candidates
// are, for each such d and variables x, y, z that are computed from each other
// by sums and differences,
//
//   x % d == 0,   x % d == 0 and y % d == 0 imply z % d == 0,   x != 0,   x ==
//   y
//
// where sums are assigned to both x and y (a and b), or to none of them (what
// they were); and of what was read by x = y that y is still that, or another
// number on one side of it: x == y || z < x, x == y || x < z. So threads know
// what they read of each other's.
//
// Most are wrong; refine/lemma.h keeps what is inductive, where the solver is
// told a few facts about remainders (solver/remainder.c).
#ifndef VOUCH_TACTIC_DIVISORS_H
#define VOUCH_TACTIC_DIVISORS_H

#include "base/log.h"
#include "refine/lemma.h"
#include "tactic/prophecy.h"

struct divisors {
  struct program *program;
  struct prophecy_vec prophecies; // of divisors
  struct variable_vec numbers;    // that are divided, or come from such
  struct bitset sums;             // of them, those that are assigned sums
  struct binding_vec copies;      // of one to another
  struct effects *effects;        // with the prophecies
  struct question *question;      // about them
  struct bitset relevant;         // variables of it, by id
  struct blocks *blocks;          // null: there are no divisors
  struct lemmas lemmas;           // after divisors_prove
};

// True when lemmas exclude every violation; `claims` (lemma.h) are then
// appended.
bool divisors_prove(struct divisors *divisors, const struct question *question,
                    struct solver *solver, const struct log *log,
                    struct poll poll, struct term_vec *claims);
void divisors_release(struct divisors *divisors);

#endif
