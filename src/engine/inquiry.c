// One component: rows of the program itself, or the claim of a specification.
#include "engine/internal.h"

#include <string.h>

#include "cegar/record.h"
#include "cegar/simulated.h"
#include "cegar/survey.h"
#include "check/exclusion.h"
#include "check/drawing.h"
#include "check/ledger_entries.h"
#include "check/modifies.h"
#include "check/vacuity.h"
#include "memory/adopt.h"
#include "program/draft.h"
#include "refine/branch.h"

void inquiry_release(struct inquiry *inquiry) {
  component_release(&inquiry->component);
  behaviour_release(&inquiry->behaviour);
  offspring_end(&inquiry->twin);
  usage_release(&inquiry->usage);
  check_target_vec_release(&inquiry->violated);
  program_free(inquiry->program);
}

// What is learnt

// Rows as they are now, and the executions from `first` on.
static void tell(struct inquiry *inquiry, uint32_t first) {
  struct engine_context *context = inquiry->context;
  targets_rows(&inquiry->component.targets, inquiry->program,
               &inquiry->result->rows);
  if (context->learnt)
    context->learnt(context->observer, inquiry->result, first);
}

// What a violation rests on.
static void assume_own_objects(struct inquiry *inquiry,
                               const struct cegar *cegar) {
  const struct program *program = cegar->component->program;
  const struct path_input_vec *inputs = &cegar->inputs.inputs;
  struct name_vec names = {0};
  for (uint32_t i = 0; i < inputs->count; i++)
    if (is_own_choice(program, inputs->at[i].variable) &&
        term_value(program->terms, inputs->at[i].term))
      name_vec_push(&names,
                    program_variable(program, inputs->at[i].variable)->text);
  ledger_add_names(&inquiry->result->ledger, program->names, LEDGER_ASSUMED,
                   "for the violation, uninitialised pointers that point to "
                   "objects of their own: ",
                   &names, "");
  name_vec_release(&names);
}

static void set_row(struct inquiry *inquiry, uint32_t first,
                    const struct check_target *target) {
  struct execution_vec *executions = &inquiry->result->executions;
  for (uint32_t i = first; i < executions->count; i++)
    executions->at[i].row = (uint32_t)(target - inquiry->component.targets.at);
}

static void on_decided(void *context, struct cegar *cegar,
                       const struct check_target *target) {
  struct inquiry *inquiry = context;
  struct execution_vec *executions = &inquiry->result->executions;
  uint32_t first = executions->count;
  if (target->status == ROW_FAILS) {
    assume_own_objects(inquiry, cegar);
    record_execution(cegar, executions);
    set_row(inquiry, first, target);
  }
  tell(inquiry, first);
}

static void collect_stats(const struct cegar *cegar) {
  struct stats *stats = cegar->stats;
  stats->units = bitset_count(&cegar->refinement.chosen);
  if (!cegar->precision)
    return;
  struct seed_vec seeds = {0};
  cegar_predicates(cegar, &seeds);
  stats->predicates = precision_total(cegar->precision);
  stats->expressions = precision_expressions(cegar->precision);
  stats->groups = precision_groups(cegar->precision);
  stats->branches = branch_count(&seeds);
  seed_vec_release(&seeds);
}

// The verdict

// With rows the rows decide; without, whatever the search came to.
static void take_verdict(struct inquiry *inquiry, const struct cegar *cegar) {
  struct result *result = inquiry->result;
  targets_rows(&inquiry->component.targets, inquiry->program, &result->rows);
  const struct result_row *row = NULL;
  result->verdict =
      result->rows.count ? result_rows_verdict(result, &row) : cegar->verdict;
  if (result->verdict == VERDICT_FALSE)
    result->property = intern(result->names, row->property);
  else if (result->verdict == VERDICT_UNKNOWN)
    strbuf_add(&result->reason, row ? name_text(result->names, row->reason)
                                    : strbuf_text(&cegar->reason));
}

