#include "check/cegar.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "check/proof.h"
#include "check/replay.h"
#include "program/print.h"

void cegar_init(struct cegar *cegar, struct component *component,
                const struct component_options *component_options,
                const struct cegar_options *options, struct stats *stats) {
  struct program *program = component->program;
  *cegar = (struct cegar){.component = component,
                          .component_options = component_options,
                          .options = *options,
                          .stats = stats,
                          .verdict = VERDICT_UNKNOWN};
  cegar->solver = solver_new(program->terms);
  solver_set_limit(cegar->solver, 20000000);
  cegar->options.progress->solver = solver_counts(cegar->solver);
  cegar->dd = dd_manager_new();
  cegar->table = predicate_table_new(program->terms);
  cegar->transfer = transfer_new(component->effects, cegar->table, NULL,
                                 cegar->solver, cegar->dd);
  refinement_init(&cegar->refinement, component->effects, cegar->table,
                  cegar->transfer, cegar->solver);
}

void cegar_release(struct cegar *cegar) {
  refinement_release(&cegar->refinement);
  transfer_free(cegar->transfer);
  if (cegar->precision)
    precision_free(cegar->precision);
  predicate_table_free(cegar->table);
  dd_manager_free(cegar->dd);
  solver_free(cegar->solver);
  strbuf_release(&cegar->reason);
  strbuf_release(&cegar->oracle);
  edge_id_vec_release(&cegar->path);
  free(cegar->invariants);
}

void cegar_reset(struct cegar *cegar) {
  cegar->verdict = VERDICT_UNKNOWN;
  strbuf_clear(&cegar->reason);
  strbuf_clear(&cegar->oracle);
  edge_id_vec_clear(&cegar->path);
}

// Why the search has to end, or null.
static const char *stop_reason(const struct cegar *cegar) {
  const struct cegar_options *options = &cegar->options;
  if (*options->interrupt)
    return "interrupted";
  if (*options->out_of_time)
    return "timeout";
  if (options->memlimit_kb && stats_peak_kb() > options->memlimit_kb)
    return "memory limit";
  return NULL;
}

// Polled at every step of the search.
static bool must_stop(void *context) {
  struct cegar *cegar = context;
  cegar->options.progress->states++;
  return stop_reason(cegar) != NULL;
}

static void tell_phase(struct cegar *cegar, const char *phase) {
  cegar->options.progress->phase = phase;
}

// Outcomes

static void conclude(struct cegar *cegar, enum verdict verdict,
                     const char *reason) {
  cegar->verdict = verdict;
  if (reason)
    strbuf_add(&cegar->reason, reason);
}

static void conclude_unsupported(struct cegar *cegar, struct edge_id id) {
  const struct component *component = cegar->component;
  const struct edge *edge = procedure_edge(component->procedure, id);
  conclude(cegar, VERDICT_UNKNOWN, "not modelled: ");
  strbuf_add(&cegar->reason, name_text(component->program->names,
                                       component->effects->at[id.id].what));
  strbuf_add(&cegar->reason, " at ");
  program_print_position(component->program, edge->position, &cegar->reason);
}

static void keep_invariants(struct cegar *cegar, const struct reach *reach) {
  uint32_t count = cegar->component->procedure->locations.count;
  cegar->invariants = memory_new_zero(count, sizeof *cegar->invariants);
  for (uint32_t i = 1; i < count; i++)
    cegar->invariants[i] = transfer_formula(
        cegar->transfer, reach_set(reach, (struct location_id){i}));
}

// A proof that does not hold is a bug of ours; one that cannot be rechecked is
// only a pity. Neither is a proof.
static bool proof_is_valid(struct cegar *cegar) {
  struct proof_options options = {.asks_cvc5 = cegar->options.asks_cvc5,
                                  .stop = must_stop,
                                  .context = cegar};
  tell_phase(cegar, "checking the proof");
  uint64_t start = stats_now_ms();
  enum proof_outcome outcome =
      proof_check(cegar->component->effects, cegar->invariants, cegar->solver,
                  &options, &cegar->reason);
  cegar->stats->proof_ms += stats_now_ms() - start;
  if (outcome == PROOF_REFUTED)
    fprintf(stderr, "vouch: bug: %s; please report it\n",
            strbuf_text(&cegar->reason));
  const char *stopped = stop_reason(cegar);
  if (outcome != PROOF_HOLDS && stopped) {
    strbuf_clear(&cegar->reason);
    strbuf_add(&cegar->reason, stopped);
  }
  return outcome == PROOF_HOLDS;
}

