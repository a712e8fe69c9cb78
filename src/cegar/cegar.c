#include "cegar/cegar.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cegar/internal.h"
#include "cegar/exclude.h"
#include "cegar/former.h"
#include "cegar/narrate.h"
#include "confirm/confirm.h"
#include "tactic/proof.h"
#include "tactic/shrink.h"

static const char SPENT[] = "no answer with limited effort";

bool cegar_has_spent(const struct cegar *cegar) {
  uint64_t units = cegar->options.most_units, steps = cegar->options.most_steps;
  return (units && solver_units(cegar->solver) - cegar->first_unit > units) ||
         (steps && cegar->steps - cegar->first_step > steps);
}

// Polled at every step of the search.
static bool must_stop(void *context) {
  struct cegar *cegar = context;
  cegar->options.progress->states++;
  cegar->steps++;
  return cegar_has_spent(cegar) || limits_reason(&cegar->options.limits);
}

struct poll cegar_poll(struct cegar *cegar) {
  return (struct poll){must_stop, cegar};
}

static void tell_phase(struct cegar *cegar, const char *phase) {
  cegar->options.progress->phase = phase;
}

static struct poll pause_of(struct cegar *cegar);

static void give_tests(struct cegar *cegar) {
  const struct component *component = cegar->component;
  for (uint32_t i = 1; i < component->procedure->edges.count; i++)
    if (component_tests_for_it(component, (struct edge_id){i}))
      refinement_give(&cegar->refinement,
                      effects_place(component->effects,
                                    component->procedure->edges.at[i].from),
                      component->effects->at[i].guard);
}

void cegar_init(struct cegar *cegar, struct component *component,
                const struct component_options *component_options,
                const struct cegar_options *options, struct stats *stats) {
  struct program *program = component->program;
  *cegar = (struct cegar){.component = component,
                          .component_options = component_options,
                          .options = *options,
                          .stats = stats,
                          .verdict = VERDICT_UNKNOWN};
  cegar->solver =
      options->solver ? options->solver : solver_new(program->terms);
  solver_set_limit(cegar->solver, CHECK_UNITS);
  cegar->options.progress->solver = solver_counts(cegar->solver);
  cegar->dd = options->dd ? options->dd : dd_manager_new();
  cegar->table = predicate_table_new(program->terms);
  cegar->transfer = transfer_new(component->effects, cegar->table, NULL,
                                 cegar->solver, cegar->dd);
  refinement_init(&cegar->refinement, component->question, cegar->table,
                  cegar->transfer, cegar->solver);
  cegar->refinement.pause = pause_of(cegar);
  give_tests(cegar);
  if (options->former)
    former_seed(cegar, options->former);
  minimiser_init(&cegar->minimiser, &cegar->refinement, &options->minimise);
  transfer_set_pause(cegar->transfer, pause_of(cegar));
  loops_init(&cegar->loops, component->question, &component->slice.variables,
             cegar->solver, options->log);
  cegar->loops.poll = cegar_poll(cegar);
}

void cegar_release(struct cegar *cegar) {
  cegar->options.progress->solver = NULL;
  minimiser_release(&cegar->minimiser);
  refinement_release(&cegar->refinement);
  transfer_free(cegar->transfer);
  if (cegar->precision)
    precision_free(cegar->precision);
  predicate_table_free(cegar->table);
  if (!cegar->options.dd)
    dd_manager_free(cegar->dd);
  if (!cegar->options.solver)
    solver_free(cegar->solver);
  strbuf_release(&cegar->reason);
  strbuf_release(&cegar->oracle);
  execution_release(&cegar->execution);
  edge_id_vec_release(&cegar->path);
  edge_id_vec_release(&cegar->unsupported);
  path_release(&cegar->inputs);
  loops_release(&cegar->loops);
  near_release(&cegar->near);
  free(cegar->invariants);
  claim_vec_release(&cegar->told.claims);
  bitset_release(&cegar->reasons);
  bitset_release(&cegar->unreached);
  bitset_release(&cegar->pursued);
}

