// The code of a part against a specification: does it perform a trace or an
// action, and nothing but what its LTS does?
#include <stdlib.h>

#include "base/memory.h"
#include "cegar/record.h"
#include "lts/contract.h"
#include "lts/determinise.h"
#include "lts/transform.h"
#include "system/part.h"

// Predicates that exclude one trace after the other, or one path after the
// other, may go on for ever where something holds in every round of a loop:
// after some of them that is looked for. Tracked, it does not add to the
// states, for it always holds. In large components it costs more, and the
// reason is seldom there.
enum {
  MOST_TRACES = 4,
  MOST_ROUNDS = 12,
  LARGE_EDGES = 250,
  LARGE_PATIENCE = 8
};

static uint32_t patience(const struct part *part, uint32_t rounds) {
  bool is_large = part->behaviour.procedure->edges.count > LARGE_EDGES;
  return is_large ? LARGE_PATIENCE * rounds : rounds;
}

static void run_free(struct part_run *run) {
  cegar_release(&run->cegar);
  component_release(&run->component);
  lts_free(run->allowed);
  lts_action_vec_release(&run->trace);
  free(run);
}

void part_forget_run(struct part *part) {
  if (part->run)
    run_free(part->run);
  part->run = NULL;
}

static struct check_target claim_of(const struct part *part) {
  return (struct check_target){
      .kind = TARGET_CONFORMANCE,
      .procedure = part->options.entry,
      .text = intern(part->program->names, "performs a trace")};
}

// The component against a specification, which the run owns.
static struct part_run *run_new(struct part *part, struct lts *allowed,
                                bool skips_unsupported,
                                const struct cegar_options *options,
                                struct stats *stats, struct strbuf *why) {
  struct part_run *run = memory_new_zero(1, sizeof *run);
  run->allowed = allowed;
  run->specification = part->labels;
  run->specification.systems = &run->allowed;
  run->specification.count = 1;
  run->options = part->options;
  run->options.specification = &run->specification;
  run->options.claim = claim_of(part);
  run->options.skips_unsupported = skips_unsupported;
  run->options.rules.checks_specification = true;
  if (!component_join(&run->component, &part->behaviour, &run->options, why)) {
    component_release(&run->component);
    lts_free(run->allowed);
    free(run);
    return NULL;
  }
  struct cegar_options inner = *options;
  inner.dd = part->dd;
  inner.solver = part->solver;
  inner.by_predicates = true;
  inner.most_rounds = part->has_learnt ? 0 : patience(part, MOST_ROUNDS);
  inner.shrink_trials = 0;
  inner.who = part->name;
  cegar_init(&run->cegar, &run->component, &run->options, &inner, stats);
  seed_vec_append(&run->cegar.refinement.extra, part->seeds.at,
                  part->seeds.count);
  return run;
}

// ---- Performing a trace -----------------------------------------------------

static bool ends_waiting(const struct part *part,
                         const struct lts_action_vec *trace) {
  return bitset_has(&part->waits, trace->at[trace->count - 1].id);
}

// Waiting before the last action of the trace is not looked at. Returns always
// are, for what is returned is never outside an alphabet (monitor.h).
static struct lts *everything_but(const struct part *part,
                                  const struct lts_action_vec *trace) {
  struct bitset alphabet = {0};
  bitset_copy(&alphabet, &part->visible);
  bitset_subtract(&alphabet, &part->waits);
  for (uint32_t i = 0; i < part->labels.cases.count; i++)
    bitset_add(&alphabet, part->labels.cases.at[i].action.id);
  bool waits = ends_waiting(part, trace);
  if (waits)
    bitset_add(&alphabet, trace->at[trace->count - 1].id);
  struct lts *lts =
      lts_all_but(part->labels.weaving->spec->actions, trace, &alphabet, waits);
  bitset_release(&alphabet);
  return lts;
}

static void take_seeds(struct part *part, const struct cegar *cegar) {
  seed_vec_clear(&part->seeds);
  refinement_seeds(&cegar->refinement, &part->seeds);
}

// Of a finite component an execution is found without predicates. False when
// there is none, or it cannot be replayed.
static bool run_by_values(struct part_run *run, uint32_t states) {
  struct finite finite;
  struct finite_limits limits = {.states = states,
                                 .steps = 5 * PART_VALUE_STEP_LIMIT /
                                          PART_VALUE_LIMIT * (uint64_t)states};
  struct walk walk = {0};
  finite_init(&finite, run->component.question);
  bool found = finite_find(&finite, &limits, &walk) &&
               cegar_take_walk(&run->cegar, &walk);
  walk_release(&walk);
  finite_release(&finite);
  return found;
}

