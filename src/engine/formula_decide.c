// A formula of a component: decided by exact abstraction; then the execution
// that the answer rests on, if there is one, is run.
#include "cegar/record.h"
#include "check/ledger_entries.h"
#include "confirm/path_oracle.h"
#include "confirm/replay.h"
#include "engine/internal.h"
#include "exact/course.h"
#include "exact/decide.h"
#include "exact/game_tell.h"
#include "exact/justify.h"
#include "rank/rank.h"

enum { MOST_ABSTRACT = 400000, MOST_ROUNDS = 1000, SOON = 3 };

static void tell_assumptions(const struct abstract *abstract,
                             struct result *result) {
  struct name_vec names = {0};
  BITSET_EACH (edge, &abstract->assuming) {
    struct name what = abstract->effects->at[edge].what;
    bool is_known = false;
    for (uint32_t i = 0; i < names.count; i++)
      is_known |= name_equal(names.at[i], what);
    if (!is_known)
      name_vec_push(&names, what);
  }
  ledger_add_names(&result->ledger, result->names, LEDGER_ASSUMED,
                   "may do whatever is not excluded: ", &names, "");
  name_vec_release(&names);
}

static void count_decision(const struct decision *decision,
                           struct stats *stats) {
  stats->iterations = decision->rounds;
  stats->predicates = decision->tracked;
  stats->expressions = decision->predicates;
  stats->abstract_states = decision->states;
  stats->values_known = decision->known;
  stats->values_found = decision->found;
}

static void take_decision(struct engine_context *context,
                          const struct temporal *temporal,
                          const struct abstract *abstract,
                          const struct decision *decision,
                          struct result *result) {
  result->verdict = decision->verdict;
  strbuf_add(&result->reason, strbuf_text(&decision->reason));
  if (decision->verdict == VERDICT_TRUE && !abstract->modal.initial.count)
    strbuf_add(&result->vacuity, "no execution can start");
  else if (decision->verdict == VERDICT_TRUE &&
           temporal_is_unfair(temporal, &abstract->modal, &abstract->values,
                              limits_poll(&context->limits)))
    strbuf_add(&result->vacuity, "no execution is fair");
  count_decision(decision, context->stats);
}

static void take_why(struct decision *decision, struct result *result) {
  result->tree = decision->why;
  decision->why = (struct tree){0};
}

static void describe_state(const void *context, uint32_t state,
                           struct tree_claim *claim) {
  const struct abstract *abstract = context;
  struct program *program = abstract->effects->program;
  struct strbuf place = {0}, known = {0};
  claim->position = abstract_position(abstract, state);
  if (abstract->states.at[state].location.id ==
      abstract->effects->procedure->exit.id)
    strbuf_add(&place, "the end");
  else if (!position_is_known(claim->position))
    strbuf_add(&place, "whose turn it is");
  else
    position_print(program->names, claim->position, &place);
  abstract_print_known(abstract, state, &known);
  claim->place = intern(program->names, strbuf_text(&place));
  if (known.length)
    claim->known = intern(program->names, strbuf_text(&known));
  strbuf_release(&place);
  strbuf_release(&known);
}

// ---- Executions -------------------------------------------------------------

static const char *ending_of(enum course_end end) {
  switch (end) {
  case COURSE_ENDS: return "where it ends";
  case COURSE_REPEATS: return "everything is what it was: and so on for ever";
  case COURSE_GOES_ON: return "and so on for ever, as was proved";
  case COURSE_BRANCHES: return "from where executions branch";
  default: return NULL;
  }
}

static void record_course(const struct formula_runs *runs,
                          const struct course *course,
                          struct execution *execution,
                          const struct strbuf *oracle, struct result *result) {
  const char *ending =
      course->is_stuck ? "where nobody can go on" : ending_of(course->end);
  execution->ending = ENDING_SHOWN;
  if (ending)
    execution->what = intern(result->names, ending);
  record_run(runs->component->program, execution, oracle, &result->executions);
}

// Does the interpreter go along?
static bool runs_along(struct engine_context *context,
                       const struct formula_runs *runs,
                       const struct course *course, struct result *result,
                       struct strbuf *why) {
  struct program *program = runs->component->program;
  const struct walk *walk = &course->walk;
  struct execution execution = {0};
  struct strbuf oracle = {0};
  struct path inputs = {0};
  for (uint32_t i = 0; i < walk->inputs.count; i++)
    path_input_vec_push(
        &inputs.inputs,
        (struct path_input){.step = walk->inputs.at[i].step,
                            .variable = walk->inputs.at[i].variable,
                            .term =
                                walk_input_term(program, &walk->inputs.at[i])});
  path_oracle_write(runs->component, &walk->path, &inputs, &oracle);
  log_line(context->log, 3, "formula", "a run with\n%s", strbuf_text(&oracle));
  bool ok =
      replay_takes(runs->component, runs->options, &walk->path, course->is_over,
                   &oracle, &execution, &context->stats->steps, why);
  log_line(context->log, 2, "formula", "an execution of %u steps: %s",
           walk->path.count, ok ? "runs" : strbuf_text(why));
  if (ok)
    record_course(runs, course, &execution, &oracle, result);
  execution_release(&execution);
  strbuf_release(&oracle);
  path_release(&inputs);
  return ok;
}