void cegar_predicates(const struct cegar *cegar, struct seed_vec *into) {
  struct seed_vec seeds = {0};
  refinement_seeds(&cegar->refinement, &seeds);
  for (uint32_t i = 0; i < seeds.count; i++) {
    struct seed seed = {
        behaviour_location(cegar->component->behaviour, seeds.at[i].location),
        seeds.at[i].atom};
    seeds_add(into, seed);
  }
  seed_vec_release(&seeds);
}

void cegar_reset(struct cegar *cegar) {
  cegar->verdict = VERDICT_UNKNOWN;
  cegar->is_tried = false;
  bitset_clear(&cegar->unreached);
  bitset_clear(&cegar->pursued);
  refinement_forget_paths(&cegar->refinement); // the last was not excluded
  strbuf_clear(&cegar->reason);
  strbuf_clear(&cegar->oracle);
  execution_clear(&cegar->execution);
  edge_id_vec_clear(&cegar->path);
  edge_id_vec_clear(&cegar->unsupported);
  path_input_vec_clear(&cegar->inputs.inputs);
  loops_reset(&cegar->loops);
  solver_set_limit(cegar->solver, CHECK_UNITS);
}

uint64_t cegar_checks(const struct cegar *cegar) {
  const struct solver_counts *counts = solver_counts(cegar->solver);
  uint64_t checks = 0;
  for (int i = 0; i < PURPOSE_COUNT; i++)
    checks += counts->checks[i];
  return checks;
}

// A proof that was found is not interrupted while it is made smaller.
static bool must_pause(void *context) {
  const struct cegar *cegar = context;
  return must_stop(context) || (!cegar->is_shrunk && exclude_yields(cegar));
}

static struct poll pause_of(struct cegar *cegar) {
  return (struct poll){must_pause, cegar};
}

// Outcomes

void cegar_conclude(struct cegar *cegar, enum verdict verdict,
                    const char *reason) {
  cegar->verdict = verdict;
  if (reason)
    strbuf_add(&cegar->reason, reason);
}

static void conclude_unsupported(struct cegar *cegar, struct edge_id id) {
  cegar_conclude(cegar, VERDICT_UNKNOWN, NULL);
  component_tell_unsupported(cegar->component, id, &cegar->reason);
}

static void keep_invariants(struct cegar *cegar, const struct reach *reach) {
  uint32_t count = cegar->component->procedure->locations.count;
  cegar->invariants = memory_new_zero(count, sizeof *cegar->invariants);
  struct dd *sets = memory_new_zero(count, sizeof *sets);
  uint32_t scope = dd_scope_begin(cegar->dd);
  for (uint32_t i = 1; i < count; i++) {
    struct location_id location = {i};
    sets[i] = reach_set(reach, location);
    if (!dd_is_false(sets[i]))
      sets[i] = dd_simplify(cegar->dd, sets[i],
                            transfer_plausible(cegar->transfer, location));
  }
  transfer_formulas(cegar->transfer, sets, count, cegar->invariants);
  dd_scope_end(cegar->dd, scope);
  free(sets);
}

// A proof that does not hold is a bug of ours; one that cannot be rechecked is
// only a pity. Neither is a proof.
static bool is_rechecked(struct cegar *cegar, uint64_t start,
                         enum proof_outcome outcome) {
  cegar->stats->proof_ms += stats_now_ms() - start;
  solver_set_limit(cegar->solver, CHECK_UNITS);
  if (outcome == PROOF_REFUTED)
    fprintf(stderr, "vouch: bug: %s; please report it\n",
            strbuf_text(&cegar->reason));
  const char *stopped = limits_reason(&cegar->options.limits);
  if (outcome != PROOF_HOLDS && stopped) {
    strbuf_clear(&cegar->reason);
    strbuf_add(&cegar->reason, stopped);
  }
  return outcome == PROOF_HOLDS;
}

