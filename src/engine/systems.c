// Components that communicate.
#include "engine/internal.h"

#include "certify/system_proof.h"
#include "program/draft.h"
#include "system/system_claim.h"
#include "system/system_record.h"

static enum system_abstraction
system_abstraction_of(const struct options *options) {
  bool is_known = options->abstraction <= SYSTEM_ACTIONS; // others: of threads
  return is_known ? (enum system_abstraction)options->abstraction : SYSTEM_AUTO;
}

struct system_options system_options_of(const struct engine_context *context) {
  const struct options *options = context->options;
  return (struct system_options){.abstraction = system_abstraction_of(options),
                                 .composition =
                                     (enum system_composition)options->compose,
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

static void print_claim(struct system_check *system, struct result *result) {
  struct strbuf why = {0};
  strbuf_add(&result->proof.certificate,
             "# trusted: weaving, alphabets and roles of components\n");
  system_claim_print(system, &result->proof.certificate, &why);
  if (why.length) {
    strbuf_clear(&result->proof.certificate);
    result->proof.lacks = intern(result->names, strbuf_text(&why));
  }
  strbuf_release(&why);
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
  if (system.verdict == VERDICT_TRUE && context->options->certificate)
    print_claim(&system, result);
  system_check_release(&system);
  program_free(draft);
}

// Instead of a search: is the certificate a proof? Whether anything that the
// specification knows is performed is asked, too, as after a search.
static bool is_certified(struct engine_context *context,
                         const struct demand *demand,
                         struct system_check *system, bool *is_heard,
                         struct strbuf *why) {
  uint64_t asked = 0;
  bool ok =
      system_certify(system, demand->certificate, limits_poll(&context->limits),
                     &asked, is_heard, why);
  context->stats->solver_checks += asked;
  return ok;
}

static bool may_be_silent(const struct system_check *system) {
  return !system->specification ||
         spec_proves_absence(system->spec, system->check,
                             system->specification);
}

void systems_certify(struct engine_context *context,
                     const struct demand *demand, struct result *result) {
  struct system_options options = system_options_of(context);
  struct system_check system;
  struct program *draft = program_draft(context->program);
  bool is_heard = false;
  options.by_values = false;
  options.cegar.solver = NULL; // it makes one
  bool ok = system_check_init(&system, draft, demand->spec, demand->check,
                              &options, context->stats, &result->reason) &&
            is_certified(context, demand, &system, &is_heard, &result->reason);
  result->verdict = ok ? VERDICT_TRUE : VERDICT_UNKNOWN;
  result->property = intern(result->names, "conformance");
  if (ok && !is_heard && !may_be_silent(&system))
    strbuf_add(&result->vacuity, SPEC_VACUITY);
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the certificate: components edge by edge by cvc5, their "
             "composition by search");
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
             "front end, points-to, removal of pointers, merging and weaving "
             "are right");
  system_check_release(&system);
  program_free(draft);
}