// What the answer rests on is run as far as it is one execution. What does not
// run is not said.
static void
run_evidence(struct engine_context *context, const struct formula_runs *runs,
             struct abstract *abstract, const struct temporal *temporal,
             const struct temporal_value *value, struct result *result) {
  struct course course;
  struct strbuf why = {0};
  course_find(&course, abstract, temporal, value);
  if (course.end == COURSE_LOST)
    strbuf_add(&why, "no values were found for it");
  else if (course.has_steps)
    runs_along(context, runs, &course, result, &why);
  if (why.length) {
    result->verdict = VERDICT_UNKNOWN;
    strbuf_format(&result->reason, "an execution shows that it %s, but %s",
                  value->verdict == VERDICT_TRUE ? "holds" : "fails",
                  strbuf_text(&why));
  }
  course_release(&course);
  strbuf_release(&why);
}

// ---- Loops ------------------------------------------------------------------

static void tell_loops(const struct result *found, struct result *result) {
  for (uint32_t i = 0; i < found->rows.count; i++) {
    const struct result_row *row = &found->rows.at[i];
    struct remark remark = {
        .heading = "ends",
        .text = intern_format(result->names, "%s: %s",
                              name_text(result->names, row->place),
                              name_text(result->names, row->text))};
    remark_vec_push(&result->remarks, remark);
  }
}

void formula_end_violations(struct component *component) {
  for (uint32_t i = 0; i < component->violations.count; i++)
    question_end(component->question, component->violations.at[i]);
}

// Does every execution come to its end? Measures of loops tell (rank/), and
// `proof` is that as data, if it is wanted.
static bool all_end(struct engine_context *context,
                    const struct formula_runs *runs, struct solver *solver,
                    struct strbuf *proof, struct result *result) {
  struct component *component = runs->component;
  struct result found = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  struct rank rank = {.component = component,
                      .options = runs->options,
                      .solver = solver,
                      .log = context->log,
                      .poll = limits_poll(&context->limits),
                      .checks_proof = context->options->check_proof,
                      .asks_cvc5 = context->options->check_proof_cvc5,
                      .steps = &context->stats->steps,
                      .certificate =
                          context->options->certificate ? proof : NULL};
  if (termination_is_doubtful(component))
    return false;
  formula_end_violations(component);
  rank_run(&rank, &found);
  bool ends = found.verdict == VERDICT_TRUE;
  log_line(context->log, 2, "formula", "every execution ends: %s",
           verdict_name(found.verdict));
  if (ends)
    tell_loops(&found, result);
  result_release(&found);
  return ends;
}

// A formula that speaks of what goes on for ever, and is not decided soon, is
// asked again with what is known of loops.
static const struct temporal *
decide_with_loops(struct engine_context *context,
                  const struct temporal *temporal,
                  const struct formula_runs *runs, struct abstract *abstract,
                  struct decide_options *options, struct decision *decision,
                  struct temporal_value *value, struct strbuf *ends_proof,
                  struct result *result) {
  bool asks = runs && runs->ending && temporal_is_about_endless(temporal);
  options->rounds = asks ? SOON : MOST_ROUNDS;
  decide(abstract, temporal, options, decision, value);
  if (!asks || decision->verdict != VERDICT_UNKNOWN ||
      decision->rounds < SOON || poll_stops(options->poll))
    return temporal;
  bool ends = all_end(context, runs, abstract->solver, ends_proof, result);
  decision_release(decision);
  temporal_value_release(temporal, value);
  options->rounds = MOST_ROUNDS;
  if (ends) {
    struct abstract_subject subject = abstract->subject;
    struct solver *solver = abstract->solver;
    temporal = runs->ending;
    subject.atoms = &temporal->atoms;
    abstract_release(abstract); // what was tracked counted rounds of loops
    abstract_init(abstract, &subject, solver);
  }
  decide(abstract, temporal, options, decision, value);
  return temporal;
}

static void tell(const struct temporal *temporal,
                 const struct abstract *abstract,
                 const struct temporal_value *value,
                 const struct justify_states *states, struct result *result) {
  if (temporal->game)
    game_tell(temporal->game, abstract, value, states, result->names,
              &result->tree);
  else
    justify(temporal, value, states, result->names, &result->tree);
}

