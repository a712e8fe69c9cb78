// Assertions by Boolean programs with procedures (seed 003): functions that are
// called from several places, or recursive, stay functions.
//
// A proof by the loop of SLAM counts when it was rechecked part by part. A
// trace that it takes for real is none until the interpreter has run it: the
// calls are inlined as deep as the trace goes, and the usual loop looks for the
// violation there.
#include "engine/internal.h"

#include "check/ledger_entries.h"
#include "program/callgraph.h"
#include "program/draft.h"
#include "program/keep.h"
#include "program/print.h"
#include "slam/link.h"
#include "slam/slam.h"

// One program with procedures, while it is looked at.
struct slam_inquiry {
  struct engine_context *context;
  const struct demand *demand;
  const struct conformance *conformance; // of a specification, or null
  struct component_options options;
  uint32_t most_rounds; // 0: no limit, as of the others
  uint32_t most_predicates;
  uint64_t most_units; // of the solver
  uint64_t cpu_end_ms;
  struct bitset kept;
  struct program *program;
  struct behaviour behaviour;
  struct component component;
  struct parts parts;
  struct solver *solver;
  struct slam_run run;
  uint32_t kept_from; // functions that are called so often; 0: recursive ones
  bool is_built, is_split;
};

static void choose_kept(struct slam_inquiry *s) {
  enum { CALLS = 2 };
  s->kept_from = s->options.kept ? 0 : CALLS;
  struct procedure_id entry = s->options.entry;
  plain_component_resolve(s->program, entry, !s->options.starts_program);
  s->options.is_resolved = true;
  if (s->options.kept)
    bitset_copy(&s->kept, s->options.kept);
  if (s->options.kept)
    callgraph_find_kept(s->program, entry, &s->kept);
  else
    keep_called(s->program, entry, CALLS, &s->kept);
  s->options.kept = &s->kept;
}

static bool split(struct slam_inquiry *s, struct strbuf *why) {
  s->options.is_task = s->demand->is_task;
  s->options.merges = false;
  s->is_built = component_init(&s->component, &s->behaviour, s->program,
                               &s->options, why);
  if (!s->is_built)
    return false;
  s->is_split = true;
  if (!parts_init(&s->parts, &s->component, &s->options, why))
    return false;
  if (!s->behaviour.unseen_call.id)
    return true;
  strbuf_format(
      why, "code that is not seen may call %s",
      name_text(s->program->names,
                program_procedure(s->program, s->behaviour.unseen_call)->name));
  return false;
}

static bool build(struct slam_inquiry *s, struct strbuf *why) {
  s->program = program_draft(s->context->program);
  s->options.depth = 0;
  choose_kept(s);
  return split(s, why);
}

static void search(struct slam_inquiry *s) {
  struct engine_context *context = s->context;
  struct slam_run_options options = {
      .how = slam_options(context->options),
      .limits = context->limits,
      .log = context->log,
      .most_rounds = s->most_rounds,
      .most_predicates = s->most_predicates,
      .most_units = s->most_units,
      .cpu_end_ms = s->cpu_end_ms,
      .shrink_trials =
          context->options->shrink > 0 ? (uint32_t)context->options->shrink : 0,
      .makes_contracts = context->options->contracts && !s->conformance,
      .makes_certificate = context->options->certificate && !s->conformance};
  uint64_t start = stats_now_ms();
  s->solver = solver_new(s->program->terms);
  search_begin(context, s->solver);
  slam_run(&s->run, &s->parts, s->solver, &options);
  search_end(context, s->solver, start);
  const struct slam_figures *figures = &s->run.figures;
  context->stats->iterations += figures->rounds;
  context->stats->predicates = figures->predicates;
  context->stats->images += figures->images;
  context->stats->ndf += figures->ndf;
  context->stats->constrain_calls += figures->constrain.calls;
  context->stats->constraints += figures->constrain.constraints;
  context->stats->invariants += figures->constrain.invariants;
  context->stats->constrain_ms += figures->constrain_ms;
  log_line(context->log, 2, "check",
           "summaries: %s, %llu rounds, %llu predicates, %llu NDF-states",
           s->run.outcome == SLAM_PROVED     ? "proved"
           : s->run.outcome == SLAM_FEASIBLE ? "a trace"
                                             : strbuf_text(&s->run.reason),
           (unsigned long long)figures->rounds,
           (unsigned long long)figures->predicates,
           (unsigned long long)figures->ndf);
}