// The run is that of the code against everything but the trace.
static enum part_answer conclude_run(struct part *part, struct part_run *run,
                                     const struct cegar_options *options,
                                     struct strbuf *why) {
  if (run->cegar.verdict == VERDICT_FALSE) {
    part_forget_run(part);
    part->run = run;
    return PART_CAN;
  }
  bool is_excluded = run->cegar.verdict == VERDICT_TRUE;
  if (is_excluded)
    take_seeds(part, &run->cegar);
  else
    strbuf_add(why, strbuf_text(&run->cegar.reason));
  run_free(run);
  if (is_excluded && !part->has_learnt &&
      ++part->exclusions == patience(part, MOST_TRACES))
    part_learn_loops(part, options);
  return is_excluded ? PART_CANNOT : PART_UNKNOWN;
}

enum part_answer part_performs(struct part *part,
                               const struct lts_action_vec *trace,
                               const struct cegar_options *options,
                               struct stats *stats, struct strbuf *why) {
  if (part->run && trace_equal(&part->run->trace, trace))
    return PART_CAN;
  part_enter(part);
  struct part_run *run =
      run_new(part, everything_but(part, trace), true, options, stats, why);
  if (!run)
    return PART_UNKNOWN;
  lts_action_vec_append(&run->trace, trace->at, trace->count);
  if ((!part->is_finite && !part->followed) ||
      !run_by_values(run, 2 * PART_VALUE_LIMIT))
    cegar_run(&run->cegar);
  if (run->cegar.verdict != VERDICT_UNKNOWN || part->has_learnt ||
      limits_reason(&options->limits))
    return conclude_run(part, run, options, why);
  run_free(run);
  part_learn_loops(part, options);
  return part_performs(part, trace, options, stats, why);
}

// ---- Performing an action ---------------------------------------------------

// Rounds of refinement that the question is worth.
enum { ACTION_ROUNDS = 60 };

// Whatever is returned.
static struct lts *everything_else(const struct part *part,
                                   struct action action) {
  struct lts_builder builder;
  lts_builder_init(&builder, part->labels.weaving->spec->actions);
  uint32_t state = lts_builder_state(&builder);
  lts_builder_alphabet(&builder, action);
  for (uint32_t i = 0; i < part->labels.cases.count; i++)
    lts_builder_step(&builder, state, part->labels.cases.at[i].action, state);
  return lts_builder_finish(&builder);
}

static void take_performed(const struct part_run *run, struct bitset *into) {
  const struct edge_id_vec *path = &run->cegar.path;
  for (uint32_t i = 0; i < path->count; i++)
    bitset_add(into, run->component.product.actions.at[path->at[i].id]);
}

static bool has_unsupported(const struct part *part) {
  for (uint32_t i = 1; i < part->behaviour.procedure->edges.count; i++)
    if (part->behaviour.effects->at[i].kind == EFFECT_UNSUPPORTED)
      return true;
  return false;
}

static enum part_answer ask_for(struct part *part, struct action action,
                                bool skips_unsupported,
                                const struct cegar_options *options,
                                struct stats *stats, struct bitset *performed) {
  struct strbuf why = {0};
  enum part_answer answer = PART_UNKNOWN;
  part_enter(part);
  struct part_run *run = run_new(part, everything_else(part, action),
                                 skips_unsupported, options, stats, &why);
  strbuf_release(&why);
  if (!run)
    return answer;
  run->cegar.options.by_predicates = false;
  run->cegar.options.most_rounds = ACTION_ROUNDS;
  if ((!part->is_finite && !part->followed) ||
      !run_by_values(run, PART_VALUE_LIMIT / 10))
    cegar_run(&run->cegar);
  if (run->cegar.verdict == VERDICT_TRUE)
    answer = PART_CANNOT;
  if (run->cegar.verdict == VERDICT_FALSE) {
    take_performed(run, performed);
    answer = PART_CAN;
  }
  run_free(run);
  return answer;
}

// An execution counts wherever else something is that we do not model; a proof
// must not rest on what it leaves out.
enum part_answer part_performs_action(struct part *part, struct action action,
                                      const struct cegar_options *options,
                                      struct stats *stats,
                                      struct bitset *performed) {
  enum part_answer answer =
      ask_for(part, action, true, options, stats, performed);
  return answer == PART_CANNOT && has_unsupported(part)
             ? ask_for(part, action, false, options, stats, performed)
             : answer;
}

// ---- Rechecking -------------------------------------------------------------