static struct proof_options proof_options(struct cegar *cegar) {
  tell_phase(cegar, "checking the proof");
  return (struct proof_options){.asks_cvc5 = cegar->options.asks_cvc5,
                                .poll = cegar_poll(cegar)};
}

static bool invariants_are_valid(struct cegar *cegar) {
  struct proof_options options = proof_options(cegar);
  uint64_t start = stats_now_ms();
  solver_set_limit(cegar->solver, PATIENT_UNITS);
  enum proof_outcome outcome =
      proof_check(cegar->component->question, cegar->invariants, cegar->solver,
                  &options, &cegar->reason);
  return is_rechecked(cegar, start, outcome);
}

// Conditions that the proof claims to be impossible.
static bool claims_are_valid(struct cegar *cegar,
                             const struct term_vec *claims) {
  struct proof_options options = proof_options(cegar);
  uint64_t start = stats_now_ms();
  solver_set_limit(cegar->solver, PATIENT_UNITS);
  enum proof_outcome outcome =
      proof_check_claims(cegar->component->program->terms, claims,
                         cegar->solver, &options, &cegar->reason);
  return is_rechecked(cegar, start, outcome);
}

// A proof is about the calls that we see. True when there may be others.
static bool has_unseen_call(struct cegar *cegar) {
  const struct component *component = cegar->component;
  struct procedure_id called = component->behaviour->unseen_call;
  if (!called.id)
    return false;
  cegar_conclude(cegar, VERDICT_UNKNOWN, "not modelled: callback of ");
  strbuf_add(&cegar->reason,
             name_text(component->program->names,
                       program_procedure(component->program, called)->name));
  return true;
}

static void conclude_safe(struct cegar *cegar, struct reach *reach) {
  const struct edge_id_vec *unsupported = reach_unsupported(reach);
  if (unsupported->count) {
    conclude_unsupported(cegar, unsupported->at[0]);
    edge_id_vec_append(&cegar->unsupported, unsupported->at,
                       unsupported->count);
    return;
  }
  if (has_unseen_call(cegar))
    return;
  cegar->proof = PROOF_PREDICATES;
  keep_invariants(cegar, reach);
  cegar->stats->abstract_states = (uint64_t)reach_states(reach);
  if (!cegar->options.checks_proof || invariants_are_valid(cegar))
    cegar_conclude(cegar, VERDICT_TRUE, NULL);
}

void cegar_conclude_by_invariants(struct cegar *cegar,
                                  struct term *invariants) {
  free(cegar->invariants); // of a search before this one
  cegar->invariants = invariants;
  cegar->proof = PROOF_PREDICATES;
  if (has_unseen_call(cegar))
    return;
  if (!cegar->options.checks_proof || invariants_are_valid(cegar))
    cegar_conclude(cegar, VERDICT_TRUE, NULL);
}

static struct confirm confirming(struct cegar *cegar) {
  return (struct confirm){.component = cegar->component,
                          .options = cegar->component_options,
                          .solver = cegar->solver,
                          .log = cegar->options.log,
                          .steps = &cegar->stats->steps,
                          .inputs = &cegar->inputs,
                          .oracle = &cegar->oracle,
                          .execution = &cegar->execution};
}

// Is the path real, and does it really run that way? If not, `why` (may be
// null) gets the reason.
static bool is_confirmed(struct cegar *cegar, const struct edge_id_vec *edges,
                         struct strbuf *why) {
  edge_id_vec_clear(&cegar->path);
  edge_id_vec_append(&cegar->path, edges->at, edges->count);
  struct confirm confirm = confirming(cegar);
  return confirm_path(&confirm, edges, why);
}

// The path could not be run: perhaps another one can.
static bool confirms_another(struct cegar *cegar) {
  struct explore limits = {.poll = cegar_poll(cegar)};
  struct confirm confirm = confirming(cegar);
  struct edge_id_vec path = {0};
  struct path kept = cegar->inputs;
  cegar->inputs = (struct path){0};
  bool found = confirm_another(&confirm, &limits, &path);
  if (found) {
    edge_id_vec_clear(&cegar->path);
    edge_id_vec_append(&cegar->path, path.at, path.count);
    path_release(&kept);
  } else {
    path_release(&cegar->inputs);
    cegar->inputs = kept;
  }
  edge_id_vec_release(&path);
  return found;
}

