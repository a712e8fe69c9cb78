// Integers that stand for bit-vectors, for Z3's arithmetic.
//
// A number is an integer expression that is congruent to the value of a term
// modulo 2^width, with the range in which it lies. It is reduced to the range
// of the width, by a multiple of 2^width that is part of the question, only
// where the value itself matters: sums and products that are only compared for
// equality, or that cannot leave the range, cost nothing.
//
// What is said about quotients and other new integers is asserted at once. It
// always has exactly one solution, or, where a bit operation is only bounded,
// at least the real one. So it never makes a question unsatisfiable that was
// not, and UNSAT can be believed.
#ifndef VOUCH_SOLVER_NUMBER_H
#define VOUCH_SOLVER_NUMBER_H

#include "solver/internal.h"

enum { MOST_NUMBER_BITS = 110 }; // of a width or a bound

struct number {
  Z3_ast ast;
  bool is_bounded; // else the range is not known
  i128 low, high;  // both ends belong to it
};

struct pair_key {
  uint32_t first, second; // Z3's numbers of the expressions
  bool truncates;         // of divisions: towards zero, else down
};

struct division {
  struct number quotient, remainder;
};

static inline uint64_t pair_key_hash(struct pair_key key) {
  return hash_mix(key.first, (uint64_t)key.second << 1 | key.truncates);
}
static inline bool pair_key_equal(struct pair_key a, struct pair_key b) {
  return a.first == b.first && a.second == b.second &&
         a.truncates == b.truncates;
}

MAP_DEFINE(division_map, struct pair_key, struct division, pair_key_hash,
           pair_key_equal);
MAP_DEFINE(common_map, struct pair_key, struct number, pair_key_hash,
           pair_key_equal);
VEC_DEFINE(i128_vec, i128);

// Two factors, neither a constant, and what they make.
struct factors {
  struct number a, b, product;
};

VEC_DEFINE(factors_vec, struct factors);

struct numbers {
  struct solver *solver; // borrowed
  Z3_context z3;         // of the solver
  Z3_solver asks;        // gets the assertions
  Z3_sort sort;          // of integers
  struct ast_vec kept;   // every expression made
  struct division_map divisions;
  struct common_map commons;   // what a & b is
  struct factors_vec products; // for what relates them
  // Constants with which the question compares: a quotient q of a by b is
  // related to each such c by q >= c <=> a >= c * b, which is linear, and a
  // product to the multiples by c.
  struct i128_vec landmarks;
  bool is_broken; // Z3 refused something
};

void numbers_init(struct numbers *numbers, struct solver *solver,
                  Z3_solver asks);
void numbers_release(struct numbers *numbers);
// Owned by the numbers from now on; null breaks them.
Z3_ast numbers_keep(struct numbers *numbers, Z3_ast ast);
void numbers_assert(struct numbers *numbers, Z3_ast fact);

struct number number_constant(struct numbers *numbers, i128 value);
// A new integer between the bounds.
struct number number_new(struct numbers *numbers, i128 low, i128 high);
struct number number_add(struct numbers *numbers, struct number a,
                         struct number b);
struct number number_scale(struct numbers *numbers, struct number a,
                           i128 factor);
struct number number_multiply(struct numbers *numbers, struct number a,
                              struct number b);
struct number number_choose(struct numbers *numbers, Z3_ast condition,
                            struct number then, struct number otherwise);
// The number that is congruent to a modulo 2^width and lies in the 2^width
// numbers from `base` on.
struct number number_reduce(struct numbers *numbers, struct number a,
                            unsigned width, i128 base);
// Whether a and b are congruent modulo 2^width.
Z3_ast number_congruent(struct numbers *numbers, struct number a,
                        struct number b, unsigned width);
Z3_ast number_at_most(struct numbers *numbers, struct number a,
                      struct number b);

// Quotient and remainder, down to the next integer, for a divisor above 0.
struct division number_divide(struct numbers *numbers, struct number a,
                              i128 divisor);
// As SMT-LIB has it: by zero the quotient is the greatest number and the
// remainder the dividend. Neither is negative.
struct division number_divide_unsigned(struct numbers *numbers, struct number a,
                                       struct number b, unsigned width);
// a & b of numbers that are not negative, of which only bounds are said; one
// for both orders.
struct number number_common(struct numbers *numbers, struct number a,
                            struct number b);
// Towards zero. By zero the quotient is 1 or -1, of the other sign than a, and
// the remainder a.
struct division number_divide_signed(struct numbers *numbers, struct number a,
                                     struct number b);

#endif
