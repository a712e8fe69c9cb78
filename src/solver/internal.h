// What the files of src/solver share: the context, and terms in Z3's language.
//
// One Z3 context per solver, with reference counts. Every Z3 object is counted
// from its creation to the end of its use: arguments of a Z3_mk call before the
// next call, results by whoever keeps them. The translation of a term is kept
// as long as the solver, one entry per handle.
//
// Z3 never ends the process: its error handler does nothing, failed calls give
// null, and null makes its way up as ANSWER_UNKNOWN.
#ifndef VOUCH_SOLVER_INTERNAL_H
#define VOUCH_SOLVER_INTERNAL_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <z3.h>

#include "base/arena.h"
#include "base/map.h"
#include "solver/solver.h"
#include "term/float_format.h"

VEC_DEFINE(ast_vec, Z3_ast);

// What a translated term or something below it has.
enum trait {
  TRAIT_UNINTERPRETED = 1, // an operator that Z3 knows nothing about
  TRAIT_CONST_ARRAY = 2,   // which Z3's QF_ABV engine only half supports
  TRAIT_ARITHMETIC = 4,    // products and divisions, which may be hard as bits
  TRAIT_FLOAT = 8,         // floating point, which is not in QF_ABV
  TRAIT_REMAINDER = 16     // by something that is no constant
};

VEC_DEFINE(trait_vec, uint8_t);
NUMBER_MAP_DEFINE(ast_map, uint32_t, Z3_ast);
HANDLE_MAP_DEFINE(stand_in_map, struct term, struct term);

// interrupt.c: Z3's interrupt takes locks and so is not for signal handlers. A
// thread of its own waits for the signal handler's word and passes it on.
struct interrupter {
  Z3_context z3;
  pthread_t thread;
  bool has_thread; // else only later checks can be stopped
  sem_t wake;
  sem_t started;            // posted by the thread
  atomic_bool is_requested; // for good
  atomic_bool is_running;   // a check that can be interrupted
  atomic_bool is_stopping;
};

void interrupter_init(struct interrupter *interrupter, Z3_context z3);
void interrupter_release(struct interrupter *interrupter);
void interrupter_request(struct interrupter *interrupter);
static inline bool interrupter_has_fired(const struct interrupter *i) {
  return atomic_load(&i->is_requested);
}

// cache.c: answers by set of terms
struct cache_key {
  const uint32_t *ids; // ascending
  uint32_t count;
};

static inline uint64_t cache_key_hash(struct cache_key key) {
  return hash_bytes(key.ids, key.count * sizeof *key.ids);
}
static inline bool cache_key_equal(struct cache_key a, struct cache_key b) {
  return a.count == b.count &&
         memcmp(a.ids, b.ids, a.count * sizeof *a.ids) == 0;
}

MAP_DEFINE(cache_map, struct cache_key, enum answer, cache_key_hash,
           cache_key_equal);

struct solver {
  struct term_table *terms; // borrowed
  Z3_context z3;
  struct ast_vec asts;     // by term handle, null while not translated
  struct trait_vec traits; // of the same
  struct interrupter interrupter;
  uint64_t limit;        // resource units per check, 0 is none
  uint64_t units;        // used so far
  uint32_t last_units;   // Z3's count after the last check
  char *dump_folder;     // null: none
  uint32_t dump_count;   // files written
  const char *dump_kind; // of the last one
  struct solver_counts counts;
  struct cache_map cache;
  struct arena cache_keys;
  struct query *one_shot;        // for solver_check, renewed now and then
  uint32_t one_shot_checks;      // since the last renewal
  enum unknown_reason reason;    // of the last solver_check
  struct stand_in_map stand_ins; // of remainders
};

// solver.c

Z3_symbol symbol_of(struct solver *solver, const char *text);
// The parameters of every engine: the limit, and signals left alone. The caller
// releases them.
Z3_params parameters_new(struct solver *solver, uint64_t units);

// Around every call that searches: lets it be interrupted and takes the time;
// then counts it, and says why not when the answer is unknown. `why` is Z3's
// own word.
uint64_t check_begin(struct solver *solver);
enum answer check_end(struct solver *solver, enum purpose purpose,
                      uint64_t start, Z3_lbool result, const char *why,
                      enum unknown_reason *reason);