// Nobody knows whether an execution comes into the state that the path starts
// in.
static void tell_kept(const struct cegar *cegar, const struct procedure *kept,
                      struct strbuf *why) {
  strbuf_clear(why);
  strbuf_format(why,
                "it starts in `%s`, which is kept (--keep), in a state that "
                "its callers may not give it",
                name_text(cegar->component->program->names, kept->name));
}

static void conclude_feasible(struct cegar *cegar,
                              const struct edge_id_vec *edges) {
  struct strbuf why = {0};
  if (is_confirmed(cegar, edges, &why) || confirms_another(cegar)) {
    cegar_conclude(cegar, VERDICT_FALSE, NULL);
  } else {
    const struct procedure *kept =
        component_kept(cegar->component, edges->at[edges->count - 1]);
    if (kept)
      tell_kept(cegar, kept, &why);
    cegar_conclude(cegar, VERDICT_UNKNOWN,
                   "a path to the violation looks feasible, but ");
    strbuf_add(&cegar->reason, strbuf_text(&why));
  }
  strbuf_release(&why);
}

// An execution that the interpreter does not confirm decides nothing: it may
// rest on something that we do not model.
bool cegar_take_walk(struct cegar *cegar, const struct walk *walk) {
  for (uint32_t i = 0; i < walk->inputs.count; i++)
    path_input_vec_push(
        &cegar->inputs.inputs,
        (struct path_input){.step = walk->inputs.at[i].step,
                            .variable = walk->inputs.at[i].variable,
                            .term = walk_input_term(cegar->component->program,
                                                    &walk->inputs.at[i])});
  if (is_confirmed(cegar, &walk->path, NULL)) {
    cegar_conclude(cegar, VERDICT_FALSE, NULL);
    return true;
  }
  strbuf_clear(&cegar->oracle);
  path_input_vec_clear(&cegar->inputs.inputs);
  edge_id_vec_clear(&cegar->path);
  return false;
}

// Paths to targets that were decided before no longer count.
static bool is_still_wanted(const struct cegar *cegar,
                            const struct edge_id_vec *path) {
  const struct question *question = cegar->component->question;
  for (uint32_t i = 0; i + 1 < path->count; i++)
    if (!question_is_step(question, path->at[i]))
      return false;
  enum role last = question_role(question, path->at[path->count - 1]);
  return last == ROLE_VIOLATES || last == ROLE_UNSUPPORTED;
}

// Like a walk, a path that is not confirmed decides nothing.
bool cegar_take_path(struct cegar *cegar, const struct edge_id_vec *edges) {
  struct path path = {0};
  struct assignment *model = assignment_new(cegar->component->program->terms);
  path_execute(&path, cegar->component->effects, edges);
  bool is_taken = is_still_wanted(cegar, edges) &&
                  path_check(&path, cegar->solver, model, NULL) == ANSWER_SAT;
  if (is_taken) {
    struct confirm confirm = confirming(cegar);
    confirm_take(&confirm, &path, model);
    is_taken = is_confirmed(cegar, edges, NULL);
  }
  if (is_taken) {
    cegar_conclude(cegar, VERDICT_FALSE, NULL);
  } else {
    strbuf_clear(&cegar->oracle);
    path_input_vec_clear(&cegar->inputs.inputs);
    edge_id_vec_clear(&cegar->path);
  }
  assignment_free(model);
  path_release(&path);
  return is_taken;
}

void cegar_conclude_by_claims(struct cegar *cegar, enum proof_kind proof,
                              const struct term_vec *claims) {
  edge_id_vec_clear(&cegar->path); // it is not about one path
  cegar->proof = proof;
  if (has_unseen_call(cegar))
    return;
  if (!cegar->options.checks_proof || claims_are_valid(cegar, claims))
    cegar_conclude(cegar, VERDICT_TRUE, NULL);
}