// Without a search.
static void take_rows(struct inquiry *inquiry) {
  struct result *result = inquiry->result;
  const struct result_row *row = NULL;
  targets_rows(&inquiry->component.targets, inquiry->program, &result->rows);
  result->verdict = result_rows_verdict(result, &row);
  strbuf_clear(&result->reason);
  if (result->verdict == VERDICT_FALSE)
    result->property = intern(result->names, row->property);
  else if (row)
    strbuf_add(&result->reason, name_text(result->names, row->reason));
}

// Where each row rests on callers, and one is never reached, what they are
// required to see to may be what no caller can.
static void doubt_required(struct inquiry *inquiry, struct name told) {
  const struct check_target_vec *targets = &inquiry->component.targets;
  struct result *result = inquiry->result;
  uint32_t unreached = 0, resting = 0;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct check_target *row = &targets->at[i];
    unreached += row->status == ROW_UNREACHED;
    resting += row->status == ROW_HOLDS && name_equal(row->reason, told);
  }
  if (result->verdict == VERDICT_TRUE && !result->vacuity.length && unreached &&
      resting && unreached + resting == targets->count)
    strbuf_add(&result->vacuity,
               "every row rests on callers, or is never reached");
}

// What nothing gets past no caller can see to.
static void refuse_impossible(struct inquiry *inquiry,
                              const struct exclusion_vec *required) {
  struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++) {
    struct check_target *row = &targets->at[i];
    const struct exclusion *one = exclusions_at(required, row->position);
    if (row->status == ROW_HOLDS && one && one->is_certain) {
      row->status = ROW_UNKNOWN;
      row->reason =
          intern(inquiry->context->names, "what it needs no caller can see to");
      take_rows(inquiry);
    }
  }
}

// Rows that hold as far as callers see to it say so, and so does the verdict.
static void tell_required(struct inquiry *inquiry) {
  struct check_target_vec *targets = &inquiry->component.targets;
  struct name told =
      intern(inquiry->context->names, "if callers see to what is needed");
  struct exclusion_vec required = {0};
  exclusions_required(&inquiry->component, &required);
  if (required.count || inquiry->options.recalls)
    inquiry->result->qualified = told;
  refuse_impossible(inquiry, &required);
  for (uint32_t i = 0; i < targets->count; i++) {
    struct check_target *row = &targets->at[i];
    if (row->status == ROW_HOLDS && name_is_none(row->reason) &&
        exclusions_have(&required, row->position))
      row->reason = told;
  }
  doubt_required(inquiry, told);
  exclusion_vec_release(&required);
}

static void abandon(struct inquiry *inquiry, const char *why) {
  refuse(inquiry->result, why);
  survey_abandon(&inquiry->component.targets, inquiry->context->names, why);
}

// The executions of a tree violate the only row.
static void fail_simulation(struct inquiry *inquiry, struct cegar *cegar,
                            struct attack *attack) {
  struct check_target *target = inquiry->component.targets.at;
  struct result *result = inquiry->result;
  uint32_t first = result->executions.count;
  while (target->kind != TARGET_CONFORMANCE)
    target++;
  cegar->verdict = result->verdict = VERDICT_FALSE;
  target->status = ROW_FAILS;
  result->property = intern(result->names, target_property(target->kind));
  record_tree(cegar, attack, &result->executions);
  set_row(inquiry, first, target);
  tell(inquiry, first);
}

// False when it is not known whether the component is simulated.
static bool look_at_simulation(struct inquiry *inquiry, struct cegar *cegar,
                               struct strbuf *why) {
  struct attack attack;
  enum verdict verdict = simulated_decide(cegar, &attack, why);
  if (verdict == VERDICT_FALSE)
    fail_simulation(inquiry, cegar, &attack);
  attack_release(&attack);
  return verdict != VERDICT_UNKNOWN;
}