static void conclude_safe(struct cegar *cegar, struct reach *reach) {
  const struct edge_id_vec *unsupported = reach_unsupported(reach);
  if (unsupported->count) {
    conclude_unsupported(cegar, unsupported->at[0]);
    return;
  }
  keep_invariants(cegar, reach);
  cegar->stats->abstract_states = (uint64_t)reach_states(reach);
  if (!cegar->options.checks_proof || proof_is_valid(cegar))
    conclude(cegar, VERDICT_TRUE, NULL);
}

// Is the path real, and does it really run that way?
static void conclude_feasible(struct cegar *cegar, const struct path *path,
                              struct assignment *model,
                              const struct edge_id_vec *edges) {
  struct strbuf why = {0};
  replay_oracle(cegar->component, edges, path, model, &cegar->oracle);
  const struct target *target =
      component_target(cegar->component, edges->at[edges->count - 1]);
  if (replay_confirms(cegar->component, cegar->component_options, target,
                      &cegar->oracle, &why)) {
    conclude(cegar, VERDICT_FALSE, NULL);
  } else {
    conclude(cegar, VERDICT_UNKNOWN,
             "a path to the violation looks feasible, but ");
    strbuf_add(&cegar->reason, strbuf_text(&why));
  }
  strbuf_release(&why);
}

// A path is neither shown to be real nor excluded.
static void conclude_lost(struct cegar *cegar, enum answer answer) {
  const char *stopped = stop_reason(cegar);
  if (stopped) // not about this path
    edge_id_vec_clear(&cegar->path);
  const char *reason = answer == ANSWER_UNKNOWN
                           ? "the solver gave up on a path"
                           : "no predicates found that exclude a path";
  conclude(cegar, VERDICT_UNKNOWN, stopped ? stopped : reason);
}

// The loop

// True when the search goes on with a finer abstraction.
static bool refine(struct cegar *cegar, const struct edge_id_vec *edges) {
  tell_phase(cegar, "refining");
  struct path path = {0};
  struct u32_vec core = {0};
  struct assignment *model = assignment_new(cegar->component->program->terms);
  edge_id_vec_append(&cegar->path, edges->at, edges->count);
  path_execute(&path, cegar->component->effects, edges);
  enum answer answer = path_check(&path, cegar->solver, model, &core);
  bool goes_on = false;
  if (answer == ANSWER_SAT)
    conclude_feasible(cegar, &path, model, edges);
  else if (answer == ANSWER_UNSAT)
    goes_on = refinement_exclude(&cegar->refinement, edges, &core);
  if (answer != ANSWER_SAT && !goes_on)
    conclude_lost(cegar, answer);
  if (goes_on)
    edge_id_vec_clear(&cegar->path);
  assignment_free(model);
  path_release(&path);
  u32_vec_release(&core);
  return goes_on;
}

// One abstraction, checked. True when the search goes on.
static bool iterate(struct cegar *cegar) {
  struct precision *precision = refinement_precision(&cegar->refinement);
  cegar->options.progress->iteration = cegar->stats->iterations;
  cegar->options.progress->predicates = precision_total(precision);
  cegar->options.progress->states = 0;
  tell_phase(cegar, "searching");
  transfer_set_precision(cegar->transfer, precision);
  struct reach *reach = reach_new(cegar->transfer);
  struct reach_limits limits = {must_stop, cegar};
  enum reach_outcome outcome = reach_run(reach, NULL, &limits);
  log_line(cegar->options.log, 2, "check",
           "iteration %llu: %u predicates at locations, %s",
           (unsigned long long)cegar->stats->iterations,
           precision_total(precision),
           outcome == REACH_SAFE ? "safe" : "a path to the violation");
  struct edge_id_vec path = {0};
  if (outcome == REACH_VIOLATION)
    edge_id_vec_append(&path, reach_path(reach)->at, reach_path(reach)->count);
  if (outcome == REACH_SAFE)
    conclude_safe(cegar, reach);
  reach_free(reach);
  transfer_set_precision(cegar->transfer, NULL);
  bool goes_on = false;
  if (outcome == REACH_STOPPED)
    conclude(cegar, VERDICT_UNKNOWN, stop_reason(cegar));
  else if (outcome == REACH_VIOLATION)
    goes_on = refine(cegar, &path);
  if (outcome == REACH_SAFE)
    cegar->precision = precision;
  else
    precision_free(precision);
  edge_id_vec_release(&path);
  return goes_on;
}

void cegar_run(struct cegar *cegar) {
  do {
    cegar->stats->iterations++;
    if (must_stop(cegar)) {
      conclude(cegar, VERDICT_UNKNOWN, stop_reason(cegar));
      return;
    }
  } while (iterate(cegar));
}