// Nobody repeats such a proof: so many things were looked at.
static void conclude_unrepeated(struct cegar *cegar, enum proof_kind proof,
                                uint64_t count) {
  edge_id_vec_clear(&cegar->path);
  cegar->proof = proof;
  if (has_unseen_call(cegar))
    return;
  cegar->stats->abstract_states = count;
  cegar_conclude(cegar, VERDICT_TRUE, NULL);
}

void cegar_conclude_by_values(struct cegar *cegar, uint64_t states) {
  conclude_unrepeated(cegar, PROOF_VALUES, states);
}

void cegar_conclude_by_order(struct cegar *cegar, uint64_t turns) {
  conclude_unrepeated(cegar, PROOF_ORDER, turns);
}

void cegar_conclude_lost(struct cegar *cegar, enum answer answer) {
  const char *stopped = limits_reason(&cegar->options.limits);
  if (!stopped && cegar_has_spent(cegar))
    stopped = SPENT;
  if (stopped) // not about this path
    edge_id_vec_clear(&cegar->path);
  const char *reason = answer == ANSWER_UNKNOWN
                           ? "the solver gave up on a path"
                           : "no predicates found that exclude a path";
  cegar_conclude(cegar, VERDICT_UNKNOWN, stopped ? stopped : reason);
}

// The loop

static enum answer examine(struct cegar *cegar, const struct path *path,
                           struct assignment *model, struct u32_vec *core) {
  enum answer answer = path_check(path, cegar->solver, model, core);
  if (answer != ANSWER_UNKNOWN || poll_stops(cegar_poll(cegar)))
    return answer;
  uint64_t limit = solver_limit(cegar->solver);
  solver_set_limit(cegar->solver, PATIENT_UNITS);
  answer = path_check(path, cegar->solver, model, core);
  solver_set_limit(cegar->solver, limit);
  return answer;
}

// exclude_path, told.
static bool exclude(struct cegar *cegar, const struct edge_id_vec *edges,
                    const struct u32_vec *core) {
  struct seed_vec before = {0};
  if (cegar->options.story)
    cegar_predicates(cegar, &before);
  narrate_spurious(cegar, edges, core);
  bool goes_on = exclude_path(cegar, edges, core);
  narrate_added(cegar, &before);
  seed_vec_release(&before);
  return goes_on;
}

// True when the search goes on with a finer abstraction.
static bool refine(struct cegar *cegar, const struct edge_id_vec *edges) {
  tell_phase(cegar, "refining");
  struct path path = {0};
  struct u32_vec core = {0};
  struct assignment *model = assignment_new(cegar->component->program->terms);
  edge_id_vec_append(&cegar->path, edges->at, edges->count);
  path_execute(&path, cegar->component->effects, edges);
  enum answer answer = examine(cegar, &path, model, &core);
  bool goes_on = false;
  if (answer == ANSWER_SAT) {
    struct confirm confirm = confirming(cegar);
    confirm_take(&confirm, &path, model);
    conclude_feasible(cegar, edges);
  } else if (answer == ANSWER_UNSAT) {
    goes_on = exclude(cegar, edges, &core);
  } else if (!exclude_by_loops(cegar)) {
    cegar_conclude_lost(cegar, answer);
  }
  if (goes_on)
    edge_id_vec_clear(&cegar->path);
  else if (cegar->verdict == VERDICT_UNKNOWN && !cegar->path.count &&
           !limits_reason(&cegar->options.limits))
    edge_id_vec_append(&cegar->path, edges->at, edges->count);
  assignment_free(model);
  path_release(&path);
  u32_vec_release(&core);
  return goes_on;
}

// A fraction of a second, and beyond that as much as the search.
enum { BRIEF_IMAGES = 30000 };

static uint64_t images_of(const struct cegar *cegar) {
  return transfer_stats(cegar->transfer)->images;
}

