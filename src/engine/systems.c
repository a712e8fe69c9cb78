// Components that communicate.
#include "engine/internal.h"

#include "program/draft.h"
#include "system/system_record.h"

static enum system_abstraction
system_abstraction_of(const struct options *options) {
  bool is_known = options->abstraction <= SYSTEM_ACTIONS; // others: of threads
  return is_known ? (enum system_abstraction)options->abstraction : SYSTEM_AUTO;
}

struct system_options system_options_of(const struct engine_context *context) {
  const struct options *options = context->options;
  return (struct system_options){
      .abstraction = system_abstraction_of(options),
      .composition = (enum system_composition)options->compose,
      .contracts = options->reduce,
      .by_values = options->values,
      .takes_bodies = options->inline_bodies,
      .merges = options->merge,
      .depth = depth_for_once(context),
      .cegar = search_options(context, NULL)};
}

static void search(struct engine_context *context,
                   struct system_check *system) {
  uint64_t start = stats_now_ms();
  search_begin(context, system->solver);
  system_check_run(system);
  search_end(context, system->solver, start);
}

void run_system(struct engine_context *context, const struct demand *demand,
                struct result *result) {
  struct system_options options = system_options_of(context);
  struct system_check system;
  struct program *draft = program_draft(context->program);
  options.cegar.solver = NULL; // it makes one
  bool is_ready = system_check_init(&system, draft, demand->spec, demand->check,
                                    &options, context->stats, &result->reason);
  if (is_ready)
    search(context, &system);
  strbuf_add(&result->reason, strbuf_text(&system.reason));
  result->verdict = system.verdict;
  result->property = intern(result->names, "conformance");
  if (system.verdict == VERDICT_TRUE && system_check_is_vacuous(&system))
    strbuf_add(&result->vacuity, SPEC_VACUITY);
  if (is_ready)
    system_record(&system, result);
  system_check_release(&system);
  program_free(draft);
}
