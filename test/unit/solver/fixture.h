// A solver over a handful of small variables, random terms over them, and the
// truth by trying every assignment.
#ifndef VOUCH_TEST_SOLVER_FIXTURE_H
#define VOUCH_TEST_SOLVER_FIXTURE_H

#include "../unit.h"

#include "solver/solver.h"

enum {
  SMALL_WIDTH = 3, // of x and y
  SMALL_BITS = 11  // x, y, b and four of the array
};

struct fixture {
  struct interner *names;
  struct term_table *terms;
  struct solver *solver;
  struct assignment *assignment;
  struct random random;
  struct term x, y;  // bit-vectors
  struct term b;     // a Boolean
  struct term a;     // an array of two elements of two bits
  bool plain_consts; // constant arrays only of values, as cvc5 wants them
};

static inline struct term fixture_variable(struct fixture *f, const char *name,
                                           struct sort sort) {
  return term_variable(f->terms, intern(f->names, name), sort);
}

static inline void fixture_init(struct fixture *f, uint64_t seed) {
  *f = (struct fixture){.names = interner_new(), .random = {seed}};
  f->terms = term_table_new(f->names);
  f->solver = solver_new(f->terms);
  f->assignment = assignment_new(f->terms);
  f->x = fixture_variable(f, "x", sort_bits(SMALL_WIDTH));
  f->y = fixture_variable(f, "y", sort_bits(SMALL_WIDTH));
  f->b = fixture_variable(f, "b", sort_bool());
  f->a = fixture_variable(f, "a", sort_array(1, 2));
}

static inline void fixture_release(struct fixture *f) {
  assignment_free(f->assignment);
  solver_free(f->solver);
  term_table_free(f->terms);
  interner_free(f->names);
}

// Random terms

static inline struct term small_bits(struct fixture *f, unsigned depth);
static inline struct term small_bool(struct fixture *f, unsigned depth);

static inline struct term small_array(struct fixture *f, unsigned depth) {
  if (depth == 0 || random_below(&f->random, 2))
    return f->a;
  struct term array = small_array(f, depth - 1);
  struct term index = term_extract(f->terms, 0, 1, small_bits(f, depth - 1));
  struct term value = term_extract(f->terms, 1, 2, small_bits(f, depth - 1));
  switch (random_below(&f->random, 4)) {
  case 0:
    if (f->plain_consts)
      value = term_const(f->terms, 2, random_below(&f->random, 4));
    return term_const_array(f->terms, 1, value);
  case 1:
    return term_ite(f->terms, small_bool(f, depth - 1), array,
                    small_array(f, depth - 1));
  default: return term_store(f->terms, array, index, value);
  }
}

static inline struct term small_leaf(struct fixture *f) {
  switch (random_below(&f->random, 4)) {
  case 0: return f->x;
  case 1: return f->y;
  default:
    return term_const(f->terms, SMALL_WIDTH, random_below(&f->random, 8));
  }
}

static inline struct term small_piece(struct fixture *f, unsigned depth) {
  struct term one = small_bits(f, depth), other = small_bits(f, depth);
  switch (random_below(&f->random, 3)) {
  case 0:
    return term_concat(f->terms, term_extract(f->terms, 1, 2, one),
                       term_extract(f->terms, 2, 1, other));
  case 1:
    return term_convert(f->terms, OP_SEXT, SMALL_WIDTH,
                        term_extract(f->terms, 0, 2, one));
  default:
    return term_convert(f->terms, OP_ZEXT, SMALL_WIDTH,
                        term_extract(f->terms, 1, 2, one));
  }
}

static inline struct term small_bits(struct fixture *f, unsigned depth) {
  if (depth == 0)
    return small_leaf(f);
  struct term one = small_bits(f, depth - 1);
  switch (random_below(&f->random, 8)) {
  case 0: return one;
  case 1: return term_unary(f->terms, OP_BVNOT, one);
  case 2:
    return term_ite(f->terms, small_bool(f, depth - 1), one,
                    small_bits(f, depth - 1));
  case 3: return small_piece(f, depth - 1);
  case 4: {
    struct term index = term_extract(f->terms, 0, 1, one);
    return term_convert(
        f->terms, OP_ZEXT, SMALL_WIDTH,
        term_select(f->terms, small_array(f, depth - 1), index));
  }
  default:
    return term_binary(f->terms, OP_ADD + random_below(&f->random, 12), one,
                       small_bits(f, depth - 1));
  }
}

static inline struct term small_bool(struct fixture *f, unsigned depth) {
  struct random *random = &f->random;
  if (depth == 0)
    return random_below(random, 2) ? f->b : term_not(f->terms, f->b);
  switch (random_below(random, 8)) {
  case 0:
    return term_and(f->terms, small_bool(f, depth - 1),
                    small_bool(f, depth - 1));
  case 1:
    return term_or(f->terms, small_bool(f, depth - 1),
                   small_bool(f, depth - 1));
  case 2: return term_not(f->terms, small_bool(f, depth - 1));
  case 3:
    return term_eq(f->terms, small_array(f, depth - 1),
                   small_array(f, depth - 1));
  case 4:
  case 5:
    return term_eq(f->terms, small_bits(f, depth - 1),
                   small_bits(f, depth - 1));
  default:
    return term_compare(f->terms, OP_ULT + random_below(random, 4),
                        small_bits(f, depth - 1), small_bits(f, depth - 1));
  }
}

// Brute force

static inline void fixture_assign(struct fixture *f, unsigned number) {
  assignment_clear(f->assignment);
  assignment_set(f->assignment, f->x, number & 7);
  assignment_set(f->assignment, f->y, number >> 3 & 7);
  assignment_set(f->assignment, f->b, number >> 6 & 1);
  assignment_set_default(f->assignment, f->a, 0);
  assignment_set_element(f->assignment, f->a, 0, number >> 7 & 3);
  assignment_set_element(f->assignment, f->a, 1, number >> 9 & 3);
}

static inline bool holds(struct fixture *f, const struct term *list,
                         uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!term_evaluate(f->assignment, list[i]))
      return false;
  return true;
}

static inline bool is_possible(struct fixture *f, const struct term *list,
                               uint32_t count) {
  for (unsigned number = 0; number < 1u << SMALL_BITS; number++) {
    fixture_assign(f, number);
    if (holds(f, list, count))
      return true;
  }
  return false;
}

static inline enum answer expected(struct fixture *f, const struct term *list,
                                   uint32_t count) {
  return is_possible(f, list, count) ? ANSWER_SAT : ANSWER_UNSAT;
}

// Choices among single items: every item is a set of its own.
struct clause_set {
  const uint32_t *items;  // all clauses one after the other
  const uint32_t *starts; // clause i is items[starts[i] .. starts[i+1]-1]
  uint32_t count;
};

static inline bool solver_least_cover(struct solver *solver,
                                      uint32_t item_count,
                                      const uint32_t *weights,
                                      const struct clause_set *clauses,
                                      struct u32_vec *chosen) {
  if (clauses->count == 0)
    return true;
  uint32_t end = clauses->starts[clauses->count];
  uint32_t *sets = memory_new(((size_t)end + 1) * sizeof *sets);
  for (uint32_t i = 0; i <= end; i++)
    sets[i] = i;
  struct choice_set choices = {clauses->items, sets, clauses->starts,
                               clauses->count};
  bool is_good =
      solver_least_choice(solver, item_count, weights, &choices, chosen);
  free(sets);
  return is_good;
}

#endif