// All of that for a solver object.
enum answer check_solver(struct solver *solver, enum purpose purpose,
                         Z3_solver z3, const struct ast_vec *assumptions,
                         enum unknown_reason *reason);

// to_z3.c

// Borrowed from the solver, null when Z3 failed.
Z3_ast ast_of_term(struct solver *solver, struct term t);
static inline bool has_trait(const struct solver *solver, struct term t,
                             unsigned traits) {
  return solver->traits.at[t.id] & traits;
}
Z3_sort sort_to_z3(struct solver *solver, struct sort sort); // counted
void ast_release(struct solver *solver, Z3_ast ast);         // null is fine

// float_to_z3.c

// The translation, counted, of a floating-point operator with an exact meaning,
// of its translated operands.
Z3_ast float_to_z3(struct solver *solver, struct term t, const Z3_ast *args);

// from_z3.c

// None when there is something in it that has no term.
struct term term_of_ast(struct solver *solver, Z3_ast ast);
// The value of a numeral or of true and false; false when it is none.
bool ast_value(Z3_context z3, Z3_ast ast, u128 *value);

// query.c

struct scope {
  // What to go back to.
  uint32_t asserted, proxied, falses, uninterpreted, arithmetic, remainders;
};

VEC_DEFINE(scope_vec, struct scope);

struct query {
  struct solver *solver;
  enum purpose purpose;
  bool is_single; // it is checked once, by tactics
  Z3_solver z3;
  struct term_vec asserted; // literals left out
  struct u32_vec proxied;   // handles of assumptions with a proxy, by age
  struct ast_map proxies;   // their proxies: p, with p => t asserted
  struct scope_vec scopes;
  uint32_t falses;        // how often false was asserted
  uint32_t uninterpreted; // asserted terms with operators that Z3 does not know
  uint32_t arithmetic;    // asserted terms with products or divisions
  uint32_t remainders;    // asserted terms with remainders by variables
  bool is_broken;         // Z3 did not take something
  bool is_general;        // for constant arrays, too
  bool is_floating;       // and for floating point
  uint64_t limit;         // that the Z3 solver knows
  // The last check; anything but a look at its result forgets it.
  struct term_vec assumptions;
  struct ast_vec handed; // what Z3 got for them, null for literals
  enum answer answer;
  enum unknown_reason reason;
  bool is_trivial; // answered without Z3
  bool is_aside;   // answered by integer_check or remainder_check, which left
  struct u32_vec core;       // these assumptions, after UNSAT, or
  struct assignment *values; // these values, after SAT
};

// Whether the last check left a model, be it one that operators which Z3 does
// not know may not allow.
static inline bool query_has_model(const struct query *query) {
  return query->answer == ANSWER_SAT || query->reason == UNKNOWN_UNINTERPRETED;
}
// A check that Z3 sees even if nothing was asserted: there is a model.
enum answer query_check_by_z3(struct query *query);

// integer.c

// The question once more, as one about integers, with so many units of its own.
// Leaves a core or values in the query.
enum answer integer_check(struct query *query, uint64_t limit);

// remainder.c

// By something that is no constant?
bool is_open_remainder(const struct term_table *terms, struct term t);

// The question once more, with facts about remainders in place of them: UNSAT,
// with a core in the query, or UNKNOWN.
enum answer remainder_check(struct query *query, uint64_t limit);

// model.c

// The values of Boolean terms in the model, which may mention more variables
// than the query. False when Z3 does not give them.
bool model_truths(struct query *query, const struct term *literals,
                  uint32_t count, bool *truths);

// dump.c: does nothing unless a folder is set

// One check: assertions and assumptions.
void dump_query(struct solver *solver, enum purpose purpose,
                const struct term_vec *asserted,
                const struct term_vec *assumptions);
// What Z3 itself prints of an optimisation or a Horn problem.
void dump_text(struct solver *solver, const char *kind, const char *text);
// Adds the answer, as a comment, to the file written last.
void dump_answer(struct solver *solver, enum answer answer);

#endif
