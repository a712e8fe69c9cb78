// A Boolean program: every variable is true or false, procedures may be
// recursive, any choice may be left open (`*`, `goto` of several labels).
//
// A procedure is a list of statements. Control goes from each to the one after
// it, except at GOTO, IF and RETURN; what is structured in the text was lowered
// to these when it was read. So a statement's number is a location, and a
// program that is printed and read again is the same, statement by statement.
//
// Invariants (bp_validate): targets are statements of the same procedure; the
// last statement is a RETURN, a GOTO or an END_THREAD, so nothing falls off the
// end; calls and returns have as many values as the callee declares; no
// variable is assigned twice at once; `x'` occurs in `constrain` only.
//
// The program owns its expressions and everything in its arena; names are those
// of the interner that it was read with, which outlives it.
#ifndef VOUCH_BP_BP_H
#define VOUCH_BP_BP_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/position.h"
#include "bp/expr.h"

enum bp_kind {
  BP_SKIP,
  BP_GOTO,         // to any of `targets`
  BP_BRANCH,       // to targets[0] if `condition`, else on
  BP_ASSIGN,       // variables := values, all at once, if `condition` holds
                   // of before and after (none: true)
  BP_ASSUME,       // goes on only if `condition`
  BP_ASSERT,       // a violation unless `condition`
  BP_CALL,         // variables := callee(values); none: that result is dropped
  BP_RETURN,       // values
  BP_START_THREAD, // at targets[0] with a copy of the locals, or in callee
  BP_END_THREAD,
  BP_ATOMIC_BEGIN,
  BP_ATOMIC_END,
  BP_WAIT,      // until a broadcast
  BP_BROADCAST, // wakes all who wait
  BP_SYNC       // together with another thread at the same `event`
};

enum bp_initial { BP_INITIAL_ANY, BP_INITIAL_FALSE, BP_INITIAL_TRUE };

struct bp_declaration {
  struct name name;
  struct position position;
  enum bp_initial initial;
  bool is_of_thread; // a global of which each thread has a copy
};

VEC_DEFINE(bp_declaration_vec, struct bp_declaration);

// A statement's lists are in the program's arena.
struct bp_statement {
  enum bp_kind kind;
  struct position position;
  struct bp_expr condition;
  const uint32_t *targets; // statements of the procedure
  uint32_t target_count;
  const struct bp_variable *variables;
  const bool *is_dropped; // of CALL: the result goes nowhere
  uint32_t variable_count;
  const struct bp_expr *values;
  uint32_t value_count;
  uint32_t callee;   // a procedure, of CALL and of START_THREAD without target
  struct name event; // of SYNC
};

VEC_DEFINE(bp_statement_vec, struct bp_statement);

struct bp_label {
  struct name name;
  uint32_t statement;
};

VEC_DEFINE(bp_label_vec, struct bp_label);

struct bp_procedure {
  struct name name;
  struct position position;
  struct bp_declaration_vec locals; // parameters first
  uint32_t parameter_count;
  uint32_t return_count;
  struct bp_expr enforce; // holds in all states that matter; none: true
  struct bp_expr abortif; // a violation wherever it holds; none: false
  struct position abortif_position;
  struct bp_statement_vec statements;
  struct bp_label_vec labels; // in the order of the text
};

VEC_DEFINE(bp_procedure_vec, struct bp_procedure);

struct bp {
  struct interner *names;
  struct arena arena;
  struct bp_exprs *exprs;
  struct bp_declaration_vec globals;
  struct bp_procedure_vec procedures;
  uint32_t main; // the procedure of that name
};

struct bp *bp_new(struct interner *names);
void bp_free(struct bp *bp); // may be null

// Which violates an invariant, as a text, or null.
const char *bp_validate(const struct bp *bp);

static inline bool bp_statement_falls_through(const struct bp_statement *s) {
  return s->kind != BP_GOTO && s->kind != BP_RETURN && s->kind != BP_END_THREAD;
}
// Of the valuations of a procedure: globals first, then its locals.
static inline uint32_t bp_slot(const struct bp *bp, struct bp_variable of) {
  return of.is_local ? bp->globals.count + of.index : of.index;
}
uint32_t bp_slot_count(const struct bp *bp, uint32_t procedure);
const struct bp_declaration *bp_declaration(const struct bp *bp,
                                            uint32_t procedure, uint32_t slot);

// Is there a statement of threads that a sequential run cannot pass?
bool bp_has_threads(const struct bp *bp);
// A procedure that can call itself, through others too, from main on;
// UINT32_MAX if there is none.
uint32_t bp_find_recursion(const struct bp *bp);

#endif