// The finished proof with fewer predicates, to be found once more.
static bool shrink(struct cegar *cegar) {
  uint64_t images = images_of(cegar);
  struct shrink shrink = {
      .given = &cegar->refinement.given,
      .question = cegar->component->question,
      .table = cegar->table,
      .transfer = cegar->transfer,
      .solver = cegar->solver,
      .likely = &cegar->reasons,
      .trials = cegar->options.shrink_trials,
      .checks = cegar->options.shrink_trials,
      .images = cegar->options.shrinks_briefly ? BRIEF_IMAGES + images : 0,
      .poll = cegar_poll(cegar)};
  struct seed_vec seeds = {0};
  refinement_seeds(&cegar->refinement, &seeds);
  uint32_t before = seeds.count;
  struct path_vec paths = {0};
  for (uint32_t i = 1; i <= cegar->refinement.path_count; i++) {
    struct edge_id_vec path = {0};
    refinement_path(&cegar->refinement, i, &path);
    if (is_still_wanted(cegar, &path))
      path_vec_push(&paths, path);
    else
      edge_id_vec_release(&path);
  }
  uint32_t trials = shrink_run(&shrink, &seeds, &paths);
  for (uint32_t i = 0; i < paths.count; i++)
    edge_id_vec_release(&paths.at[i]);
  path_vec_release(&paths);
  log_line(cegar->options.log, 2, "check",
           "%u of %u predicates are needed (%u trials, %llu images after %llu)",
           seeds.count, before, trials,
           (unsigned long long)(images_of(cegar) - images),
           (unsigned long long)images);
  refinement_fix(&cegar->refinement, &seeds);
  seed_vec_release(&seeds);
  cegar->is_shrunk = true;
  return true;
}

static void log_iteration(const struct cegar *cegar, uint32_t predicates,
                          enum reach_outcome outcome) {
  log_line(cegar->options.log, 2, "check",
           "iteration %llu: %u predicates at locations, %s",
           (unsigned long long)cegar->stats->iterations, predicates,
           outcome == REACH_SAFE        ? "safe"
           : outcome == REACH_VIOLATION ? "a path to the violation"
                                        : "not finished");
}

// A smaller proof knows less about what cannot happen.
static void keep_unreached(struct cegar *cegar, const struct reach *reach) {
  uint32_t count = cegar->component->procedure->locations.count;
  for (uint32_t i = 1; i < count; i++)
    if (dd_is_false(reach_set(reach, (struct location_id){i})))
      bitset_add(&cegar->unreached, i);
}

// The abstraction may only seem to come to what we do not model: the path to an
// edge that was not looked at yet, if there is one.
static bool meets_unsupported(struct cegar *cegar, struct reach *reach,
                              struct edge_id_vec *path) {
  const struct edge_id_vec *edges = reach_unsupported(reach);
  for (uint32_t i = 0; i < edges->count; i++)
    if (!bitset_has(&cegar->pursued, edges->at[i].id)) {
      reach_trace_unsupported(reach, i);
      edge_id_vec_append(path, reach_path(reach)->at, reach_path(reach)->count);
      return true;
    }
  return false;
}

// True when the search goes on: without the path, or with the edge taken for
// one that is reached.
static bool pursue(struct cegar *cegar, const struct edge_id_vec *edges) {
  struct path path = {0};
  struct u32_vec core = {0};
  struct assignment *model = assignment_new(cegar->component->program->terms);
  path_execute(&path, cegar->component->effects, edges);
  bool goes_on = examine(cegar, &path, model, &core) == ANSWER_UNSAT &&
                 exclude(cegar, edges, &core);
  if (!goes_on && cegar->verdict == VERDICT_UNKNOWN &&
      !poll_stops(cegar_poll(cegar))) {
    strbuf_clear(&cegar->reason);
    edge_id_vec_clear(&cegar->path);
    bitset_add(&cegar->pursued, edges->at[edges->count - 1].id);
    goes_on = true;
  }
  assignment_free(model);
  path_release(&path);
  u32_vec_release(&core);
  return goes_on;
}