static void allow(struct lts_builder *builder, const struct lts *lts,
                  struct action action) {
  for (uint32_t s = 0; s < lts->state_count; s++)
    lts_builder_step(builder, s, action, s);
}

// What the LTS allows, as the code does it: waiting is a mark on the way, and
// not the end of it; returns that nobody knows are for free; what is never
// performed is forbidden.
static struct lts *allowed_by(const struct part *part, const struct lts *lts) {
  struct lts_builder builder;
  lts_builder_init(&builder, part->labels.weaving->spec->actions);
  lts_builder_states(&builder, lts->state_count);
  lts_builder_initial(&builder, lts->initial);
  for (uint32_t s = 0; s < lts->state_count; s++) {
    struct lts_step_range steps = lts_steps(lts, s);
    for (const struct lts_step *step = steps.begin; step < steps.end; step++)
      if (!bitset_has(&part->never, step->action.id))
        lts_builder_step(
            &builder, s, step->action,
            bitset_has(&part->waits, step->action.id) ? s : step->target);
  }
  for (uint32_t i = 0; i < part->labels.cases.count; i++)
    if (!bitset_has(&lts->alphabet, part->labels.cases.at[i].action.id))
      allow(&builder, lts, part->labels.cases.at[i].action);
  BITSET_EACH (a, &lts->alphabet)
    lts_builder_alphabet(&builder, (struct action){a});
  BITSET_EACH (a, &part->never)
    lts_builder_alphabet(&builder, (struct action){a});
  return lts_builder_finish(&builder);
}

// The same traces, each to one state; null when these are too many.
static struct lts *make_single(const struct lts *lts) {
  struct lts *small =
      lts_contract(lts, &lts->alphabet, LTS_WEAK_TRACE, lts->state_count);
  struct lts *single = lts_determinise(small, true, RECHECK_STATE_LIMIT);
  lts_free(small);
  return single;
}

enum part_recheck part_recheck(struct part *part, const struct lts *lts,
                               const struct cegar_options *options,
                               struct stats *stats) {
  struct lts *single = NULL;
  if (!part->is_finite && !part->followed &&
      !lts_has_action(part->lts, part->unsupported))
    single = make_single(lts);
  if (!single)
    return PART_TRUSTED;
  part_enter(part);
  struct strbuf why = {0};
  struct part_run *run =
      run_new(part, allowed_by(part, single), false, options, stats, &why);
  enum part_recheck outcome = PART_TRUSTED;
  if (run) {
    cegar_run(&run->cegar);
    if (run->cegar.verdict != VERDICT_UNKNOWN)
      outcome =
          run->cegar.verdict == VERDICT_TRUE ? PART_RECHECKED : PART_REFUTED;
    run_free(run);
  }
  strbuf_release(&why);
  lts_free(single);
  return outcome;
}

// ---- For a certificate ------------------------------------------------------

// Of a component whose values are few these are what is proved.
static void prove(const struct part *part, struct cegar *cegar) {
  enum { MOST_VALUES = 2 * PART_SMALL };
  if (!part->is_finite || !cegar_follow_values(cegar, MOST_VALUES))
    cegar_run(cegar);
}

// It is claimed, too, that the component never comes to where it would wait for
// what it was found never to perform.
static struct lts *claim_of_marks(const struct part *part,
                                  struct lts *allowed) {
  const struct wait_vec *waits = &part->labels.weaving->waits;
  struct bitset marks = {0};
  for (uint32_t i = 0; i < waits->count; i++)
    if (bitset_intersects(&waits->at[i].offer, &part->left_out))
      bitset_add(&marks, waits->at[i].action.id);
  struct lts *extended = lts_extend(allowed, &marks);
  bitset_release(&marks);
  lts_free(allowed);
  return extended;
}

struct lts *part_claim(struct part *part, const struct lts *lts,
                       const struct cegar_options *options, struct stats *stats,
                       struct proof *into) {
  struct lts *single = make_single(lts);
  struct lts *claimed = NULL;
  if (!single)
    return NULL;
  part_enter(part);
  struct strbuf why = {0};
  struct lts *allowed = claim_of_marks(part, allowed_by(part, single));
  struct part_run *run = run_new(part, allowed, false, options, stats, &why);
  if (run) {
    run->cegar.options.most_rounds = 0;
    prove(part, &run->cegar);
    if (run->cegar.verdict == VERDICT_TRUE) {
      record_proof(&run->cegar, into);
      claimed = lts_copy(run->allowed);
    }
    run_free(run);
  }
  strbuf_release(&why);
  lts_free(single);
  return claimed;
}