static void release(struct slam_inquiry *s) {
  slam_run_release(&s->run);
  if (s->solver)
    solver_free(s->solver);
  if (s->is_split) {
    links_release(&s->parts);
    parts_release(&s->parts);
  }
  component_release(&s->component);
  behaviour_release(&s->behaviour);
  bitset_release(&s->kept);
  program_free(s->program);
}

// A proof

static void tell_rows(struct slam_inquiry *s, struct result *result) {
  struct component *component = &s->component;
  for (uint32_t i = 0; i < component->targets.count; i++)
    component->targets.at[i].status = ROW_UNREACHED;
  for (uint32_t i = 0; i < component->violations.count; i++)
    if (bitset_has(&s->run.reached, component->violations.at[i].id))
      component->targets.at[component->target_of.at[i]].status = ROW_HOLDS;
  targets_rows(&component->targets, s->program, &result->rows);
}

static void tell_claims(struct slam_inquiry *s, struct result *result) {
  result->proof.kind = PROOF_PREDICATES;
  result->proof.claim_count = s->run.claims.count;
  for (uint32_t i = 0; i < s->run.claims.count && i < MOST_CLAIMS; i++) {
    struct strbuf text = {0};
    program_print_term(s->program, s->run.claims.at[i], &text);
    claim_vec_push(
        &result->proof.claims,
        (struct claim){.text = intern(result->names, strbuf_text(&text))});
    strbuf_release(&text);
  }
}

static void take_proof(struct slam_inquiry *s, struct result *result) {
  struct ledger_facts facts = {.component = &s->component,
                               .options = &s->options,
                               .model_is_given = s->demand->has_model,
                               .conformance = s->conformance};
  ledger_fill(&result->ledger, &facts);
  tell_rows(s, result);
  const struct result_row *row = NULL;
  result->verdict =
      result->rows.count ? result_rows_verdict(result, &row) : VERDICT_TRUE;
  tell_claims(s, result);
  result->proof.contracts = s->run.contracts;
  s->run.contracts = (struct contracts){0};
  if (s->run.certificate.length)
    strbuf_format(&result->proof.certificate, "summaries %u\n%s", s->kept_from,
                  strbuf_text(&s->run.certificate));
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the proof, function by function (functions stay functions, calls "
             "nest as deep as they need to)");
}

// A trace

static void confirm(struct slam_inquiry *s, struct result *result) {
  enum { LEAST_DEPTH = 3 };
  struct inquiry inquiry = {.context = s->context,
                            .demand = s->demand,
                            .options = s->demand->component,
                            .result = result};
  uint32_t depth = s->run.depth + 1;
  inquiry.options.kept = NULL;
  inquiry.options.depth = depth < LEAST_DEPTH ? LEAST_DEPTH : depth;
  inquiry_run(&inquiry);
  inquiry_release(&inquiry);
}

enum slam_outcome summaries_try(struct inquiry *inquiry, uint32_t *depth,
                                struct strbuf *why) {
  struct slam_inquiry s = {.context = inquiry->context,
                           .conformance = inquiry->conformance,
                           .demand = inquiry->demand,
                           .options = inquiry->options,
                           .program = inquiry->program};
  enum slam_outcome outcome = SLAM_UNKNOWN;
  inquiry->program = NULL;
  if (split(&s, why)) {
    search(&s);
    outcome = s.run.outcome;
    *depth = s.run.depth;
    strbuf_add(why, strbuf_text(&s.run.reason));
  }
  if (outcome == SLAM_PROVED)
    take_proof(&s, inquiry->result);
  release(&s);
  return outcome;
}