// Is there a way to the violation in the abstraction, or to something that we
// do not model? Without one the proof is kept, unless it is to be made smaller
// first.
static enum reach_outcome search(struct cegar *cegar, struct edge_id_vec *path,
                                 bool *shrinks) {
  struct precision *precision = refinement_precision(&cegar->refinement);
  uint32_t predicates = precision_total(precision);
  cegar->most_predicates = precision_most(precision);
  cegar->options.progress->iteration = cegar->stats->iterations;
  cegar->options.progress->predicates = predicates;
  cegar->options.progress->states = 0;
  tell_phase(cegar, "searching");
  transfer_set_precision(cegar->transfer, precision);
  struct reach *reach = reach_new(cegar->transfer, cegar->component->question);
  enum reach_outcome outcome = reach_run(reach, NULL, pause_of(cegar));
  log_iteration(cegar, predicates, outcome);
  if (outcome == REACH_VIOLATION)
    edge_id_vec_append(path, reach_path(reach)->at, reach_path(reach)->count);
  narrate_search(cegar, predicates, outcome, path);
  bool is_safe = outcome == REACH_SAFE;
  *shrinks = is_safe && !reach_unsupported(reach)->count &&
             cegar->options.shrink_trials && !cegar->is_shrunk;
  if (is_safe)
    keep_unreached(cegar, reach);
  bool pursues = is_safe && meets_unsupported(cegar, reach, path);
  if (is_safe && !*shrinks && !pursues) {
    conclude_safe(cegar, reach);
    if (cegar->precision) // of a search before this one
      precision_free(cegar->precision);
    cegar->precision = precision;
  }
  reach_free(reach);
  transfer_set_precision(cegar->transfer, NULL);
  if (cegar->precision != precision)
    precision_free(precision);
  return outcome;
}

// The search was cut short: by a limit, or for a look at the loops. True when
// it goes on.
static bool pause_search(struct cegar *cegar) {
  if (!poll_stops(cegar_poll(cegar)))
    return !exclude_by_loops(cegar);
  cegar_conclude(cegar, VERDICT_UNKNOWN, limits_reason(&cegar->options.limits));
  return false;
}

// One abstraction, checked. True when the search goes on.
static bool iterate(struct cegar *cegar) {
  struct edge_id_vec path = {0};
  bool shrinks, goes_on = false;
  cegar->stats->iterations++;
  switch (search(cegar, &path, &shrinks)) {
  case REACH_SAFE:
    goes_on = path.count ? pursue(cegar, &path) : shrinks && shrink(cegar);
    break;
  case REACH_VIOLATION: goes_on = refine(cegar, &path); break;
  case REACH_STOPPED: goes_on = pause_search(cegar); break;
  }
  edge_id_vec_release(&path);
  return goes_on;
}

static void run(struct cegar *cegar) {
  enum { ROUNDS_BEFORE_VALUES = 1 };
  cegar->first_check = cegar_checks(cegar);
  cegar->first_unit = solver_units(cegar->solver);
  cegar->first_step = cegar->steps;
  uint32_t rounds = 0;
  if (cegar->component_options->running) {
    cegar_by_modular(cegar);
    return;
  }
  if (cegar->component_options->counters) {
    if (cegar->options.order_units)
      cegar_by_order(cegar);
    else
      cegar_by_control(cegar);
    return;
  }
  while (iterate(cegar)) {
    if (++rounds == ROUNDS_BEFORE_VALUES && cegar->options.followed_values &&
        cegar_by_values(cegar))
      return;
    if (rounds == cegar->options.most_rounds) {
      cegar_conclude(cegar, VERDICT_UNKNOWN, "too many rounds of refinement");
      return;
    }
  }
}

void cegar_run(struct cegar *cegar) {
  run(cegar);
  if (cegar->verdict == VERDICT_UNKNOWN && !cegar->reason.length &&
      cegar_has_spent(cegar))
    strbuf_add(&cegar->reason, SPENT);
}
