#include "engine/engine.h"

#include "engine/certification.h"
#include "engine/witness.h"
#include "engine/internal.h"
#include "spec/syntax.h"
#include "system/process.h"

// Rows

static bool is_formula(const struct demand *demand) {
  enum goal_kind goal =
      demand->check ? demand->check->item->check.goal : GOAL_PROC;
  return goal == GOAL_LTL || goal == GOAL_CTL;
}

static bool is_bisimulation(const struct demand *demand) {
  return demand->check && demand->check->item->check.goal == GOAL_REFINES &&
         demand->check->item->check.refinement == REFINES_BISIMULATION;
}

// Formulas of functions have certificates of their own.
static bool accepts_certificate(const struct demand *demand,
                                struct strbuf *why) {
  const struct spec_check *check = demand->check;
  bool has_own = check && check->subject == SUBJECT_FUNCTION &&
                 (is_formula(demand) || is_bisimulation(demand));
  (void)why;
  has_own |= !check && demand->is_termination && !demand->has_threads;
  return demand->certificate && !has_own && !demand->beyond;
}

// A check of main, whatever its threads do.
static bool accepts_threaded_check(const struct demand *demand) {
  enum goal_kind goal = demand->check->item->check.goal;
  return demand->check->subject == SUBJECT_FUNCTION && demand->checks_main &&
         !is_bisimulation(demand) &&
         (goal == GOAL_REFINES || goal == GOAL_UNREACHABLE ||
          goal == GOAL_ASSERTIONS);
}

static bool accepts_witness(const struct demand *demand, struct strbuf *why) {
  (void)why;
  return demand->has_witness && !demand->check && !demand->beyond;
}

static bool accepts_threads(const struct demand *demand, struct strbuf *why) {
  (void)why;
  if (!demand->has_threads || demand->component.kept)
    return false;
  return demand->check ? accepts_threaded_check(demand)
                       : !demand->beyond && !demand->is_termination &&
                             demand->component.starts_program;
}

static bool accepts_termination(const struct demand *demand,
                                struct strbuf *why) {
  bool is_asked = !demand->check && demand->is_termination;
  if (is_asked && demand->component.kept)
    strbuf_add(why, "termination where functions are kept (--keep)");
  return is_asked && !demand->component.kept;
}

static bool accepts_exact(const struct demand *demand, struct strbuf *why) {
  (void)why;
  return demand->is_exact && !demand->check && !demand->beyond &&
         !demand->has_threads && !demand->component.kept;
}

static bool accepts_summaries(const struct demand *demand, struct strbuf *why) {
  const struct component_options *component = &demand->component;
  if (!demand->has_summaries || demand->check || demand->beyond ||
      demand->is_termination || demand->has_threads)
    return false;
  bool asks_memory = target_rules_ask_memory(&component->rules) ||
                     component->rules.checks_leaks ||
                     component->rules.checks_lost;
  if (asks_memory)
    strbuf_add(why, "summaries do not tell whether accesses to memory are "
                    "valid");
  return !asks_memory;
}

static bool accepts_assertions(const struct demand *demand,
                               struct strbuf *why) {
  if (!demand->check && demand->beyond)
    strbuf_add(why, demand->beyond);
  return !demand->check && !demand->beyond && !demand->is_termination &&
         !(demand->has_summaries && why->length);
}

static bool is_about(const struct demand *demand, enum subject_kind subject) {
  return demand->check && demand->check->subject == subject;
}

static bool accepts_formula(const struct demand *demand, struct strbuf *why) {
  (void)why;
  return is_formula(demand);
}

static bool accepts_function(const struct demand *demand, struct strbuf *why) {
  if (!is_about(demand, SUBJECT_FUNCTION) || is_bisimulation(demand))
    return false;
  bool has_threads = demand->has_threads && demand->checks_main;
  if (has_threads)
    strbuf_format(why, "%s of a program with threads",
                  demand->component.kept ? "functions that are kept (--keep)"
                                         : "the procedure abstraction");
  return !has_threads;
}

static bool accepts_bisimulation(const struct demand *demand,
                                 struct strbuf *why) {
  bool is_asked = is_bisimulation(demand) && !is_about(demand, SUBJECT_PROCESS);
  if (is_asked && demand->has_threads && demand->checks_main)
    strbuf_add(why, "bisimulation of a program with threads");
  else if (is_asked && demand->component.kept)
    strbuf_add(why, "bisimulation where functions are kept (--keep)");
  return is_asked && !why->length;
}

static bool accepts_system(const struct demand *demand, struct strbuf *why) {
  bool is_system = is_about(demand, SUBJECT_SYSTEM) && !is_formula(demand) &&
                   !is_bisimulation(demand);
  if (is_system && demand->component.kept)
    strbuf_add(why, "functions are not kept (--keep) in systems");
  return is_system && !demand->component.kept;
}

static bool accepts_process(const struct demand *demand, struct strbuf *why) {
  if (!is_about(demand, SUBJECT_PROCESS))
    return false;
  enum goal_kind goal = demand->check->item->check.goal;
  bool is_known = goal == GOAL_REFINES || goal == GOAL_DEADLOCK_FREE;
  if (!is_known)
    strbuf_add(why, "there is no such check of processes");
  return is_known;
}