// What a proof of traces does not show yet.
static void look_further(struct inquiry *inquiry, struct cegar *cegar) {
  const struct conformance *conformance = inquiry->conformance;
  struct strbuf why = {0};
  if (conformance &&
      (!modifies_is_kept(&inquiry->component, &inquiry->options, conformance,
                         &why) ||
       (conformance->is_nondeterministic && !inquiry->options.threaded &&
        !look_at_simulation(inquiry, cegar, &why)))) {
    cegar->verdict = VERDICT_UNKNOWN;
    for (uint32_t i = 0; i < inquiry->component.targets.count; i++)
      inquiry->component.targets.at[i].status = ROW_OPEN;
    abandon(inquiry, strbuf_text(&why));
  }
  strbuf_release(&why);
}

// Was the proof checked again?
static void tell_checked(struct inquiry *inquiry, const struct cegar *cegar) {
  struct result *result = inquiry->result;
  if (cegar->proof == PROOF_ORDER)
    ledger_add(&result->ledger, result->names, LEDGER_NOT_CHECKED,
               "the proof: all orders of accesses were asked about at once, "
               "which nobody repeats");
  else if (cegar->proof != PROOF_VALUES)
    ledger_add_proof(&result->ledger, result->names,
                     cegar->options.checks_proof, cegar->options.asks_cvc5);
  else
    ledger_add(&result->ledger, result->names, LEDGER_NOT_CHECKED,
               "the proof: all states were followed, which nobody repeats");
}

static void take_proof(struct inquiry *inquiry, const struct cegar *cegar) {
  record_proof(cegar, &inquiry->result->proof);
  if (inquiry->conformance)
    usage_init(&inquiry->usage, cegar);
  tell_checked(inquiry, cegar);
}

// Rows that hold for reasons of their own: what these rest on is put together.
static void on_proved(void *context, struct cegar *cegar) {
  struct inquiry *inquiry = context;
  record_proof(cegar, &inquiry->result->proof);
  tell_checked(inquiry, cegar);
}

// Copies of bodies beyond this depth are only looked at for what is easy to
// see.
enum { MODERATE_DEPTH = 50 };

static void tell_specification(struct inquiry *inquiry) {
  const struct specification *specification = inquiry->options.specification;
  if (specification && specification->count == 1 && inquiry->context->story)
    spec_graph_take(specification->systems[0], inquiry->result->names,
                    &inquiry->result->specification);
}

// Copies of a few calls prove little where recursion is cut. Several rows have
// turns of their own (cegar/survey.h).
static uint64_t effort(const struct inquiry *inquiry) {
  enum { GLANCE_UNITS = 8000000 };
  bool asks_one = inquiry->component.targets.count == 1 ||
                  inquiry->context->options->first || inquiry->demand->is_task;
  bool is_glance =
      inquiry->is_glance && asks_one && inquiry->behaviour.plain.inlining.cuts;
  return is_glance ? GLANCE_UNITS : inquiry->most_units;
}

static void search(struct inquiry *inquiry) {
  enum {
    ADOPTING_ROUNDS = 100,
    DEEP_ROUNDS = 8,
    PROMISED_ROUNDS = 60,
    ENDLESS_ROUNDS = 8
  };
  struct engine_context *context = inquiry->context;
  struct cegar_options options = search_options(context, inquiry->conformance);
  bool adopts = inquiry->options.adopts;
  if (adopts)
    options.most_rounds = ADOPTING_ROUNDS;
  if (inquiry->behaviour.plain.inlining.depth > MODERATE_DEPTH)
    options.most_rounds = DEEP_ROUNDS;
  if (inquiry->options.promises)
    options.most_rounds = PROMISED_ROUNDS;
  if (inquiry->options.leak_time != LEAKS_AT_END)
    options.most_rounds = ENDLESS_ROUNDS;
  options.followed_values = inquiry->followed_values;
  options.order_units = inquiry->order_units;
  options.order_depth = inquiry->order_depth;
  options.most_units = effort(inquiry);
  options.most_steps = inquiry->most_steps;
  options.runs_alone = inquiry_could_run;
  options.asker = inquiry;
  struct survey_options survey = {.stops_at_first = context->options->first ||
                                                    inquiry->demand->is_task,
                                  .decided = on_decided,
                                  .proved = on_proved,
                                  .context = inquiry};
  struct cegar cegar;
  uint64_t start = stats_now_ms();
  tell_specification(inquiry);
  cegar_init(&cegar, &inquiry->component, &inquiry->options, &options,
             context->stats);
  search_begin(context, cegar.solver);
  survey_run(&cegar, &survey);
  search_end(context, cegar.solver, start);
  inquiry->units = solver_units(cegar.solver);
  inquiry->is_spent = options.most_units && inquiry->units > options.most_units;
  collect_stats(&cegar);
  take_verdict(inquiry, &cegar);
  if (adopts)
    cegar.verdict = VERDICT_UNKNOWN; // what is proved is of no use
  if (cegar.verdict == VERDICT_TRUE)
    look_further(inquiry, &cegar);
  if (cegar.verdict == VERDICT_TRUE)
    take_proof(inquiry, &cegar);
  cegar_release(&cegar);
}

