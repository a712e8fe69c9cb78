// Ranges of unsigned numbers that variables lie in, and what follows for terms.
//
// Nothing is asked of a solver: a term is in the range that its operands give,
// and a condition that holds narrows the ranges of its variables. What is not
// said here is "any number", and what is wider than 64 bits is not looked at.
#ifndef VOUCH_PROGRAM_RANGES_H
#define VOUCH_PROGRAM_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"

struct range {
  uint64_t low, high; // low <= high
};

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_OPEN };

// Parts of the condition that is being learnt which hold, or do not: what is
// said again in other parts of it need not be a range.
struct literals {
  struct term at[64];
  bool holds[64];
  uint32_t count;
};

// What is known at the moment.
struct ranges {
  struct program *program;
  const uint32_t *slot_of; // by variable: slot + 1, or 0: not followed
  struct range *at;        // by slot
  struct literals literals;
};

struct range range_any(unsigned width);
static inline bool range_equal(struct range a, struct range b) {
  return a.low == b.low && a.high == b.high;
}
static inline bool range_within(struct range a, struct range b) {
  return b.low <= a.low && a.high <= b.high;
}
static inline bool range_is_single(struct range a) {
  return a.low == a.high;
}

// Of a term of at most 64 bits.
struct range ranges_of(const struct ranges *ranges, struct term t);
// Of a condition.
enum truth ranges_decide(const struct ranges *ranges, struct term condition);
// The condition holds, or does not. False: it cannot be so.
bool ranges_learn(struct ranges *ranges, struct term condition, bool holds);
// Can the condition hold where the facts, which are comparisons, do?
bool ranges_agree(struct ranges *ranges, const struct term_vec *facts,
                  struct term condition);
// The condition, shorter: what parts of it say is taken for granted in others.
// The same for all values.
struct term ranges_shorten(struct program *program, struct term condition);

#endif
