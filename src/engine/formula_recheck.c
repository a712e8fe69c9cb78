// What was decided of a formula is checked again, of the program itself.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "certify/measure_check.h"
#include "certify/warrant_check.h"
#include "certify/warrant_text.h"
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

// The text of a certificate, if one is asked for.
static void keep(struct engine_context *context,
                 const struct abstract *abstract,
                 const struct temporal *temporal,
                 const struct warrants *warrants, struct result *result) {
  struct warrant_frame frame =
      warrant_frame_of(abstract->effects->procedure, temporal);
  if (context->options->certificate)
    warrants_print(abstract->effects->program, warrants, &frame,
                   &result->proof.certificate);
}

static enum proof_outcome try(struct engine_context *context,
                              struct abstract *abstract,
                              const struct temporal *temporal,
                              const struct temporal_value *value,
                              struct result *result, struct strbuf *why) {
  struct warrants warrants = {0};
  enum proof_outcome outcome = PROOF_UNDECIDED;
  if (warrants_find(abstract, temporal, value, limits_poll(&context->limits),
                    &warrants))
    outcome = check(context, abstract, temporal, &warrants, why);
  else
    strbuf_add(why, "the answer could not be rechecked");
  if (outcome == PROOF_HOLDS)
    keep(context, abstract, temporal, &warrants, result);
  warrants_release(&warrants);
  return outcome;
}

// What began with values of an earlier round may hold for a reason that was
// only seen there: then it is computed from the beginning.
static enum proof_outcome
try_afresh(struct engine_context *context, struct abstract *abstract,
           const struct temporal *temporal, const struct temporal_value *value,
           struct result *result, struct strbuf *why) {
  struct temporal_value fresh;
  enum proof_outcome outcome = PROOF_UNDECIDED;
  temporal_evaluate(temporal, &abstract->modal, &abstract->values,
                    limits_poll(&context->limits), UINT32_MAX, &fresh);
  strbuf_clear(why);
  if (fresh.verdict == value->verdict)
    outcome = try(context, abstract, temporal, &fresh, result, why);
  else
    strbuf_add(why, "the answer could not be rechecked");
  temporal_value_release(temporal, &fresh);
  return outcome;
}

bool formula_recheck(struct engine_context *context, struct abstract *abstract,
                     const struct temporal *temporal,
                     const struct temporal_value *value,
                     struct result *result) {
  struct strbuf why = {0};
  if (!context->options->check_proof && !context->options->check_proof_cvc5)
    return true;
  enum proof_outcome outcome =
      try(context, abstract, temporal, value, result, &why);
  if (outcome != PROOF_HOLDS && !limits_reason(&context->limits))
    outcome = try_afresh(context, abstract, temporal, value, result, &why);
  if (outcome == PROOF_REFUTED)
    fprintf(stderr, "vouch: bug: %s; please report it\n", strbuf_text(&why));
  if (outcome != PROOF_HOLDS) {
    const char *stopped = limits_reason(&context->limits);
    result->verdict = VERDICT_UNKNOWN;
    strbuf_add(&result->reason, stopped ? stopped : strbuf_text(&why));
  }
  strbuf_release(&why);
  return outcome == PROOF_HOLDS;
}

// ---- Certificates -----------------------------------------------------------

static bool fits(const struct warrant_frame *said,
                 const struct warrant_frame *frame, struct strbuf *why) {
  bool ok = said->locations == frame->locations &&
            said->edges == frame->edges && said->parts == frame->parts &&
            said->modes == frame->modes;
  if (!ok)
    strbuf_format(why,
                  "it is about %u locations, %u edges and %u parts, and the "
                  "program and the formula have %u, %u and %u",
                  said->locations, said->edges, said->parts, frame->locations,
                  frame->edges, frame->parts);
  return ok;
}

static bool certify_text(struct engine_context *context,
                         const struct temporal *temporal,
                         const struct abstract_subject *subject,
                         const char *text, enum verdict *verdict,
                         struct strbuf *why) {
  struct effects *effects = subject->effects;
  struct warrant_frame frame = warrant_frame_of(effects->procedure, temporal);
  struct warrant_frame said;
  if (!warrant_frame_read(text, &said, why) || !fits(&said, &frame, why))
    return false;
  struct steps code;
  struct warrants warrants = {
      .is_dual = said.is_false,
      .is_one = said.is_false != temporal->is_some,
      .width = warrants_width(&temporal->table, said.is_false)};
  struct warrant_subject about = {&code, temporal, subject->conditions};
  struct warrant_solvers solvers = {.asks_cvc5 = true,
                                    .poll = limits_poll(&context->limits)};
  steps_init(&code, effects, subject->weaving, subject->errors,
             subject->actions);
  bool ok = warrants_read(text, effects->program, &frame, &warrants, why) &&
            warrants_check(&about, &warrants, &solvers,
                           &context->stats->solver_checks, why) == PROOF_HOLDS;
  *verdict = said.is_false ? VERDICT_FALSE : VERDICT_TRUE;
  warrants_release(&warrants);
  steps_release(&code);
  return ok;
}

static const char ENDS[] = "\n" FORMULA_ENDS "\n";

// What follows that line proves that every execution ends. False when it does
// not.
static bool certify_ends(struct engine_context *context,
                         const struct formula_runs *runs, const char *text,
                         struct strbuf *why) {
  if (!runs || !runs->ending || termination_is_doubtful(runs->component)) {
    strbuf_add(why, "that every execution ends does not help here");
    return false;
  }
  formula_end_violations(runs->component);
  return measures_certify(runs->component, text, limits_poll(&context->limits),
                          &context->stats->solver_checks, why);
}

// What the answer rests on, and that executions end if it rests on that, too.
static bool certify_whole(struct engine_context *context,
                          const struct temporal *temporal,
                          const struct abstract_subject *subject,
                          const struct formula_runs *runs, struct strbuf *text,
                          enum verdict *verdict, struct strbuf *why) {
  struct abstract_subject asked = *subject;
  char *ends = strstr(text->text ? text->text : "", ENDS);
  if (ends && !certify_ends(context, runs, ends + 1, why))
    return false;
  if (ends) {
    ends[1] = '\0';
    temporal = runs->ending;
    asked.atoms = &temporal->atoms;
  }
  return certify_text(context, temporal, &asked, strbuf_text(text), verdict,
                      why);
}

void formula_certify(struct engine_context *context,
                     const struct temporal *temporal,
                     const struct abstract_subject *subject,
                     const struct formula_runs *runs, const char *path,
                     struct result *result) {
  struct strbuf text = {0}, why = {0};
  enum verdict verdict = VERDICT_UNKNOWN;
  bool ok = file_read(path, &text);
  if (!ok)
    strbuf_format(&why, "%s: %s", path, strerror(errno));
  ok = ok &&
       certify_whole(context, temporal, subject, runs, &text, &verdict, &why);
  result->verdict = ok ? verdict : VERDICT_UNKNOWN;
  if (!ok)
    strbuf_format(&result->reason, "not certified: %s", strbuf_text(&why));
  if (result->verdict == VERDICT_TRUE)
    formula_look_at_vacuity(context, temporal, subject, runs, result);
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "the certificate, edge by edge, by cvc5");
  ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
             "front end, points-to, removal of pointers, and how the formula "
             "is read, are right");
  strbuf_release(&text);
  strbuf_release(&why);
}