// Names

static bool is_error_call(const void *context, const char *name) {
  return target_is_error(context, name);
}

static bool is_unreachable(const void *context, const char *name) {
  (void)context;
  return !strcmp(name, "__builtin_unreachable");
}

static bool is_mentioned(const struct inquiry *inquiry,
                         bool (*is_wanted)(const void *, const char *)) {
  const struct engine_context *context = inquiry->context;
  struct mention_question question = {is_wanted, &inquiry->options.rules};
  return context->mentions && context->mentions(context->observer, &question);
}

// What was asked for by name may be in the source all the same, where the
// compiler saw that it is never reached; unless it was told so.
static void look_for_names(struct inquiry *inquiry) {
  struct result *result = inquiry->result;
  if (result->verdict != VERDICT_TRUE || result->vacuity.length ||
      !vacuity_of_names(&inquiry->component, &inquiry->options,
                        &result->vacuity) ||
      inquiry->options.rules.label || !is_mentioned(inquiry, is_error_call) ||
      is_mentioned(inquiry, is_unreachable))
    return;
  strbuf_clear(&result->vacuity);
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "assertions and calls of error functions that the compiler left "
             "out: they are never reached, or their condition is constant");
}

static void look_at_visits(struct inquiry *inquiry, uint64_t used_ms) {
  if (visits_rows(inquiry) || inquiry->result->verdict == VERDICT_TRUE)
    visits_ask(inquiry, used_ms);
}

void inquiry_look_at_reached(struct inquiry *inquiry, uint64_t used_ms) {
  look_at_visits(inquiry, used_ms);
  look_for_names(inquiry);
}

// The whole

// The rows are known before anything is built, which may take all the time that
// there is.
static void tell_first(struct inquiry *inquiry) {
  struct engine_context *context = inquiry->context;
  struct check_target_vec targets = {0};
  component_collect(inquiry->program, &inquiry->options, &targets);
  inquiry_take_early(inquiry, &targets);
  targets_rows(&targets, inquiry->program, &inquiry->result->rows);
  if (context->learnt)
    context->learnt(context->observer, inquiry->result,
                    inquiry->result->executions.count);
  check_target_vec_release(&targets);
}

// What was violated before it was built needs no search.
static void take_violated(struct inquiry *inquiry) {
  struct component *component = &inquiry->component;
  uint32_t count = component->targets.count;
  inquiry_take_early(inquiry, &component->targets);
  for (uint32_t i = 0; component->procedure && i < count; i++)
    if (component->targets.at[i].status == ROW_FAILS)
      component_retire(component, &component->targets.at[i]);
}

// Is the first violation known, and all that was asked for?
static bool is_settled(const struct inquiry *inquiry) {
  return inquiry->violated.count && inquiry->context->options->first;
}

// Rows, and nothing that they could be searched in.
static void collect(struct inquiry *inquiry) {
  inquiry->component = (struct component){.program = inquiry->program,
                                          .behaviour = &inquiry->behaviour};
  component_collect(inquiry->program, &inquiry->options,
                    &inquiry->component.targets);
}

