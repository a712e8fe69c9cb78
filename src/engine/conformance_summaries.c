// A check of a specification where functions are recursive: by Boolean programs
// with procedures (slam/), in which where the specification is is a variable
// (weave/position.h), so that it is part of what functions are entered with and
// return with.
#include "engine/internal.h"

#include "program/callgraph.h"
#include "program/draft.h"
#include "weave/position.h"

// Does a proof of traces suffice, and is nothing asked of memory?
static bool is_enough(const struct conformance *conformance,
                      const struct component_options *options) {
  return !conformance->is_nondeterministic && !options->checks_memory &&
         conformance->check->item->check.goal != GOAL_PROC &&
         !target_rules_ask_memory(&options->rules) &&
         !options->rules.checks_leaks;
}

// With a draft into which the specification was woven.
static enum slam_outcome try_woven(struct inquiry *inquiry, uint32_t *depth) {
  struct strbuf why = {0};
  struct bitset kept = {0};
  enum slam_outcome outcome = SLAM_UNKNOWN;
  uint64_t start_ms = stats_cpu_ms();
  visits_prepare(inquiry);
  if (position_write(inquiry->program, &inquiry->conformance->specification,
                     &inquiry->options.entry, &why)) {
    inquiry->options.specification = NULL;
    callgraph_find_kept(inquiry->program, inquiry->options.entry, &kept);
    inquiry->options.kept = &kept;
    outcome = summaries_try(inquiry, depth, &why);
  }
  log_line(inquiry->context->log, 1, "check", "by summaries: %s",
           outcome == SLAM_PROVED     ? "proved"
           : outcome == SLAM_FEASIBLE ? "a trace"
                                      : strbuf_text(&why));
  if (outcome == SLAM_PROVED && !visits_rows(inquiry)) {
    visits_ask(inquiry, stats_cpu_ms() - start_ms);
    if (inquiry->visit == VISIT_UNREACHED && !inquiry->result->vacuity.length)
      strbuf_add(&inquiry->result->vacuity, SPEC_VACUITY);
  }
  bitset_release(&kept);
  strbuf_release(&why);
  return outcome;
}

enum slam_outcome conformance_try_summaries(struct engine_context *context,
                                            const struct demand *demand,
                                            struct result *result,
                                            uint32_t *depth) {
  struct conformance conformance = {0}; // not made when time is over
  struct strbuf why = {0};
  struct result proved = {.verdict = VERDICT_UNKNOWN, .names = result->names};
  struct inquiry inquiry = {
      .context = context,
      .demand = demand,
      .options = {.rules = demand->component.rules,
                  .takes_bodies = context->options->inline_bodies},
      .conformance = &conformance,
      .program = program_draft(context->program),
      .result = &proved};
  enum slam_outcome outcome = SLAM_UNKNOWN;
  if (!limits_reason(&context->limits) &&
      conformance_init(&conformance, inquiry.program, demand->spec,
                       demand->check, &inquiry.options, &why) &&
      is_enough(&conformance, &inquiry.options))
    outcome = try_woven(&inquiry, depth);
  if (outcome == SLAM_PROVED && proved.verdict == VERDICT_TRUE) {
    struct result before = *result;
    *result = proved;
    proved = before;
  }
  result_release(&proved);
  inquiry_release(&inquiry);
  conformance_release(&conformance);
  strbuf_release(&why);
  return outcome;
}
