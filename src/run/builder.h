// Emits the code of one procedure: instructions, constants, temporaries, and
// the values of terms. Private to code.c and the builder's own files.
//
// Within one edge (builder_begin .. ) every distinct subterm is computed once.
// Its value is an operand: a constant, or a register, which is the variable's
// own when the term is a variable or has the same word (a zero extension). A
// temporary is free again when the last term that uses it was emitted; the
// terms asked for (roots) keep theirs until the edge ends.
#ifndef VOUCH_RUN_BUILDER_H
#define VOUCH_RUN_BUILDER_H

#include "base/vec.h"
#include "run/code.h"

VEC_DEFINE(instruction_vec, struct instruction);
VEC_DEFINE(word_vec, uint64_t);
VEC_DEFINE(general_vec, struct general);
VEC_DEFINE(switch_vec, struct switch_table);
VEC_DEFINE(site_vec, struct call_site);

struct operand {
  bool is_constant;
  unsigned width;
  uint32_t word; // when not constant
  u128 value;    // when constant
};

// What is known about a term of the current edge.
struct node {
  uint32_t stamp;    // of the edge it was seen in
  uint32_t uses;     // that have not been emitted yet
  uint32_t alias;    // the term whose register it shares, or 0
  uint32_t reader;   // position of the term that reads its operands: its own,
                     // or its only user's when it is folded into that
  uint32_t assigned; // the last stamp in which the variable was a target
  bool is_folded;
  bool is_temporary;
  struct operand operand;
};

// Kept from one procedure to the next, since its size is that of the term
// table.
struct code_scratch {
  struct node *nodes; // by term id
  uint32_t capacity;
  uint32_t stamp;
};

struct builder {
  const struct code_environment *environment;
  const struct program *program;
  struct term_table *terms;
  const struct procedure *procedure;
  struct code *code;
  uint32_t edge; // being compiled
  struct instruction_vec instructions;
  struct u32_vec edges;
  struct word_vec constants;
  struct general_vec generals;
  struct switch_vec switches;
  struct site_vec sites;
  struct code_scratch *scratch;
  struct u32_vec order; // terms of the current compilation, ascending
  struct u32_vec free_words;
  struct u32_vec free_pairs;
  uint32_t next_temporary;
};

enum { BUILDER_NO_WORD = UINT32_MAX };

static inline struct node *node_of(const struct builder *builder,
                                   struct term t) {
  return &builder->scratch->nodes[t.id];
}

// A value that should be computed into a given register.
struct builder_hint {
  struct term term;
  struct term variable; // whose register it is
  uint32_t word;
};

void builder_init(struct builder *builder,
                  const struct code_environment *environment,
                  const struct procedure *procedure, struct code *code);
// Hands the finished parts over to the code.
void builder_finish(struct builder *builder);

// Starts an edge: all temporaries are free.
void builder_begin(struct builder *builder, uint32_t edge);

// Emits the computation of all roots. Values of earlier roots are forgotten,
// since variables may have changed; their registers stay taken.
void builder_compute(struct builder *builder, const struct term *roots,
                     uint32_t count);
// The value of a root.
struct operand builder_operand(const struct builder *builder, struct term t);
// The same in a register, whatever it is.
struct slot builder_register(struct builder *builder, struct term t);

// A parallel assignment.
void builder_assign(struct builder *builder, const struct binding *bindings,
                    uint32_t count);

// A register for a value of the width, taken until the edge ends.
struct slot builder_temporary(struct builder *builder, unsigned width);
// Where to put a variable's new value: its own register, or a temporary that
// builder_store_variable then moves to the globals.
struct slot builder_target(struct builder *builder, struct variable variable);
void builder_store_variable(struct builder *builder, struct variable variable,
                            struct slot from);
unsigned builder_width(const struct builder *builder, struct term t);

uint32_t builder_emit(struct builder *builder, enum instruction_op op,
                      unsigned aux, uint32_t d, uint32_t a, uint32_t b);
uint32_t builder_emit_word(struct builder *builder, enum instruction_op op,
                           uint32_t d, uint64_t word);
// Index of the word in the constant pool.
uint32_t builder_constant(struct builder *builder, uint64_t word);
// The address of an object that exists all the time, if it is one.
bool builder_static_address(const struct builder *builder, struct term t,
                            uint64_t *address);

// The value of an operator outside the fast instructions.
u128 general_value(const struct general *general, u128 a, u128 b);

#endif