static bool build(struct inquiry *inquiry, struct strbuf *why) {
  struct engine_context *context = inquiry->context;
  uint64_t start_ms = stats_cpu_ms();
  tell_first(inquiry);
  bool is_built = !is_settled(inquiry) &&
                  component_init(&inquiry->component, &inquiry->behaviour,
                                 inquiry->program, &inquiry->options, why);
  if (is_settled(inquiry))
    collect(inquiry);
  take_violated(inquiry);
  context->stats->pointsto_ms += inquiry->behaviour.plain.points_to_ms;
  context->stats->component_ms += stats_cpu_ms() - start_ms;
  struct ledger_facts facts = {.component = &inquiry->component,
                               .options = &inquiry->options,
                               .model_is_given = inquiry->demand->has_model,
                               .conformance = inquiry->conformance};
  ledger_fill(&inquiry->result->ledger, &facts);
  tell(inquiry, 0);
  return is_built;
}

// Otherwise it is worth asking why.
static bool is_any_reached(const struct inquiry *inquiry) {
  const struct check_target_vec *rows = &inquiry->component.targets;
  bool found = false;
  for (uint32_t i = 0; i < rows->count && !found; i++)
    found = rows->at[i].status == ROW_HOLDS || rows->at[i].status == ROW_FAILS;
  return found;
}

// A specification: its counterexamples are searched first, since those are
// short.
static void draw_again(struct inquiry *inquiry) {
  struct check_target_vec *rows = &inquiry->component.targets;
  for (uint32_t i = 0; i < rows->count; i++)
    if (rows->at[i].kind == TARGET_CONFORMANCE &&
        rows->at[i].status == ROW_UNKNOWN)
      rows->at[i].status = ROW_OPEN;
  uint32_t before = inquiry->result->executions.count;
  inquiry_draws(inquiry);
  for (uint32_t i = 0; i < rows->count; i++)
    if (rows->at[i].status == ROW_OPEN)
      rows->at[i].status = ROW_UNKNOWN;
  if (inquiry->result->executions.count > before)
    take_rows(inquiry);
}

void inquiry_run(struct inquiry *inquiry) {
  struct result *result = inquiry->result;
  struct strbuf why = {0};
  inquiry->options.is_task = inquiry->demand->is_task;
  inquiry->options.merges = inquiry->context->options->merge;
  inquiry->context->progress->phase = "preparing";
  if (!inquiry->program)
    inquiry->program = program_draft(inquiry->context->program);
  visits_prepare(inquiry);
  bool draws_first = !inquiry->conformance;
  if (draws_first)
    inquiry_draw_early(inquiry);
  uint64_t start_ms = stats_cpu_ms();
  bool is_built = inquiry->is_built = build(inquiry, &why);
  bool is_followed = is_built && inquiry->tries_executions &&
                     inquiry->behaviour.plain.inlining.cuts &&
                     inquiry_try_executions(inquiry, true);
  bool goes_on = is_followed || !draws_first ||
                 (!is_settled(inquiry) && inquiry_draws(inquiry));
  if (is_built && !is_followed && goes_on)
    search(inquiry);
  else if (!is_built && goes_on)
    abandon(inquiry, strbuf_text(&why));
  if (!draws_first && result->verdict == VERDICT_UNKNOWN)
    draw_again(inquiry);
  if (!is_followed && (!goes_on || (!is_built && result->executions.count)))
    take_rows(inquiry);
  bool is_run = is_followed ? is_any_reached(inquiry) : inquiry_runs(inquiry);
  if (is_built && !is_run)
    look_at_visits(inquiry, stats_cpu_ms() - start_ms);
  look_for_names(inquiry);
  if (!is_run)
    ledger_add_recursion(&result->ledger, result->names,
                         &inquiry->behaviour.plain.inlining,
                         result->verdict == VERDICT_TRUE);
  tell_required(inquiry);
  targets_rows(&inquiry->component.targets, inquiry->program, &result->rows);
  offspring_end(&inquiry->twin);
  strbuf_release(&why);
}

// ---- Assertions -------------------------------------------------------------

