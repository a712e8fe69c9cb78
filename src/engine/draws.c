// Violations that are easy to come by, in a function that starts alone: it is
// run from states that are drawn by chance (confirm/drawn.h), before anything
// else is tried.
//
// What a removed check lets through is often near: a null pointer, an
// allocation that fails, a length of zero. The interpreter takes a state for a
// few thousandths of a second, and whatever stands in the way of an answer in
// general, recursion, unions, long loops, is no trouble for it. Rows that are
// violated so are decided; the search goes on for the others.
//
// It can take long until there is a component to be searched; so such runs come
// before it is built, of a draft of their own, from objects that are single
// ones. Once it is built a few come from its own entry states, which know of
// more arrays.
//
// A run counts only if nothing on its way was guessed (confirm/doubt.h).
#include "engine/internal.h"

#include "cegar/record.h"
#include "cegar/survey.h"
#include "confirm/breeding.h"
#include "confirm/drawn.h"
#include "confirm/replay.h"
#include "program/callgraph.h"
#include "program/draft.h"

enum {
  STEPS_OF_A_DRAW = 20000,
  STEPS_OF_DRAWS = 2000000,
  STALE_DRAWS = 60, // after so many that came nowhere new, it is enough
};

// How many states of each care are drawn, and how many are made of those that
// came somewhere new, at most.
static const struct draw_stage {
  enum drawn_care care;
  uint32_t fresh, bred;
} stages[] = {
    {DRAWN_USUAL, 40, 300}, {DRAWN_NULLS, 70, 100}, {DRAWN_ANY, 30, 60}};

static bool has_array(const struct program *program,
                      const struct operation *havoc) {
  bool found = false;
  for (uint32_t i = 0; i < havoc->havoc.count && !found; i++) {
    struct term target = program_term(program, havoc->havoc.targets[i]);
    found = sort_is_array(term_sort(program->terms, target));
  }
  return found;
}

// Is an array approximated? A run does not tell that it came there.
static bool has_approximations(const struct program *program) {
  bool found = false;
  for (uint32_t i = 1; i < program->procedures.count && !found; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    for (uint32_t k = 1; k < procedure->edges.count && !found; k++) {
      const struct operation *op = &procedure->edges.at[k].op;
      found = op->kind == OPERATION_HAVOC &&
              op->havoc.origin == ORIGIN_APPROXIMATION &&
              has_array(program, op);
    }
  }
  return found;
}

static bool is_about_function(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return !inquiry->is_repeated && !options->starts_program &&
         options->entry.id && !options->threaded && !options->kept &&
         !options->adopts && !options->promises && !options->is_task &&
         !options->is_temporal && !options->has_threads &&
         options->rules.leaks == LEAKS_ALLOWED;
}

// Is it known where something is required of callers? A drawn state need not be
// one that they make.
static bool knows_required(const struct inquiry *inquiry) {
  return !inquiry->program->starting.is_required ||
         inquiry->behaviour.plain.removal.procedure;
}

// May runs from drawn states tell anything?
static bool may_draw(const struct inquiry *inquiry) {
  return is_about_function(inquiry) && inquiry->component.targets.count &&
         knows_required(inquiry) && !has_approximations(inquiry->program);
}

// Whether the run does what a specification forbids is said by the one that
// confirms it, which has no limit: one that has not ended here is not asked.
// Nor is one that a routine ended because a stream is not open, say: what is
// given is what it should be, and drawn bytes are not that.
static bool is_violated(const struct inquiry *inquiry,
                        const struct check_target *target,
                        const struct run_result *run) {
  bool is_bad =
      run->outcome == OUTCOME_UNDEFINED || run->outcome == OUTCOME_ASSERTION;
  if (target->kind == TARGET_LOST) // keep_lost
    return false;
  if (removal_requires(&inquiry->behaviour.plain.removal, target->position))
    return false;
  if (target->kind == TARGET_CONFORMANCE)
    return is_bad || run->outcome == OUTCOME_EXIT;
  return (is_bad && !run->is_refusal &&
          replay_violates(&inquiry->options, target, run) &&
          target->position.column == run->position.column);
}

static void conclude(struct inquiry *inquiry, struct check_target *target,
                     struct execution *execution, const struct strbuf *oracle) {
  struct result *result = inquiry->result;
  struct engine_context *context = inquiry->context;
  uint32_t first = result->executions.count;
  survey_note_failure(target, &inquiry->options, context->names, execution);
  record_run(inquiry->program, execution, oracle, &result->executions);
  result->executions.at[first].row =
      (uint32_t)(target - inquiry->component.targets.at);
  if (inquiry->component.procedure)
    component_retire(&inquiry->component, target);
  targets_rows(&inquiry->component.targets, inquiry->program, &result->rows);
  if (context->learnt)
    context->learnt(context->observer, result, first);
}