static bool may_try(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return !inquiry->conformance && !options->kept && !options->adopts &&
         !options->promises && !options->rules.checks_promises &&
         !target_rules_ask_memory(&options->rules) &&
         !options->rules.checks_leaks && !options->rules.checks_lost &&
         !inquiry->demand->has_threads;
}

// A proof takes the place of what was said so far.
static void replace_result(struct slam_inquiry *s, struct result *result) {
  struct result proved = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  take_proof(s, &proved);
  if (proved.verdict == VERDICT_TRUE) {
    struct result before = *result;
    *result = proved;
    proved = before;
  }
  result_release(&proved);
}

// When a try that may take some milliseconds is over: it leaves most of the
// time to those that follow, if there are any.
static uint64_t end_of_try(const struct limits *limits, bool is_brief,
                           uint64_t most_ms) {
  enum { SHARE = 5 };
  uint64_t now = stats_cpu_ms(), end = limits->cpu_end_ms;
  uint64_t left = end > now ? end - now : 0;
  uint64_t share = is_brief ? left / SHARE : left - left / SHARE;
  return now + (end && share < most_ms ? share : most_ms);
}

// Diagrams may double with each predicate, and so does a round: their number is
// what ends most tries, the same way each time. The time is there for the rest.
enum slam_outcome inquiry_try_summaries(struct inquiry *inquiry, bool is_brief,
                                        uint32_t *depth) {
  enum { ROUNDS = 25, PREDICATES = 12, LONGER = 2, UNITS = 6000000, MS = 2000 };
  uint32_t times = is_brief ? 1 : LONGER;
  struct bitset none = {0};
  struct slam_inquiry s = {.context = inquiry->context,
                           .demand = inquiry->demand,
                           .options = inquiry->demand->component,
                           .most_rounds = ROUNDS * times,
                           .most_predicates = PREDICATES + times - 1,
                           .most_units = (uint64_t)UNITS * times,
                           .cpu_end_ms =
                               end_of_try(&inquiry->context->limits, is_brief,
                                          (uint64_t)MS * times)};
  struct strbuf why = {0};
  enum slam_outcome outcome = SLAM_UNKNOWN;
  if (!may_try(inquiry))
    return outcome;
  s.options.kept = inquiry->is_built ? &none : NULL; // the recursive ones
  if (build(&s, &why)) {
    search(&s);
    outcome = s.run.outcome;
    *depth = s.run.depth;
    strbuf_add(&why, strbuf_text(&s.run.reason));
  }
  log_line(inquiry->context->log, 1, "check", "by summaries: %s",
           outcome == SLAM_PROVED     ? "proved"
           : outcome == SLAM_FEASIBLE ? "a trace"
                                      : strbuf_text(&why));
  if (outcome == SLAM_PROVED)
    replace_result(&s, inquiry->result);
  release(&s);
  strbuf_release(&why);
  return outcome;
}

void run_summaries(struct engine_context *context, const struct demand *demand,
                   struct result *result) {
  struct slam_inquiry s = {
      .context = context, .demand = demand, .options = demand->component};
  struct strbuf why = {0};
  context->progress->phase = "preparing";
  bool is_built = build(&s, &why);
  if (is_built)
    search(&s);
  if (!is_built)
    refuse(result, strbuf_text(&why));
  else if (s.run.outcome == SLAM_PROVED)
    take_proof(&s, result);
  else if (s.run.outcome == SLAM_FEASIBLE)
    confirm(&s, result);
  else
    refuse(result, strbuf_text(&s.run.reason));
  release(&s);
  strbuf_release(&why);
}