static bool is_false(enum verdict verdict) {
  return verdict == VERDICT_FALSE;
}

static bool is_any(enum verdict verdict) {
  (void)verdict;
  return true;
}

void inquiry_repeat(struct inquiry *inquiry,
                    const struct component_options *options,
                    bool (*counts)(enum verdict)) {
  struct engine_context *context = inquiry->context;
  struct result *result = inquiry->result, before = *result;
  inquiry_release(inquiry);
  *inquiry = (struct inquiry){.context = context,
                              .demand = inquiry->demand,
                              .options = *options,
                              .is_repeated = true,
                              .result = result};
  *result = (struct result){.verdict = VERDICT_UNKNOWN, .names = before.names};
  inquiry_run(inquiry);
  if (!counts(result->verdict)) {
    inquiry_release(inquiry);
    *inquiry = (struct inquiry){
        .context = context, .demand = inquiry->demand, .result = result};
    struct result unused = *result;
    *result = before;
    before = unused;
    if (context->learnt)
      context->learnt(context->observer, result, result->executions.count);
  }
  result_release(&before);
}

void inquiry_begin_apart(struct inquiry *apart, struct engine_context *context,
                         const struct inquiry *asked, struct result *result) {
  *context = *asked->context;
  context->learnt = NULL;
  *result = (struct result){.verdict = VERDICT_UNKNOWN,
                            .names = asked->result->names};
  *apart = (struct inquiry){.context = context,
                            .demand = asked->demand,
                            .options = asked->options,
                            .program = program_draft(context->program),
                            .result = result};
}

void inquiry_take_apart(struct inquiry *inquiry, struct inquiry *apart) {
  struct result unused = *inquiry->result;
  *inquiry->result = *apart->result;
  *apart->result = unused;
}

void inquiry_end_apart(struct inquiry *apart) {
  inquiry_release(apart);
  result_release(apart->result);
}

static bool may_go_on(const struct inquiry *inquiry) {
  return inquiry->result->verdict == VERDICT_UNKNOWN &&
         !limits_reason(&inquiry->context->limits);
}

// After UNKNOWN: is there any point in following pointers that nobody
// initialised?
static bool may_adopt(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return may_go_on(inquiry) && inquiry->demand->may_adopt &&
         options->starts_program && !target_rules_ask_memory(&options->rules) &&
         !options->kept && inquiry->behaviour.plain.removal.unresolved;
}

// They may have objects of their own (memory/adopt.h). If that gives a
// violation, it counts.
static void adopt(struct inquiry *inquiry) {
  struct component_options options = inquiry->options;
  options.adopts = true;
  inquiry_repeat(inquiry, &options, is_false);
}

// After UNKNOWN where functions are kept: a path may start in one of them in a
// state that callers never give it, or rest on what it is taken to do. Where
// their calls are followed no path does, and a violation that is found counts.
static bool may_follow_kept(const struct inquiry *inquiry) {
  return may_go_on(inquiry) && inquiry->options.kept &&
         !target_rules_ask_memory(&inquiry->options.rules);
}

static void follow_kept(struct inquiry *inquiry) {
  struct component_options options = inquiry->options;
  options.kept = NULL;
  log_line(inquiry->context->log, 1, "check",
           "calls that were kept are followed");
  inquiry_repeat(inquiry, &options, is_false);
}

enum { GROWTH = 4 }; // of the depth, from round to round

// After UNKNOWN: was recursion cut?
static bool was_cut(const struct inquiry *inquiry) {
  return may_go_on(inquiry) && inquiry->behaviour.plain.inlining.cuts;
}

// And could it be followed deeper? Where that was not cheap, it is not followed
// very deep: it would hardly come to an end.
static bool may_deepen(const struct inquiry *inquiry) {
  enum { CHEAP_UNITS = 5000000 };
  const struct inline_result *inlined = &inquiry->behaviour.plain.inlining;
  return was_cut(inquiry) && inlined->depth == inquiry->options.depth &&
         inlined->depth < depth_limit(inquiry->context) &&
         (inlined->depth * GROWTH < MODERATE_DEPTH ||
          inquiry->units < CHEAP_UNITS);
}