// The run violates the target, if the interpreter says so once more.
static bool take(struct inquiry *inquiry, struct check_target *target,
                 const struct strbuf *oracle) {
  struct execution execution = {0};
  bool is_confirmed =
      replay_confirms(&inquiry->component, &inquiry->options, target, oracle,
                      &execution, &inquiry->context->stats->steps);
  if (is_confirmed)
    conclude(inquiry, target, &execution, oracle);
  execution_release(&execution);
  return is_confirmed;
}

static bool take_any(struct inquiry *inquiry, const struct run_result *run,
                     const struct strbuf *oracle) {
  struct check_target_vec *targets = &inquiry->component.targets;
  bool found = false;
  for (uint32_t i = 0; i < targets->count && !found; i++)
    found = targets->at[i].status == ROW_OPEN &&
            is_violated(inquiry, &targets->at[i], run) &&
            take(inquiry, &targets->at[i], oracle);
  return found;
}

// What is under way.
struct draws {
  struct inquiry *inquiry;
  struct drawn drawn;
  struct breeding breeding;
  uint64_t steps;
  uint32_t runs;
  uint32_t found;     // rows
  bool is_early;      // before anything is built
  struct strbuf lost; // the state in which the nearest block is lost, so far
  unsigned lost_depth;
};

// What lies far from what the function is given, few callers have so: of the
// executions that lose something the nearest is told.
static void keep_lost(struct draws *draws, const struct run_result *run,
                      const struct strbuf *oracle) {
  if (run->outcome != OUTCOME_UNDEFINED || run->reason != UNDEFINED_LOST ||
      (draws->lost.length && run->depth >= draws->lost_depth))
    return;
  draws->lost_depth = run->depth;
  strbuf_clear(&draws->lost);
  strbuf_add(&draws->lost, strbuf_text(oracle));
}

static void take_lost(struct draws *draws) {
  struct check_target_vec *targets = &draws->inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count && draws->lost.length; i++)
    if (targets->at[i].kind == TARGET_LOST && targets->at[i].status == ROW_OPEN)
      draws->found += take(draws->inquiry, &targets->at[i], &draws->lost);
  strbuf_release(&draws->lost);
}

// One state. True when its run came somewhere new.
static bool draw(struct draws *draws, const struct drawn_plan *plan) {
  struct inquiry *inquiry = draws->inquiry;
  struct follower follower = breeding_follower(&draws->breeding);
  struct drawn_number_vec numbers = {0};
  struct strbuf oracle = {0};
  struct run_result run;
  drawn_write(&draws->drawn, plan, &numbers, &oracle);
  breeding_begin(&draws->breeding);
  replay_draw(inquiry->program, &inquiry->options, strbuf_text(&oracle), 0,
              STEPS_OF_A_DRAW, &follower, NULL, &run);
  draws->steps += run.steps;
  draws->runs++;
  bool is_new = breeding_end(&draws->breeding, plan, &numbers, run.allocations);
  log_line(inquiry->context->log, 3, "check",
           "drawn state %u (%llu, %d%s): line %u: %s%s%s", draws->runs,
           (unsigned long long)plan->seed, plan->care,
           plan->failing ? ", an allocation fails" : "", run.position.line,
           run.message.length ? strbuf_text(&run.message) : "ends",
           run.has_guessed ? " (guessed)" : "", is_new ? " (new)" : "");
  bool counts = !run.has_approximated && !run.has_guessed;
  if (counts)
    keep_lost(draws, &run, &oracle);
  if (counts && take_any(inquiry, &run, &oracle))
    draws->found++;
  run_result_release(&run);
  strbuf_release(&oracle);
  drawn_number_vec_release(&numbers);
  return is_new;
}

static bool has_open(const struct inquiry *inquiry) {
  const struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == ROW_OPEN)
      return true;
  return false;
}

// What only such runs look for.
static void give_up_lost(struct inquiry *inquiry) {
  struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].kind == TARGET_LOST &&
        targets->at[i].status == ROW_OPEN) {
      targets->at[i].status = ROW_UNKNOWN;
      targets->at[i].reason =
          intern(inquiry->context->names,
                 "only runs from drawn states look for it, and none did so");
    }
}

static bool goes_on(const struct draws *draws) {
  struct inquiry *inquiry = draws->inquiry;
  return has_open(inquiry) &&
         !(draws->found && inquiry->context->options->first) &&
         draws->steps < STEPS_OF_DRAWS &&
         !poll_stops(limits_poll(&inquiry->context->limits));
}

