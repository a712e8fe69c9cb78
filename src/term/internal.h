// What the files of src/term share: the representation of the term table and
// the constructors below the simplifier.
//
// A term is a node of 16 bytes. Its operands are `arity` consecutive words of
// the table's word pool, from `first` on. Leaves keep their content there too:
// a constant its value (four words, low first), a variable its name and index.
// Handle 0 is a dummy; TRUE and FALSE always are handles 1 and 2.
//
// Each simplifying constructor lives in the file named after its operators,
// first folds and rewrites, and ends in make_term, which shares equal nodes.
// Constructors only recurse into narrower widths (128 levels at most), never
// into the depth of a term, and must never hold a pointer into the pools over
// a call that makes terms.
#ifndef VOUCH_TERM_INTERNAL_H
#define VOUCH_TERM_INTERNAL_H

#include "term/term.h"

enum {
  TERM_ID_TRUE = 1,
  TERM_ID_FALSE = 2,
  TERM_MAX_FLAT = 32,                 // operands of AND and OR, summands of ADD
  TERM_MAX_ARITY = TERM_MAX_FLAT + 1, // ADD has a constant besides
};

struct node {
  uint8_t op;
  uint8_t low;    // EXTRACT: the lowest bit taken
  uint16_t arity; // 0 for leaves
  struct sort sort;
  uint32_t first;     // index of the first word
  uint32_t tree_size; // saturating
};

VEC_DEFINE(node_vec, struct node);

struct term_table {
  struct interner *names; // borrowed
  struct node_vec nodes;  // by handle
  struct u32_vec words;
  struct term_vec variables; // by index
  uint32_t *slots;           // handles, 0 is free; probed linearly
  uint32_t slot_mask;
  uint32_t shared_count; // handles in the slots
};

// Access without the checks of term.h

static inline const struct node *node_of(const struct term_table *terms,
                                         struct term t) {
  return &terms->nodes.at[t.id];
}
static inline enum term_op op_of(const struct term_table *terms,
                                 struct term t) {
  return (enum term_op)node_of(terms, t)->op;
}
static inline bool is_op(const struct term_table *terms, struct term t,
                         enum term_op op) {
  return op_of(terms, t) == op;
}
static inline struct sort sort_of(const struct term_table *terms,
                                  struct term t) {
  return node_of(terms, t)->sort;
}
static inline unsigned width_of(const struct term_table *terms, struct term t) {
  return sort_width(sort_of(terms, t));
}
static inline uint32_t arity_of(const struct term_table *terms, struct term t) {
  return node_of(terms, t)->arity;
}
static inline struct term operand_of(const struct term_table *terms,
                                     struct term t, uint32_t index) {
  return (struct term){terms->words.at[node_of(terms, t)->first + index]};
}
static inline bool is_const(const struct term_table *terms, struct term t) {
  return is_op(terms, t, OP_CONST);
}
static inline u128 value_of(const struct term_table *terms, struct term t) {
  const uint32_t *word = &terms->words.at[node_of(terms, t)->first];
  return (u128)word[3] << 96 | (u128)word[2] << 64 | (u128)word[1] << 32 |
         word[0];
}

// table.c: nodes as they are, without simplification

struct term make_term(struct term_table *terms, enum term_op op,
                      struct sort sort, unsigned low,
                      const struct term *operands, uint32_t arity);
// The node if it exists, else none.
struct term find_term(const struct term_table *terms, enum term_op op,
                      struct sort sort, unsigned low,
                      const struct term *operands, uint32_t arity);

static inline struct term make_1(struct term_table *terms, enum term_op op,
                                 struct sort sort, struct term a) {
  return make_term(terms, op, sort, 0, &a, 1);
}
static inline struct term make_2(struct term_table *terms, enum term_op op,
                                 struct sort sort, struct term a,
                                 struct term b) {
  return make_term(terms, op, sort, 0, (struct term[]){a, b}, 2);
}
static inline struct term make_3(struct term_table *terms, enum term_op op,
                                 struct sort sort, struct term a, struct term b,
                                 struct term c) {
  return make_term(terms, op, sort, 0, (struct term[]){a, b, c}, 3);
}

static inline bool is_extension(const struct term_table *terms, struct term t) {
  return is_op(terms, t, OP_ZEXT) || is_op(terms, t, OP_SEXT);
}

static inline void swap_terms(struct term *a, struct term *b) {
  struct term old = *a;
  *a = *b;
  *b = old;
}
// For qsort.
static inline int compare_terms(const void *a, const void *b) {
  uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
  return (x > y) - (x < y);
}
// Constants second, else by handle.
static inline void order_operands(const struct term_table *terms,
                                  struct term *a, struct term *b) {
  bool a_const = is_const(terms, *a), b_const = is_const(terms, *b);
  if (a_const != b_const ? a_const : a->id > b->id)
    swap_terms(a, b);
}

// boolean.c

// An ITE of which both branches are bit-vector constants.
bool has_const_branches(const struct term_table *terms, struct term t);
struct term ite_of_consts(struct term_table *terms, struct term condition,
                          unsigned width, u128 then, u128 otherwise);

// sum.c

struct term term_mul(struct term_table *terms, struct term a, struct term b);
struct term sum_of(struct term_table *terms, const struct term *operands,
                   uint32_t count);
// -a - 1 for a sum or a product with a constant.
struct term sum_complement(struct term_table *terms, struct term a);
// Whether a is part of polynomial arithmetic: a sum, a product with a
// constant, or a complement.
bool is_polynomial(const struct term_table *terms, struct term a);
// Cancels what the sides of an equation have in common and moves the constant.
enum equation { EQUATION_OPEN, EQUATION_FALSE, EQUATION_TRUE };
enum equation sum_equate(struct term_table *terms, struct term *a,
                         struct term *b);
// Whether a and b differ by a constant that is not zero.
bool sum_differs(const struct term_table *terms, struct term a, struct term b);

// bitwise.c, shift.c, float.c

struct term bitwise_not(struct term_table *terms, struct term a);
struct term bitwise_complement(struct term_table *terms, struct term a);
struct term bitwise_binary(struct term_table *terms, enum term_op op,
                           struct term a, struct term b);
struct term shift_binary(struct term_table *terms, enum term_op op,
                         struct term a, struct term b);
struct term divide_binary(struct term_table *terms, enum term_op op,
                          struct term a, struct term b);
struct term float_binary(struct term_table *terms, enum term_op op,
                         struct term a, struct term b);
struct term float_unary(struct term_table *terms, struct term a);
struct term float_compare(struct term_table *terms, enum term_op op,
                          struct term a, struct term b);
struct term float_convert(struct term_table *terms, enum term_op op,
                          unsigned width, struct term a);
// Bits that are zero whatever the values of the variables.
u128 known_zeros(const struct term_table *terms, struct term a);

// normal.c: does the node have smaller operands, the right sorts and the normal
// form of term.h, as far as it shows it?
bool is_normal(const struct term_table *terms, struct term t);

// compare.c

struct term compare_equal(struct term_table *terms, struct term a,
                          struct term b);

#endif