// Most violations need few calls inside each other, and so do the proofs of
// programs whose recursion ends soon; copies cost more the deeper they are.
static void deepen(struct inquiry *inquiry) {
  struct component_options options = inquiry->options;
  uint32_t most = depth_limit(inquiry->context);
  options.depth = options.depth > most / GROWTH ? most : options.depth * GROWTH;
  inquiry_repeat(inquiry, &options, is_any);
}

// After UNKNOWN: do copies of callees not suffice, or not fit?
static bool may_sum_up(const struct inquiry *inquiry) {
  const struct demand *demand = inquiry->demand;
  return may_go_on(inquiry) && !demand->is_inlined && !demand->component.kept &&
         depth_limit(inquiry->context) &&
         (!inquiry->is_built || inquiry->behaviour.plain.inlining.cuts);
}

// Functions as summaries; a trace is looked for where calls are followed as
// deep as it goes.
static void sum_up(struct inquiry *inquiry, bool is_brief) {
  uint32_t depth = 0;
  bool is_built = inquiry->is_built;
  if (inquiry_try_summaries(inquiry, is_brief, &depth) != SLAM_FEASIBLE ||
      !is_built || depth < inquiry->options.depth ||
      depth >= depth_limit(inquiry->context))
    return;
  struct component_options options = inquiry->options;
  options.depth = depth + 1;
  log_line(inquiry->context->log, 1, "check",
           "a trace of depth %u: calls are followed so deep", depth);
  inquiry_repeat(inquiry, &options, is_any);
}

// The first look had little effort, and no other way came to an answer.
static void look_longer(struct inquiry *inquiry) {
  struct component_options options = inquiry->options;
  inquiry_repeat(inquiry, &options, is_any);
}

// Where recursion is followed to a depth, to more and more; or otherwise.
static void follow_recursion(struct inquiry *inquiry) {
  const struct demand *demand = inquiry->demand;
  inquiry_run(inquiry);
  bool is_spent = inquiry->is_spent;
  if (was_cut(inquiry) && !demand->is_inlined)
    inquiry_try_chances(inquiry, false);
  if (was_cut(inquiry) && !demand->is_inlined)
    inquiry_try_promises(inquiry);
  if (was_cut(inquiry) && !demand->is_inlined)
    inquiry_try_executions(inquiry, false);
  if (may_sum_up(inquiry))
    sum_up(inquiry, true);
  if (is_spent && was_cut(inquiry))
    look_longer(inquiry);
  while (may_deepen(inquiry))
    deepen(inquiry);
  if (may_follow_kept(inquiry))
    follow_kept(inquiry);
  else if (may_adopt(inquiry))
    adopt(inquiry);
  else if (may_sum_up(inquiry))
    sum_up(inquiry, false);
  inquiry_doubt_endless(inquiry);
  inquiry_doubt_unseen(inquiry);
}

void run_assertions(struct engine_context *context, const struct demand *demand,
                    struct result *result) {
  enum { FIRST_DEPTH = 3 };
  struct inquiry inquiry = {.context = context,
                            .demand = demand,
                            .options = demand->component,
                            .tries_executions = !demand->is_inlined,
                            .is_glance = !demand->is_inlined,
                            .result = result};
  uint32_t most = depth_limit(context);
  inquiry.options.depth = most < FIRST_DEPTH ? most : FIRST_DEPTH;
  if (!inquiry_try_recalls(&inquiry))
    follow_recursion(&inquiry);
  inquiry_release(&inquiry);
}

// ---- Conformance ------------------------------------------------------------

void inquiry_look_at_usage(struct inquiry *inquiry) {
  const struct conformance *conformance = inquiry->conformance;
  const struct spec_lts_vec *systems = &conformance->obligation.specifications;
  bool is_single = systems->count == 1;
  spec_report_usage(conformance->spec, conformance->check,
                    is_single ? systems->at[0] : NULL, &inquiry->usage.spec);
  bool is_vacuous = inquiry->visit == VISIT_UNREACHED ||
                    spec_is_vacuous(conformance->spec, conformance->check,
                                    &inquiry->usage.performed);
  if (is_single && is_vacuous && !inquiry->result->vacuity.length)
    strbuf_add(&inquiry->result->vacuity, SPEC_VACUITY);
}