// States that are made of others, until that leads nowhere.
static void breed(struct draws *draws, const struct draw_stage *stage) {
  enum { FEWER = 8 };
  uint32_t stale = 0, most = stage->bred / (draws->is_early ? 1 : FEWER);
  for (uint32_t i = 0; i < most && stale < STALE_DRAWS && goes_on(draws); i++) {
    struct drawn_plan plan = {0};
    if (!breeding_next(&draws->breeding, &plan))
      return;
    plan.care = stage->care;
    stale = draw(draws, &plan) ? 0 : stale + 1;
    drawn_plan_release(&plan);
  }
}

static void try_stages(struct draws *draws) {
  uint64_t seed = 1;
  for (size_t k = 0; k < sizeof stages / sizeof *stages; k++) {
    for (uint32_t i = 0; i < stages[k].fresh && goes_on(draws); i++) {
      struct drawn_plan plan = {.seed = seed++, .care = stages[k].care};
      draw(draws, &plan);
    }
    breed(draws, &stages[k]);
  }
}

static bool try_states(struct inquiry *inquiry, bool is_early) {
  struct engine_context *context = inquiry->context;
  struct draws draws = {.inquiry = inquiry, .is_early = is_early};
  uint64_t start_ms = stats_cpu_ms();
  context->progress->phase = "running from states drawn by chance";
  drawn_init(&draws.drawn, inquiry->program, &inquiry->behaviour,
             inquiry->options.entry);
  breeding_init(&draws.breeding, &draws.drawn);
  try_stages(&draws);
  take_lost(&draws);
  breeding_release(&draws.breeding);
  drawn_release(&draws.drawn);
  log_line(context->log, 2, "check",
           "runs from states drawn by chance: %u, %llu steps, %llu ms: %u rows "
           "violated",
           draws.runs, (unsigned long long)draws.steps,
           (unsigned long long)(stats_cpu_ms() - start_ms), draws.found);
  return has_open(inquiry) && !(draws.found && context->options->first);
}

bool inquiry_draws(struct inquiry *inquiry) {
  bool goes_on = !may_draw(inquiry) || try_states(inquiry, false);
  give_up_lost(inquiry);
  return goes_on && (!inquiry->component.targets.count || has_open(inquiry));
}

// ---- Before anything is built -----------------------------------------------

// The rows that were violated, in the order of their executions.
static void keep_violated(struct inquiry *inquiry,
                          const struct check_target_vec *targets) {
  const struct execution_vec *executions = &inquiry->result->executions;
  for (uint32_t i = 0; i < executions->count; i++)
    check_target_vec_push(&inquiry->violated,
                          targets->at[executions->at[i].row]);
}

void inquiry_draw_early(struct inquiry *inquiry) {
  struct inquiry early = {.context = inquiry->context,
                          .demand = inquiry->demand,
                          .options = inquiry->options,
                          .result = inquiry->result};
  struct procedure_id entry = inquiry->options.entry;
  if (!is_about_function(inquiry) || inquiry->result->executions.count ||
      inquiry->is_drawn)
    return;
  inquiry->is_drawn = true;
  early.program = program_draft(inquiry->context->program);
  early.component.program = early.program;
  early.component.behaviour = &early.behaviour;
  // The runs themselves tell what is lost, and do not watch for it.
  if (early.options.rules.checks_lost)
    early.options.rules.checks_leaks = false;
  behaviour_prepare(early.program, &early.options);
  plain_component_resolve(early.program, entry, true);
  component_collect(early.program, &early.options, &early.component.targets);
  if (may_draw(&early))
    try_states(&early, true);
  keep_violated(inquiry, &early.component.targets);
  check_target_vec_release(&early.component.targets);
  program_free(early.program);
}

static bool is_same(const struct check_target *a,
                    const struct check_target *b) {
  return a->kind == b->kind && a->procedure.id == b->procedure.id &&
         a->position.line == b->position.line &&
         a->position.column == b->position.column &&
         name_equal(a->position.file, b->position.file) &&
         name_equal(a->text, b->text);
}

void inquiry_take_early(struct inquiry *inquiry,
                        struct check_target_vec *targets) {
  for (uint32_t i = 0; i < inquiry->violated.count; i++) {
    const struct check_target *known = &inquiry->violated.at[i];
    uint32_t k = 0;
    while (k < targets->count && !is_same(&targets->at[k], known))
      k++;
    if (k == targets->count)
      check_target_vec_push(targets, *known);
    targets->at[k] = *known;
    inquiry->result->executions.at[i].row = k;
  }
}