// The same answer with fewer predicates, if it was asked for. The answer that
// there is stands until the smaller one has been rechecked, too: a limit that
// is hit on the way costs nothing but that, and what comes after it (an
// execution that shows a violation) has its time.
static void take_smaller(struct engine_context *context,
                         const struct temporal *temporal,
                         struct abstract *abstract,
                         struct decide_options *options,
                         struct decision *decision,
                         struct temporal_value *value, struct result *result) {
  struct half_time half;
  options->poll = half_time_poll(&half, &context->limits);
  struct result smaller = {.verdict = result->verdict, .names = result->names};
  if (!decide_with_fewer(abstract, temporal, options, decision, value) ||
      !formula_recheck(context, abstract, temporal, value, &smaller)) {
    result_release(&smaller);
    return;
  }
  struct tree tree = result->tree;
  struct strbuf certificate = result->proof.certificate;
  tell(temporal, abstract, value, options->shown, &smaller);
  result->tree = smaller.tree;
  result->proof.certificate = smaller.proof.certificate;
  smaller.tree = tree;
  smaller.proof.certificate = certificate;
  count_decision(decision, context->stats);
  result_release(&smaller);
}

// A certificate of what rests on it that executions end has a proof of that, or
// is none.
static void complete_certificate(const struct temporal *temporal,
                                 const struct strbuf *ends_proof,
                                 struct result *result) {
  struct strbuf *certificate = &result->proof.certificate;
  if (!temporal->is_premised || !certificate->length)
    return;
  if (ends_proof->length)
    strbuf_format(certificate, FORMULA_ENDS "\n%s", strbuf_text(ends_proof));
  else
    strbuf_clear(certificate);
}

void formula_decide(struct engine_context *context,
                    const struct temporal *temporal,
                    const struct abstract_subject *subject,
                    const struct formula_runs *runs, struct result *result) {
  struct abstract abstract;
  struct justify_states states = {describe_state, &abstract};
  struct decide_options options = {
      .poll = limits_poll(&context->limits),
      .log = context->log,
      .states = MOST_ABSTRACT,
      .reuses = context->options->reuse,
      .shrink_trials =
          context->options->shrink > 0 ? (uint32_t)context->options->shrink : 0,
      .mode = (enum refine_mode)context->options->refine,
      .shown = &states,
      .names = result->names};
  struct solver *solver = solver_new(subject->behaviour->program->terms);
  struct decision decision;
  struct temporal_value value;
  struct strbuf ends_proof = {0};
  uint64_t start = stats_now_ms();
  search_begin(context, solver);
  struct abstract_subject asked = *subject;
  asked.is_coarse =
      options.mode == REFINE_PREDICATES || options.mode == REFINE_PRECISION;
  abstract_init(&abstract, &asked, solver);
  temporal = decide_with_loops(context, temporal, runs, &abstract, &options,
                               &decision, &value, &ends_proof, result);
  take_decision(context, temporal, &abstract, &decision, result);
  if (decision.verdict != VERDICT_UNKNOWN &&
      formula_recheck(context, &abstract, temporal, &value, result) && runs &&
      abstract.modal.initial.count) // without, there is nothing to show
    run_evidence(context, runs, &abstract, temporal, &value, result);
  if (result->verdict != VERDICT_UNKNOWN)
    tell(temporal, &abstract, &value, &states, result);
  if (result->verdict != VERDICT_UNKNOWN && options.shrink_trials)
    take_smaller(context, temporal, &abstract, &options, &decision, &value,
                 result);
  else if (decision.verdict == VERDICT_UNKNOWN)
    take_why(&decision, result);
  complete_certificate(temporal, &ends_proof, result);
  strbuf_release(&ends_proof);
  tell_assumptions(&abstract, result);
  search_end(context, solver, start);
  temporal_value_release(temporal, &value);
  decision_release(&decision);
  abstract_release(&abstract);
  solver_free(solver);
}

// ---- Vacuity of what was certified ------------------------------------------

// Is there a state to start in? If that is not known there may be.
static bool may_start(struct engine_context *context,
                      const struct abstract_subject *subject) {
  struct solver *solver = solver_new(subject->behaviour->program->terms);
  struct abstract abstract;
  uint64_t start = stats_now_ms();
  search_begin(context, solver);
  abstract_init(&abstract, subject, solver);
  bool is_built = abstract_build(&abstract, limits_poll(&context->limits), 1);
  bool may = !is_built || abstract.modal.initial.count;
  search_end(context, solver, start);
  abstract_release(&abstract);
  solver_free(solver);
  return may;
}

// That there is a fair execution is not in a certificate: it is decided again.
static void look_at_fairness(struct engine_context *context,
                             const struct temporal *temporal,
                             const struct abstract_subject *subject,
                             const struct formula_runs *runs,
                             struct result *result) {
  struct result found = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  formula_decide(context, temporal, subject, runs, &found);
  strbuf_add(&result->vacuity, strbuf_text(&found.vacuity));
  if (found.verdict != VERDICT_TRUE)
    refuse(result, "not certified: not known whether an execution is fair");
  result_release(&found);
}

void formula_look_at_vacuity(struct engine_context *context,
                             const struct temporal *temporal,
                             const struct abstract_subject *subject,
                             const struct formula_runs *runs,
                             struct result *result) {
  if (!may_start(context, subject))
    strbuf_add(&result->vacuity, "no execution can start");
  else if (temporal->is_fair)
    look_at_fairness(context, temporal, subject, runs, result);
}
