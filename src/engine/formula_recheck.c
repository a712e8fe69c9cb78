// What was decided of a formula is checked again, of the program itself.
#include "certify/warrant_check.h"
#include "engine/internal.h"
#include "exact/warranting.h"

enum { RECHECK_UNITS = 100000000 };

static enum proof_outcome check(struct engine_context *context,
                                const struct abstract *abstract,
                                const struct temporal *temporal,
                                const struct warrants *warrants,
                                struct strbuf *why) {
  struct solver *solver = solver_new(abstract->effects->program->terms);
  struct warrant_subject subject = {.code = &abstract->code,
                                    .temporal = temporal,
                                    .conditions = abstract->subject.conditions};
  struct warrant_solvers solvers = {.solver = solver,
                                    .asks_cvc5 =
                                        context->options->check_proof_cvc5,
                                    .poll = limits_poll(&context->limits)};
  uint64_t asked = 0, start = stats_now_ms();
  solver_set_limit(solver, RECHECK_UNITS);
  enum proof_outcome outcome =
      warrants_check(&subject, warrants, &solvers, &asked, why);
  context->stats->proof_ms += stats_now_ms() - start;
  log_line(context->log, 2, "formula", "%u warrants, %u questions: %s",
           warrants->at.count, (unsigned)asked,
           outcome == PROOF_HOLDS ? "rechecked" : strbuf_text(why));
  solver_free(solver);
  return outcome;
}

bool formula_recheck(struct engine_context *context, struct abstract *abstract,
                     const struct temporal *temporal,
                     const struct temporal_value *value,
                     struct result *result) {
  struct warrants warrants = {0};
  struct strbuf why = {0};
  enum proof_outcome outcome = PROOF_UNDECIDED;
  if (!context->options->check_proof && !context->options->check_proof_cvc5)
    return true;
  if (warrants_find(abstract, temporal, value, limits_poll(&context->limits),
                    &warrants))
    outcome = check(context, abstract, temporal, &warrants, &why);
  else
    strbuf_add(&why, "the answer could not be rechecked");
  if (outcome == PROOF_REFUTED)
    fprintf(stderr, "vouch: bug: %s; please report it\n", strbuf_text(&why));
  if (outcome != PROOF_HOLDS) {
    const char *stopped = limits_reason(&context->limits);
    result->verdict = VERDICT_UNKNOWN;
    strbuf_add(&result->reason, stopped ? stopped : strbuf_text(&why));
  }
  warrants_release(&warrants);
  strbuf_release(&why);
  return outcome == PROOF_HOLDS;
}