static void run_process(struct engine_context *context,
                        const struct demand *demand, struct result *result) {
  (void)context;
  process_check(demand->spec, demand->check, result);
}

static const struct engine engines[] = {
    {"certificates", accepts_certificate, run_certification},
    {"witnesses", accepts_witness, run_witness},
    {"threads", accepts_threads, run_threads},
    {"termination", accepts_termination, run_termination},
    {"exact", accepts_exact, run_exact},
    {"summaries", accepts_summaries, run_summaries},
    {"assertions", accepts_assertions, run_assertions},
    {"formulas", accepts_formula, run_formula},
    {"bisimulation", accepts_bisimulation, run_bisimulation},
    {"conformance", accepts_function, run_conformance},
    {"systems", accepts_system, run_system},
    {"processes", accepts_process, run_process}};

const struct engine *engine_for(const struct demand *demand,
                                struct strbuf *why) {
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (engines[i].accepts(demand, why))
      return &engines[i];
  return NULL;
}

// A search that had part of the time may leave rows without a word: whoever
// would have gone on found that there was no time for it.
static void say_why(const struct engine_context *context,
                    struct result *result) {
  const char *over = limits_reason(&context->limits);
  const char *why = over ? over : "timeout";
  if (result->verdict != VERDICT_UNKNOWN || result->reason.length)
    return;
  strbuf_add(&result->reason, why);
  for (uint32_t i = 0; i < result->rows.count; i++)
    if (result->rows.at[i].status == ROW_UNKNOWN &&
        name_is_none(result->rows.at[i].reason))
      result->rows.at[i].reason = intern(result->names, why);
}

void engine_answer(struct engine_context *context, const struct demand *demand,
                   struct result *result) {
  struct strbuf why = {0};
  const struct engine *engine = engine_for(demand, &why);
  result->verdict = VERDICT_UNKNOWN;
  context->story = &result->story;
  if (engine)
    engine->run(context, demand, result);
  else
    refuse(result, strbuf_text(&why));
  say_why(context, result);
  strbuf_release(&why);
}

// What they share

void refuse(struct result *result, const char *why) {
  result->verdict = VERDICT_UNKNOWN;
  strbuf_add(&result->reason, why);
}

uint32_t depth_limit(const struct engine_context *context) {
  return (uint32_t)context->options->recursion;
}

uint32_t depth_for_once(const struct engine_context *context) {
  enum { MODERATE_DEPTH = 10 };
  uint32_t most = depth_limit(context);
  return most < MODERATE_DEPTH ? most : MODERATE_DEPTH;
}

// A proof that a component conforms is made smaller unless we are told what to
// do; simulation is decided on the abstraction, which is better left as it is.
static bool shrinks_unasked(const struct options *options,
                            const struct conformance *conformance) {
  return options->shrink < 0 && conformance &&
         !conformance->is_nondeterministic &&
         options->minimise == MINIMISE_OURS;
}

static struct control_options control_options(const struct options *options) {
  enum { ABSTRACTION_CARTESIAN = 5, PREFERS_CONTROL = 1, BATCH = 20 };
  enum control_mode mode = (enum control_mode)options->control;
  uint32_t paths = mode == CONTROL_MONOTONIC ? 1 : BATCH;
  return (struct control_options){
      .mode = mode,
      .is_cartesian = options->abstraction == ABSTRACTION_CARTESIAN,
      .prefers_control = options->prefer == PREFERS_CONTROL,
      .most_paths = options->batch ? (uint32_t)options->batch : paths};
}

struct cegar_options search_options(const struct engine_context *context,
                                    const struct conformance *conformance) {
  enum { TRIALS = 1000 };
  const struct options *options = context->options;
  bool is_brief = shrinks_unasked(options, conformance);
  return (struct cegar_options){
      .limits = context->limits,
      .solver = context->solver,
      .checks_proof = options->check_proof || options->check_proof_cvc5,
      .asks_cvc5 = options->check_proof_cvc5,
      .keeps_formulas = options->certificate,
      .keeps_invariants = options->json || options->html || options->witness,
      .shrink_trials = is_brief              ? TRIALS
                       : options->shrink > 0 ? (uint32_t)options->shrink
                                             : 0,
      .shrinks_briefly = is_brief,
      .minimise = {.mode = (enum minimise_mode)options->minimise,
                   .most_subsets = (uint32_t)options->max_subsets,
                   .most_eliminating = (uint32_t)options->max_eliminating},
      .former = context->former,
      .control = control_options(options),
      .progress = context->progress,
      .log = context->log,
      .story = options->json || options->html ? context->story : NULL};
}

void search_begin(const struct engine_context *context, struct solver *solver) {
  solver_set_dump(solver, context->options->dump_queries);
  context->progress->running = solver;
}

void search_end(const struct engine_context *context, struct solver *solver,
                uint64_t start_ms) {
  const struct solver_counts *counts = solver_counts(solver);
  context->progress->running = NULL;
  context->stats->check_ms += stats_now_ms() - start_ms;
  for (int i = 0; i < PURPOSE_COUNT; i++) {
    context->stats->solver_checks += counts->checks[i];
    if (counts->checks[i])
      log_line(context->log, 2, "check", "solver: %llu checks for %s, %llu ms",
               (unsigned long long)counts->checks[i], purpose_name(i),
               (unsigned long long)counts->microseconds[i] / 1000);
  }
}
