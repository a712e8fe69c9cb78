// Satisfiability of terms: Z3 behind a narrow door.
//
// Nothing of Z3 shows here. A `struct solver` is a factory with a context, the
// translated terms, a cache of answers and counters per purpose; a `struct
// query` is an incremental conversation: assert terms for good, then check
// under assumptions, ask for a core or a model. Limits are Z3's resource units,
// which repeat from run to run, never seconds. A limit, an interrupt or a term
// without a meaning for the solver (floating point) gives ANSWER_UNKNOWN.
//
// Terms with operators that are uninterpreted for the solver (floating point)
// are declared as functions: UNSAT can be believed, SAT becomes UNKNOWN with
// the reason UNKNOWN_UNINTERPRETED.
#ifndef VOUCH_SOLVER_SOLVER_H
#define VOUCH_SOLVER_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "term/evaluate.h"
#include "term/term.h"

enum answer { ANSWER_UNSAT, ANSWER_SAT, ANSWER_UNKNOWN };

enum unknown_reason {
  UNKNOWN_NONE,
  UNKNOWN_LIMIT,         // resource units used up
  UNKNOWN_INTERRUPTED,   // solver_interrupt
  UNKNOWN_UNINTERPRETED, // satisfiable, if floating point allows it
  UNKNOWN_OTHER
};

// Why a query is asked: a row each in the statistics.
enum purpose {
  PURPOSE_SUCCESSOR,   // abstract successors
  PURPOSE_FEASIBILITY, // is this path real
  PURPOSE_ELIMINATION, // do these predicates exclude that path
  PURPOSE_REFINEMENT,  // candidates, cores, interpolants
  PURPOSE_LEMMA,       // invariants that were guessed
  PURPOSE_UNROLLING,   // executions of some rounds
  PURPOSE_PROOF,       // rechecking a proof
  PURPOSE_OTHER,
  PURPOSE_COUNT
};

struct solver_counts {
  uint64_t checks[PURPOSE_COUNT]; // asked of Z3
  uint64_t cached[PURPOSE_COUNT]; // answered by the cache
  uint64_t microseconds[PURPOSE_COUNT];
};

struct solver;
struct query;

struct solver *solver_new(struct term_table *terms);
void solver_free(struct solver *solver);
// Resource units per check from now on (Z3 does 4 to 5 million a second); 0 is
// no limit. And a folder to which every check is written as an SMT-LIB file
// (null: none).
void solver_set_limit(struct solver *solver, uint64_t units);
uint64_t solver_limit(const struct solver *solver);
void solver_set_dump(struct solver *solver, const char *folder);
// Safe in a signal handler: the running check and all later ones end as
// UNKNOWN_INTERRUPTED.
void solver_interrupt(struct solver *solver);
// Resource units that all checks took so far: effort that repeats from run to
// run.
uint64_t solver_units(const struct solver *solver);
const struct solver_counts *solver_counts(const struct solver *solver);
const char *purpose_name(enum purpose purpose);

// One-shot, cached by the set of terms: is the conjunction satisfiable?
enum answer solver_check(struct solver *solver, enum purpose purpose,
                         const struct term *conjuncts, uint32_t count);
// Why the last solver_check gave ANSWER_UNKNOWN.
enum unknown_reason solver_reason(const struct solver *solver);

// Incremental

struct query *query_new(struct solver *solver, enum purpose purpose);
// For one check of much, without assumptions: by Z3's tactics, which take longer
// to begin, and less afterwards.
struct query *query_new_single(struct solver *solver, enum purpose purpose);
void query_free(struct query *query);
void query_assert(struct query *query, struct term t);
void query_push(struct query *query);
void query_pop(struct query *query);
enum answer query_check(struct query *query, const struct term *assumptions,
                        uint32_t count);
enum unknown_reason query_reason(const struct query *query);
// After UNSAT: those assumptions that suffice, appended by index in ascending
// order. Minimised by deletion when `minimise` is set; that takes checks of its
// own, after which the result asked about is gone.
void query_core(struct query *query, bool minimise, struct u32_vec *core);
// After SAT: the values of all variables that the query mentions, arrays
// included, set in the assignment. False when Z3 has no finite form for one.
// Also after UNKNOWN_UNINTERPRETED, as a guess to be tried.
bool query_model(struct query *query, struct assignment *model);

// Every valuation of the Boolean terms `literals` that is consistent with what
// was asserted: calls `found` with count truth values for each. Stops early
// when `found` returns false; `found` must leave the query alone. ANSWER_SAT
// when the enumeration is complete, even if there is none, ANSWER_UNKNOWN when
// it had to stop. With floating point involved it is ANSWER_UNKNOWN, too, but
// with UNKNOWN_UNINTERPRETED it is complete and some may be too many.
enum answer query_all(struct query *query, const struct term *literals,
                      uint32_t count,
                      bool (*found)(void *context, const bool *values),
                      void *context);

// Pseudo-Boolean optimisation: choose items 0..item_count-1 of least total
// weight such that of every clause, which lists sets of items, one set is
// chosen as a whole (seed 000, section 6.3, formula 1). Ties are broken towards
// smaller items, so that the answer is the same every time. Items of weight 0
// are chosen only if they help. False when a clause is empty, a limit was hit,
// or the sum of the weights is beyond what Z3 takes (2^31).
struct choice_set {
  const uint32_t *items;   // all sets one after the other
  const uint32_t *sets;    // set s is items[sets[s] .. sets[s+1]-1]
  const uint32_t *clauses; // clause i has sets clauses[i] .. clauses[i+1]-1
  uint32_t count;          // of clauses
};
bool solver_least_choice(struct solver *solver, uint32_t item_count,
                         const uint32_t *weights,
                         const struct choice_set *choices,
                         struct u32_vec *chosen);

// Sequence interpolants for an infeasible path: formulas steps[0..count-1] over
// variables versioned by the caller; fills into[0..count-2] with I_i such that
// steps[0..i] imply I_i, I_i and steps[i+1..] are inconsistent, I_i is over the
// variables common to both sides, and I_i and steps[i+1] imply I_{i+1}. False
// when the solver gave up. Uses Z3's Horn engine.
bool solver_interpolate(struct solver *solver, const struct term *steps,
                        uint32_t count, struct term *into);

#endif
