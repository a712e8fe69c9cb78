// The one expression language: hash-consed typed terms.
//
// A term is a 32-bit handle into a term table. Equal terms have equal handles,
// so equality, hashing and caching are integer operations. Operands always
// have smaller handles than the term that uses them: ascending handle order is
// a topological order, which is how every traversal here avoids recursion.
//
// The constructors simplify. What they return is in normal form:
//   - constants are folded; neutral and absorbing operands are gone;
//   - commutative operands are ordered by handle;
//   - NOT is pushed into comparisons (!(a < b) is b <= a) and never doubled;
//     there is no > or >=;
//   - AND and OR are flat (up to a size bound), without duplicates, and
//     collapse on complementary operands;
//   - sums are flat polynomials: ADD has distinct summands x or c*x (MUL with
//     the constant second), ordered by handle of x, the constant last; there
//     is no subtraction or negation, -x is x * -1;
//   - equations have what both sides share cancelled and a constant second:
//     x + 3 == 5 is x == 2; a Boolean EQ with a constant is gone;
//   - a comparison with a constant is x < c or c <= x (x <= c is x < c + 1), so
//     a cut of x's range has one form; at the ends of the range it is an
//     equation; extended values are compared before the extension; ITE with
//     constant branches compared with a constant is its condition or constant;
//   - ITE with constant branches has the greater first; a Boolean as bits is
//     ITE b 1 0, and BVAND, BVOR, BVXOR of such are such;
//   - conversions of conversions are merged, EXTRACT is pushed through
//     extensions, concatenations and constants, an EXTRACT of all bits is its
//     operand; x & mask for a mask of low bits is ZEXT of an EXTRACT, while
//     shifts by constants and other masks stay as they are;
//   - SELECT looks through STOREs at provably equal or different indices.
// Flattening is bounded so that chains of n operators need O(n) space.
//
// Terms die with their table. A table is not shared between threads.
#ifndef VOUCH_TERM_TERM_H
#define VOUCH_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/vec.h"
#include "term/bits.h"
#include "term/op.h"
#include "term/sort.h"

struct term {
  uint32_t id;
};

VEC_DEFINE(term_vec, struct term);

struct term_table; // opaque

// The interner is borrowed; it holds the names of variables.
struct term_table *term_table_new(struct interner *names);
void term_table_free(struct term_table *terms);
uint32_t term_count(const struct term_table *terms);
const struct interner *term_names(const struct term_table *terms);

static inline bool term_equal(struct term a, struct term b) {
  return a.id == b.id;
}
static inline bool term_is_none(struct term t) {
  return t.id == 0;
}

// Queries

enum term_op term_op(const struct term_table *terms, struct term t);
struct sort term_sort(const struct term_table *terms, struct term t);
unsigned term_width(const struct term_table *terms, struct term t); // of bits
uint32_t term_arity(const struct term_table *terms, struct term t);
struct term term_operand(const struct term_table *terms, struct term t,
                         uint32_t index);
bool term_is_const(const struct term_table *terms, struct term t); // of bits
bool term_is_true(const struct term_table *terms, struct term t);
bool term_is_false(const struct term_table *terms, struct term t);
// True, false or a bit-vector constant.
bool term_is_literal(const struct term_table *terms, struct term t);
u128 term_value(const struct term_table *terms, struct term t); // of a literal
// Variables are numbered 0, 1, ... in order of creation.
uint32_t term_variable_index(const struct term_table *terms, struct term t);
struct name term_variable_name(const struct term_table *terms, struct term t);
uint32_t term_variable_count(const struct term_table *terms);
struct term term_variable_at(const struct term_table *terms, uint32_t index);
unsigned term_extract_low(const struct term_table *terms, struct term t);
// The number of operators and leaves when written as a tree, saturating.
uint32_t term_tree_size(const struct term_table *terms, struct term t);

// Leaves

struct term term_true(struct term_table *terms);
struct term term_false(struct term_table *terms);
struct term term_bool(struct term_table *terms, bool value);
// The value is truncated to the width.
struct term term_const(struct term_table *terms, unsigned width, u128 value);
// Always a new variable, whatever its name.
struct term term_variable(struct term_table *terms, struct name name,
                          struct sort sort);
// Another one of the same name and sort.
struct term term_variable_again(struct term_table *terms, struct term variable);

// Boolean structure

struct term term_not(struct term_table *terms, struct term a);
struct term term_and(struct term_table *terms, struct term a, struct term b);
struct term term_or(struct term_table *terms, struct term a, struct term b);
struct term term_and_all(struct term_table *terms, const struct term *operands,
                         uint32_t count); // true when count is 0
struct term term_or_all(struct term_table *terms, const struct term *operands,
                        uint32_t count); // false when count is 0
struct term term_implies(struct term_table *terms, struct term a,
                         struct term b);
struct term term_eq(struct term_table *terms, struct term a, struct term b);
struct term term_ite(struct term_table *terms, struct term condition,
                     struct term then, struct term otherwise);

// Bit-vectors. The op is any of the class that the function is named after.

struct term term_compare(struct term_table *terms, enum term_op op,
                         struct term a, struct term b);
struct term term_unary(struct term_table *terms, enum term_op op,
                       struct term a);
struct term term_binary(struct term_table *terms, enum term_op op,
                        struct term a, struct term b);
struct term term_add(struct term_table *terms, struct term a, struct term b);
struct term term_sub(struct term_table *terms, struct term a, struct term b);
struct term term_neg(struct term_table *terms, struct term a);
// To a width at least (ZEXT, SEXT) that of the operand; for float conversions
// any width that has a meaning for the op.
struct term term_convert(struct term_table *terms, enum term_op op,
                         unsigned width, struct term a);
// `width` bits from bit `low` on.
struct term term_extract(struct term_table *terms, unsigned low, unsigned width,
                         struct term a);
struct term term_concat(struct term_table *terms, struct term high,
                        struct term low);
// Truncates or extends to the width, whichever it takes.
struct term term_resize(struct term_table *terms, unsigned width,
                        bool is_signed, struct term a);
// A Boolean as bits 1 or 0 of the width, and "is not zero".
struct term term_from_bool(struct term_table *terms, unsigned width,
                           struct term a);
struct term term_nonzero(struct term_table *terms, struct term a);

// Arrays

struct term term_select(struct term_table *terms, struct term array,
                        struct term index);
struct term term_store(struct term_table *terms, struct term array,
                       struct term index, struct term value);
struct term term_const_array(struct term_table *terms, unsigned index_width,
                             struct term value);

// Rebuilds a term of the op and sort of `like` over new operands, simplifying.
struct term term_rebuild(struct term_table *terms, struct term like,
                         const struct term *operands);

// Appends every term reachable from the roots, each once, operands first.
void term_collect(const struct term_table *terms, const struct term *roots,
                  uint32_t count, struct term_vec *into);

#endif