// Nothing in the program does what the specification speaks of, and any return
// is allowed. A certificate takes a proof.
static bool is_idle(const struct inquiry *inquiry) {
  const struct conformance *conformance = inquiry->conformance;
  if (inquiry->context->options->certificate ||
      !spec_is_idle(conformance->spec, conformance->check))
    return false;
  struct check_target_vec rows = {0};
  component_collect(inquiry->program, &inquiry->options, &rows);
  bool is_alone = true;
  for (uint32_t i = 0; i < rows.count; i++)
    is_alone &= rows.at[i].kind == TARGET_CONFORMANCE;
  check_target_vec_release(&rows);
  return is_alone;
}

static void rest(struct inquiry *inquiry) {
  struct ledger_facts facts = {.component = &inquiry->component,
                               .options = &inquiry->options,
                               .model_is_given = inquiry->demand->has_model,
                               .conformance = inquiry->conformance};
  collect(inquiry);
  for (uint32_t i = 0; i < inquiry->component.targets.count; i++)
    inquiry->component.targets.at[i].status = ROW_HOLDS;
  ledger_fill(&inquiry->result->ledger, &facts);
  take_rows(inquiry);
  strbuf_add(&inquiry->result->vacuity, SPEC_VACUITY);
}

// Recursion followed to a depth. Was some not followed?
static bool conform(struct engine_context *context, const struct demand *demand,
                    uint32_t depth, struct result *result) {
  struct conformance conformance;
  struct strbuf why = {0};
  struct inquiry inquiry = {
      .context = context,
      .demand = demand,
      .options = {.rules = demand->component.rules,
                  .takes_bodies = context->options->inline_bodies,
                  .kept = demand->component.kept,
                  .depth = depth},
      .conformance = &conformance,
      .program = program_draft(context->program),
      .result = result};
  if (conformance_init(&conformance, inquiry.program, demand->spec,
                       demand->check, &inquiry.options, &why)) {
    bool has_work = !is_idle(&inquiry);
    if (has_work)
      inquiry_run(&inquiry);
    else
      rest(&inquiry);
    if (has_work && result->verdict == VERDICT_TRUE)
      inquiry_look_at_usage(&inquiry);
  } else {
    refuse(result, strbuf_text(&why));
  }
  bool is_simulation = conformance.is_nondeterministic;
  bool is_cut = inquiry.behaviour.plain.inlining.cuts;
  inquiry_release(&inquiry);
  conformance_release(&conformance);
  strbuf_release(&why);
  if (is_simulation && result->verdict == VERDICT_UNKNOWN)
    simulation_try_exact(context, demand, result);
  return is_cut && !is_simulation && result->verdict == VERDICT_UNKNOWN;
}

// Deeper, because a trace that is taken for real goes there. What is not
// decided leaves the result as it was.
static void conform_deeper(struct engine_context *context,
                           const struct demand *demand, uint32_t depth,
                           struct result *result) {
  struct result deeper = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  struct engine_context apart = *context;
  apart.learnt = NULL;
  if (depth <= depth_for_once(context) || depth > depth_limit(context))
    return;
  conform(&apart, demand, depth, &deeper);
  if (deeper.verdict != VERDICT_UNKNOWN) {
    struct result before = *result;
    *result = deeper;
    deeper = before;
  }
  result_release(&deeper);
}

void run_conformance(struct engine_context *context,
                     const struct demand *demand, struct result *result) {
  uint32_t depth = 0;
  if (conform(context, demand, depth_for_once(context), result) &&
      !demand->is_inlined && !demand->component.kept &&
      conformance_try_summaries(context, demand, result, &depth) ==
          SLAM_FEASIBLE)
    conform_deeper(context, demand, depth + 1, result);
}
