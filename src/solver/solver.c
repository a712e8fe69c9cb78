// Life cycle, limits and counts.

#include <time.h>

#include "solver/internal.h"

// Life cycle

// Errors are seen by the null that the failed call gives.
static void ignore_error(Z3_context z3, Z3_error_code error) {
  (void)z3;
  (void)error;
}

struct solver *solver_new(struct term_table *terms) {
  struct solver *solver = memory_new_zero(1, sizeof *solver);
  Z3_config config = Z3_mk_config();
  solver->terms = terms;
  solver->z3 = Z3_mk_context_rc(config);
  Z3_del_config(config);
  CHECK(solver->z3 != NULL, "no Z3 context");
  Z3_set_error_handler(solver->z3, ignore_error);
  interrupter_init(&solver->interrupter, solver->z3);
  arena_init(&solver->cache_keys);
  return solver;
}

void solver_free(struct solver *solver) {
  if (!solver)
    return;
  interrupter_release(&solver->interrupter);
  query_free(solver->one_shot);
  for (uint32_t i = 0; i < solver->asts.count; i++)
    ast_release(solver, solver->asts.at[i]);
  ast_vec_release(&solver->asts);
  Z3_del_context(solver->z3);
  trait_vec_release(&solver->traits);
  cache_map_release(&solver->cache);
  arena_release(&solver->cache_keys);
  stand_in_map_release(&solver->stand_ins);
  free(solver->dump_folder);
  free(solver);
}

// Settings

void solver_set_limit(struct solver *solver, uint64_t units) {
  solver->limit = units;
}

uint64_t solver_limit(const struct solver *solver) {
  return solver->limit;
}

void solver_set_dump(struct solver *solver, const char *folder) {
  free(solver->dump_folder);
  solver->dump_folder = folder ? memory_copy_string(folder) : NULL;
}

void solver_interrupt(struct solver *solver) {
  interrupter_request(&solver->interrupter);
}

Z3_symbol symbol_of(struct solver *solver, const char *text) {
  return Z3_mk_string_symbol(solver->z3, text);
}

// Z3 would otherwise take over SIGINT while it searches.
Z3_params parameters_new(struct solver *solver, uint64_t units) {
  Z3_params parameters = Z3_mk_params(solver->z3);
  Z3_params_inc_ref(solver->z3, parameters);
  Z3_params_set_bool(solver->z3, parameters, symbol_of(solver, "ctrl_c"),
                     false);
  Z3_params_set_uint(solver->z3, parameters, symbol_of(solver, "rlimit"),
                     units < UINT32_MAX ? (unsigned)units : 0);
  return parameters;
}

// Counts

const struct solver_counts *solver_counts(const struct solver *solver) {
  return &solver->counts;
}

const char *purpose_name(enum purpose purpose) {
  static const char *const names[PURPOSE_COUNT] = {
      [PURPOSE_SUCCESSOR] = "successor",
      [PURPOSE_FEASIBILITY] = "feasibility",
      [PURPOSE_ELIMINATION] = "elimination",
      [PURPOSE_REFINEMENT] = "refinement",
      [PURPOSE_LEMMA] = "lemma",
      [PURPOSE_UNROLLING] = "unrolling",
      [PURPOSE_PROOF] = "proof",
      [PURPOSE_OTHER] = "other"};
  CHECK((unsigned)purpose < PURPOSE_COUNT, "purpose %d", (int)purpose);
  return names[purpose];
}

static uint64_t now_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t check_begin(struct solver *solver) {
  atomic_store(&solver->interrupter.is_running, true);
  return now_microseconds();
}

// Z3 says "canceled" of a limit, too.
static enum unknown_reason reason_of(const struct solver *solver,
                                     const char *why) {
  if (interrupter_has_fired(&solver->interrupter))
    return UNKNOWN_INTERRUPTED;
  bool is_limit = strstr(why, "resource limit") || strstr(why, "cancel");
  return is_limit && solver->limit ? UNKNOWN_LIMIT : UNKNOWN_OTHER;
}

enum answer check_end(struct solver *solver, enum purpose purpose,
                      uint64_t start, Z3_lbool result, const char *why,
                      enum unknown_reason *reason) {
  atomic_store(&solver->interrupter.is_running, false);
  solver->counts.checks[purpose]++;
  solver->counts.microseconds[purpose] += now_microseconds() - start;
  *reason = UNKNOWN_NONE;
  if (result == Z3_L_TRUE)
    return ANSWER_SAT;
  if (result == Z3_L_FALSE)
    return ANSWER_UNSAT;
  *reason = reason_of(solver, why ? why : "");
  return ANSWER_UNKNOWN;
}

// Z3 counts units for the whole context, modulo 2^32; a check that ends at its
// limit takes back what was beyond it.
static void count_units(struct solver *solver, Z3_solver z3) {
  Z3_stats stats = Z3_solver_get_statistics(solver->z3, z3);
  if (!stats)
    return;
  Z3_stats_inc_ref(solver->z3, stats);
  for (unsigned i = 0; i < Z3_stats_size(solver->z3, stats); i++) {
    if (strcmp(Z3_stats_get_key(solver->z3, stats, i), "rlimit count"))
      continue;
    uint32_t now = Z3_stats_get_uint_value(solver->z3, stats, i);
    uint32_t more = now - solver->last_units;
    solver->units += more <= INT32_MAX ? more : 0;
    solver->last_units = now;
  }
  Z3_stats_dec_ref(solver->z3, stats);
}

uint64_t solver_units(const struct solver *solver) {
  return solver->units;
}

enum answer check_solver(struct solver *solver, enum purpose purpose,
                         Z3_solver z3, const struct ast_vec *assumptions,
                         enum unknown_reason *reason) {
  uint64_t start = check_begin(solver);
  Z3_lbool result = Z3_solver_check_assumptions(
      solver->z3, z3, assumptions->count, assumptions->at);
  const char *why = "";
  if (result == Z3_L_UNDEF)
    why = Z3_solver_get_reason_unknown(solver->z3, z3);
  count_units(solver, z3);
  return check_end(solver, purpose, start, result, why, reason);
}
